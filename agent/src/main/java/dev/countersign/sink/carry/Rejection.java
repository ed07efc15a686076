package dev.countersign.sink.carry;

import dev.countersign.weave.SiteHandler;
import dev.countersign.weave.WovenMethod;

/**
 * Where a pool rejects a task: its submission did not count, unless a handler of the application's
 * has it queued all the same. One that runs it does so on the submitter's thread.
 */
final class Rejection implements SiteHandler {

  private final Associations tasks;

  Rejection(Associations tasks) {
    this.tasks = tasks;
  }

  @Override
  public Object enter(WovenMethod woven, Object self, Object[] args) {
    if (args[0] != null) {
      tasks.rejected(args[0]);
    }
    return null;
  }
}
