package dev.countersign.scope;

import dev.countersign.judge.Judge;
import dev.countersign.weave.CheckCell;

/**
 * What one thread is in: the scope that it carries and whether a check is running on it. Plain
 * fields of one object per thread, so that the mark is cleared by a store that cannot fail
 * (architecture, rule 2).
 */
public final class ThreadCell extends CheckCell {

  /** Finds what was captured for a thread when it was started. */
  @FunctionalInterface
  public interface Inheritance {
    /**
     * What {@link Carry#capture} returned when {@code thread} was started; null when nothing was.
     */
    Object of(Thread thread);
  }

  private static final ThreadLocal<ThreadCell> CELLS = new ThreadLocal<>();
  private static volatile Inheritance inheritance;

  private CallScope scope;

  /** What the thread of a preview itself carries where nothing else is closed; null elsewhere. */
  private CallScope pinned;

  private Object resolving;
  private Judge judge;
  private Actors.Acting judged;

  /**
   * The calling thread's cell; never null. The first call on a thread takes over what its starter
   * carried.
   */
  public static ThreadCell current() {
    ThreadCell cell = CELLS.get();
    if (cell == null) {
      cell = new ThreadCell();
      Inheritance inherited = inheritance;
      if (inherited != null && inherited.of(Thread.currentThread()) instanceof CallScope carried) {
        cell.scope = carried;
      }
      CELLS.set(cell);
    }
    return cell;
  }

  /** Sets how started threads find their scope; once, before {@code main}. */
  public static void inheritBy(Inheritance inheritance) {
    ThreadCell.inheritance = inheritance;
  }

  /** Marks the calling thread as the agent's own: nothing that it does can enter a check. */
  public static void ownedByAgent() {
    current().checking = true;
  }

  /**
   * The resolution points that are running on this thread, for who put them there; null for none.
   */
  public Object resolving() {
    return resolving;
  }

  /** Replaces {@link #resolving}. */
  public void resolving(Object points) {
    resolving = points;
  }

  /** What judges the effect that is being judged on this thread; null for none. */
  Judge judge() {
    return judge;
  }

  /** Replaces {@link #judge()}. */
  void judge(Judge held) {
    judge = held;
  }

  /** Whom the last judgment on this thread was about, where a method says who acts. */
  Actors.Acting judged() {
    return judged;
  }

  /** Replaces {@link #judged()}. */
  void judged(Actors.Acting acting) {
    judged = acting;
  }

  /** The scope that the thread carries, ended implicit ones left out; null for none. */
  CallScope scope() {
    CallScope carried = scope;
    while (carried != null && carried.isOver()) {
      carried = carried.parent();
    }
    scope = carried;
    return carried;
  }

  /** The same, without the exemption that may be its innermost frame. */
  CallScope acting() {
    return CallScope.withoutExemption(scope());
  }

  /** Where the thread works for an application's preview, which nothing may come out of. */
  @Override
  public boolean isClosed() {
    CallScope carried = scope;
    return carried != null && carried.closing() != null;
  }

  @Override
  public boolean carriesScope() {
    return scope() != null;
  }

  /** From now on a thread may carry a scope that is closed. */
  static void mayBeClosed() {
    anyClosed = true;
  }

  /** Whether any thread may carry a scope that is closed, or ever did. */
  static boolean anyIsClosed() {
    return anyClosed;
  }

  /**
   * Replaces the carried scope and returns the previous one. On the thread of a preview whatever is
   * not closed gives way to the preview's own: it may run tasks and even a pool's worker itself,
   * which take on what they were submitted with.
   */
  CallScope swap(CallScope next) {
    CallScope previous = scope;
    scope = pinned == null || next != null && next.closing() != null ? next : pinned;
    return previous;
  }

  /** The calling thread is a preview's own, and closed as long as it lives. */
  void pin(CallScope closed) {
    pinned = closed;
    scope = closed;
  }

  private ThreadCell() {}
}
