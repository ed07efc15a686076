package dev.countersign.sink.carry;

import dev.countersign.scope.Carry;
import dev.countersign.weave.SiteHandler;
import dev.countersign.weave.WovenMethod;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinWorkerThread;

/**
 * Where a task is submitted or a thread is started: keeps for it what the calling thread carries.
 */
final class Submission implements SiteHandler {

  /** The task is the receiver. */
  static final int RECEIVER = -1;

  /** How often a task may be submitted, and what it means when nothing was kept for it. */
  enum Kind {
    /**
     * Many times; a worker takes on nothing when nothing was kept, so the absence of a scope needs
     * no entry of its own; unless previews run here: one and the same task of theirs and of
     * somebody else's must not change places.
     */
    QUEUED,
    /** Many times; a task also runs without being submitted, so the absence of a scope is kept. */
    FORKED,
    /** Once; the first to submit it counts. */
    ONCE
  }

  private final Travel travel;
  private final Associations tasks;
  private final int task;
  private final Kind kind;

  Submission(Travel travel, Associations tasks, int task, Kind kind) {
    this.travel = travel;
    this.tasks = tasks;
    this.task = task;
    this.kind = kind;
  }

  @Override
  public Object enter(WovenMethod woven, Object self, Object[] args) {
    Object submitted = task == RECEIVER ? self : args[task];
    Object captured = submitted == null ? null : travel.capture();
    if (captured == null || isOfJdk(self, submitted)) {
      return null;
    }
    switch (kind) {
      case ONCE:
        tasks.addOnce(submitted, captured);
        break;
      case FORKED:
        tasks.add(submitted, captured);
        break;
      default:
        if (Carry.carries(captured) || Carry.anyClosing() || tasks.has(submitted)) {
          tasks.add(submitted, captured);
        }
        break;
    }
    return null;
  }

  /**
   * The continuations of virtual threads are scheduled through a pool of the JDK's own; a virtual
   * thread takes on its scope when it is started. And a pool's worker carries nothing of whoever
   * happened to make the pool grow.
   */
  private static boolean isOfJdk(Object self, Object submitted) {
    if (submitted instanceof ForkJoinWorkerThread) {
      return true;
    }
    return self instanceof ForkJoinPool pool
        && pool.getClass() == ForkJoinPool.class
        && pool.getFactory().getClass().getName().startsWith("java.lang.VirtualThread");
  }
}
