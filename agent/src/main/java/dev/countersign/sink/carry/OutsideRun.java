package dev.countersign.sink.carry;

import dev.countersign.scope.Carry;
import dev.countersign.weave.SiteHandler;
import dev.countersign.weave.WovenMethod;

/**
 * Around work that is no call's, whichever thread it runs on: outside of every scope. What it
 * leaves behind on the thread is dropped.
 */
final class OutsideRun implements SiteHandler {

  @Override
  public Object enter(WovenMethod woven, Object self, Object[] args) {
    return NestedRun.token(Carry.enter(null));
  }

  @Override
  public Object exit(Object token, Object result, Throwable thrown) {
    NestedRun.leave(token);
    return result;
  }
}
