package dev.countersign.sink.carry;

import dev.countersign.scope.Carry;
import dev.countersign.weave.SiteHandler;
import dev.countersign.weave.WovenMethod;

/** Around work that is no call's, whichever thread it runs on: outside of every scope. */
final class OutsideRun implements SiteHandler {

  @Override
  public Object enter(WovenMethod woven, Object self, Object[] args) {
    return Carry.enter(null);
  }

  @Override
  public Object exit(Object token, Object result, Throwable thrown) {
    Carry.restore(token);
    return result;
  }
}
