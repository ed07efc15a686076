package dev.countersign.sink.carry;

import dev.countersign.weave.SiteHandler;
import dev.countersign.weave.WovenMethod;

/**
 * Where a listener hears of a promise of Netty's: it runs for whom it listens where that is known,
 * else for whom the promise is made.
 */
final class PromiseNotice implements SiteHandler {

  private final Travel travel;
  private final Associations promises;
  private final Associations listeners;

  /**
   * @param promises as in {@link PromiseListening}
   * @param listeners as in {@link PromiseListening}
   */
  PromiseNotice(Travel travel, Associations promises, Associations listeners) {
    this.travel = travel;
    this.promises = promises;
    this.listeners = listeners;
  }

  @Override
  public Object enter(WovenMethod woven, Object self, Object[] args) {
    if (!travel.begun()) {
      return null;
    }
    Object captured =
        listeners.peek(args[0]) instanceof Associations each ? each.take(args[1]) : null;
    return NestedRun.enter(captured == null ? promises.peek(args[0]) : captured, true);
  }

  @Override
  public Object exit(Object token, Object result, Throwable thrown) {
    NestedRun.leave(token);
    return result;
  }
}
