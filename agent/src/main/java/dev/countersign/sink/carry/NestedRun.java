package dev.countersign.sink.carry;

import dev.countersign.scope.Carry;
import dev.countersign.weave.SiteHandler;
import dev.countersign.weave.WovenMethod;

/**
 * Around a task that may run inside another one (a fork-join worker helps while it waits): takes on
 * what was captured for it and gives it back.
 */
final class NestedRun implements SiteHandler {

  /** What a task is for which nothing was kept. */
  enum Unknown {
    /** Submitted in no scope, for none runs that was not submitted: it runs in none. */
    OUTSIDE,
    /** Perhaps never submitted: it runs on what its caller carries. */
    CALLERS
  }

  /** Stands for "carried nothing before" where a token is due. */
  private static final Object NOTHING = new Object();

  private final Associations tasks;
  private final boolean again;
  private final int task;
  private final Unknown unknown;

  /**
   * @param again whether the same task is entered more than once for one submission
   * @param task which argument is the task, or {@link Submission#RECEIVER}
   */
  NestedRun(Associations tasks, boolean again, int task, Unknown unknown) {
    this.tasks = tasks;
    this.again = again;
    this.task = task;
    this.unknown = unknown;
  }

  @Override
  public Object enter(WovenMethod woven, Object self, Object[] args) {
    Object run = task == Submission.RECEIVER ? self : args[task];
    Object captured = again ? tasks.peek(run) : tasks.take(run);
    if (captured == null && (unknown == Unknown.CALLERS || !Carry.carries())) {
      return null;
    }
    return token(Carry.enter(captured));
  }

  /**
   * @param previous from {@link Carry#enter}
   * @return the token for {@link #leave}
   */
  static Object token(Object previous) {
    return previous == null ? NOTHING : previous;
  }

  /** Gives back what was taken on. */
  static void leave(Object token) {
    Carry.restore(token == NOTHING ? null : token);
  }

  @Override
  public Object exit(Object token, Object result, Throwable thrown) {
    leave(token);
    return result;
  }

  @Override
  public boolean mayBeOfACall() {
    return tasks.any();
  }
}
