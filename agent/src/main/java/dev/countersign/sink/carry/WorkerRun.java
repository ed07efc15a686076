package dev.countersign.sink.carry;

import dev.countersign.scope.Carry;
import dev.countersign.weave.SiteHandler;
import dev.countersign.weave.WovenMethod;

/**
 * Where a worker thread is about to run its next task: it takes on what was captured for it, or
 * nothing, which hides what the thread inherited or the last task left behind. Nothing is restored:
 * before the next task the worker comes here again.
 */
final class WorkerRun implements SiteHandler {

  private final Associations tasks;
  private final int task;
  private final boolean again;

  /**
   * @param task which of the call's receiver and arguments is the task
   * @param again whether the same task runs again without being submitted again
   */
  WorkerRun(Associations tasks, int task, boolean again) {
    this.tasks = tasks;
    this.task = task;
    this.again = again;
  }

  @Override
  public Object enter(WovenMethod woven, Object self, Object[] args) {
    Carry.enter(again ? tasks.peek(args[task]) : tasks.take(args[task]));
    return null;
  }

  @Override
  public boolean mayBeOfACall() {
    return tasks.any();
  }
}
