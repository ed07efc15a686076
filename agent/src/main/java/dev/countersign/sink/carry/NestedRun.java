package dev.countersign.sink.carry;

import dev.countersign.scope.Carry;
import dev.countersign.weave.SiteHandler;
import dev.countersign.weave.WovenMethod;

/**
 * Around a task that may run inside another one (a fork-join worker helps while it waits, a
 * completion runs on the thread that completes): takes on what was captured for it and gives it
 * back. A task that was never submitted runs on what its caller carries.
 */
final class NestedRun implements SiteHandler {

  /** Stands for "carried nothing before" where a token is due. */
  private static final Object NOTHING = new Object();

  private final Travel travel;
  private final Associations tasks;
  private final boolean again;
  private final int task;
  private final boolean completed;

  /**
   * @param again whether the same task is entered more than once for one submission
   */
  NestedRun(Travel travel, Associations tasks, boolean again) {
    this(travel, tasks, again, Submission.RECEIVER, false);
  }

  /**
   * @param task which argument is the task, or {@link Submission#RECEIVER}
   * @param completed whether it runs because the calling thread completed what it waits for
   */
  NestedRun(Travel travel, Associations tasks, boolean again, int task, boolean completed) {
    this.travel = travel;
    this.tasks = tasks;
    this.again = again;
    this.task = task;
    this.completed = completed;
  }

  @Override
  public Object enter(WovenMethod woven, Object self, Object[] args) {
    Object captured = null;
    if (travel.begun()) {
      Object run = task == Submission.RECEIVER ? self : args[task];
      captured = again ? tasks.peek(run) : tasks.take(run);
    }
    return enter(captured, completed);
  }

  /**
   * Takes on what was captured.
   *
   * @return the token for {@link #leave}; null when nothing was captured
   */
  static Object enter(Object captured, boolean completed) {
    if (captured == null) {
      return null;
    }
    Object previous = completed ? Carry.enterBecause(captured) : Carry.enter(captured);
    return previous == null ? NOTHING : previous;
  }

  /** Gives it back. */
  static void leave(Object token) {
    Carry.restore(token == NOTHING ? null : token);
  }

  @Override
  public Object exit(Object token, Object result, Throwable thrown) {
    leave(token);
    return result;
  }
}
