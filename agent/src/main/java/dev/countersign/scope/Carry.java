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

  /** Whether {@code captured} is a scope, not the absence of one. */
  public static boolean carries(Object captured) {
    return captured instanceof CallScope;
  }

  /**
   * The calling thread takes over what was captured.
   *
   * @param captured from {@link #capture}, or null for nothing
   * @return what {@link #restore} takes to undo this
   */
  public static Object enter(Object captured) {
    ThreadCell cell = ThreadCell.current();
    CallScope next = captured instanceof CallScope scope ? scope : null;
    if (cell.isClosed() && (next == null || next.closing() == null)) {
      // A preview that completes a future must not have its dependents act for somebody else.
      next = cell.scope();
    }
    return cell.swap(next);
  }

  /** Undoes {@link #enter}; a scope that the task left behind on the thread is dropped. */
  public static void restore(Object previous) {
    ThreadCell.current().swap((CallScope) previous);
  }

  private Carry() {}
}
