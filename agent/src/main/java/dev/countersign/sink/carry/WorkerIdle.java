package dev.countersign.sink.carry;

import dev.countersign.scope.Carry;
import dev.countersign.weave.SiteHandler;
import dev.countersign.weave.WovenMethod;

/** Where a worker thread is about to wait for its next task: it lets go of the last one's scope. */
final class WorkerIdle implements SiteHandler {

  @Override
  public Object enter(WovenMethod woven, Object self, Object[] args) {
    Carry.enter(null);
    return null;
  }
}
