package dev.countersign.sink.carry;

import dev.countersign.scope.Carry;
import dev.countersign.weave.SiteHandler;
import dev.countersign.weave.WovenMethod;

/**
 * Where a listener hears of a promise of Netty's: it runs for whom it listens where that is known,
 * else for whom the promise is made.
 */
final class PromiseNotice implements SiteHandler {

  private final Associations promises;
  private final Associations listeners;

  /**
   * @param promises as in {@link PromiseListening}
   * @param listeners as in {@link PromiseListening}
   */
  PromiseNotice(Associations promises, Associations listeners) {
    this.promises = promises;
    this.listeners = listeners;
  }

  @Override
  public Object enter(WovenMethod woven, Object self, Object[] args) {
    Object captured =
        listeners.peek(args[0]) instanceof Associations each ? each.take(args[1]) : null;
    if (captured == null) {
      captured = promises.peek(args[0]);
    }
    return captured == null ? null : NestedRun.token(Carry.enterBecause(captured));
  }

  @Override
  public Object exit(Object token, Object result, Throwable thrown) {
    NestedRun.leave(token);
    return result;
  }
}
