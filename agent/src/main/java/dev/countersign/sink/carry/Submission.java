package dev.countersign.sink.carry;

import dev.countersign.scope.Carry;
import dev.countersign.weave.LiveScopes;
import dev.countersign.weave.SiteHandler;
import dev.countersign.weave.WovenMethod;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinWorkerThread;

/**
 * Where a task is submitted or a thread is started: keeps for it the scope that the calling thread
 * carries. That there is none is not kept: a program is mostly outside of every scope, and whoever
 * runs the task knows by what is missing ({@link NestedRun}, {@link WorkerRun}).
 */
final class Submission implements SiteHandler {

  /** The task is the receiver. */
  static final int RECEIVER = -1;

  /** How often a task may be submitted. */
  enum Kind {
    /**
     * Many times, by one and by another. Where previews run, that somebody submitted it in no scope
     * is kept as well: one and the same task of theirs and of somebody else's must not change
     * places.
     */
    QUEUED,
    /** Once; the first to submit it counts. */
    ONCE
  }

  private final Associations tasks;
  private final int task;
  private final Kind kind;

  Submission(Associations tasks, int task, Kind kind) {
    this.tasks = tasks;
    this.task = task;
    this.kind = kind;
  }

  @Override
  public Object enter(WovenMethod woven, Object self, Object[] args) {
    Object submitted = task == RECEIVER ? self : args[task];
    if (submitted == null) {
      return null;
    }
    Object captured = Carry.capture();
    boolean kept =
        Carry.carries(captured)
            || kind == Kind.QUEUED && (Carry.anyClosing() || tasks.has(submitted));
    if (!kept || isOfJdk(self, submitted)) {
      return null;
    }
    // Where it is kept that there was none, the sites where the task runs have to be entered.
    Object what = Carry.carries(captured) ? captured : LiveScopes.mark();
    if (kind == Kind.ONCE) {
      tasks.addOnce(submitted, what);
    } else {
      tasks.add(submitted, what);
    }
    return submitted;
  }

  /** Of sites that are left again: what throws did not take the task. */
  @Override
  public Object exit(Object token, Object result, Throwable thrown) {
    if (thrown != null) {
      tasks.rejected(token);
    }
    return result;
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
