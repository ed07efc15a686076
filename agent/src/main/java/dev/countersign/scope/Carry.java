package dev.countersign.scope;

/**
 * How a scope travels: captured where a task is submitted or a thread started, entered where it
 * runs (spec 1.6, law 7). Carrying a scope finds previews, it never grants one.
 */
public final class Carry {

  /** Stands for "no scope": carried as well, so that a worker does not run on what it inherited. */
  private static final Object NOTHING = new Object();

  /** What the calling thread carries; never null. */
  public static Object capture() {
    CallScope scope = ThreadCell.current().scope();
    return scope == null ? NOTHING : scope;
  }

  /** Whether the calling thread carries a scope. */
  public static boolean carries() {
    return ThreadCell.current().scope() != null;
  }

  /** Whether {@code captured} is a scope, not the absence of one. */
  public static boolean carries(Object captured) {
    return captured instanceof CallScope;
  }

  /** Whether what was captured is of an application's preview. */
  public static boolean isClosing(Object captured) {
    return captured instanceof CallScope scope && scope.closing() != null;
  }

  /** Whether any application's preview ran in this JVM, so that its scope may be carried. */
  public static boolean anyClosing() {
    return ThreadCell.anyIsClosed();
  }

  /**
   * The calling thread takes over what was captured.
   *
   * @param captured from {@link #capture}, or null for nothing
   * @return what {@link #restore} takes to undo this
   */
  public static Object enter(Object captured) {
    return ThreadCell.current().swap(captured instanceof CallScope scope ? scope : null);
  }

  /**
   * The same where what was captured goes on because of what the calling thread does right now: it
   * completes a future, it emits a value. From a preview nobody is made to act for somebody else
   * (spec 4): there the thread keeps what it carries.
   */
  public static Object enterBecause(Object captured) {
    ThreadCell cell = ThreadCell.current();
    return cell.isClosed() && !isClosing(captured) ? cell.swap(cell.scope()) : enter(captured);
  }

  /** Undoes {@link #enter}; a scope that the task left behind on the thread is dropped. */
  public static void restore(Object previous) {
    ThreadCell.current().swap((CallScope) previous);
  }

  private Carry() {}
}
