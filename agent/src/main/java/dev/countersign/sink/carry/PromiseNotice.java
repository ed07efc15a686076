package dev.countersign.sink.carry;

import dev.countersign.scope.Carry;
import dev.countersign.weave.SiteHandler;
import dev.countersign.weave.WovenMethod;

/**
 * Where a listener hears of a promise of Netty's: it runs for whom it listens, in no scope where
 * that was not kept. Of a channel's end it hears on what the thread carries.
 */
final class PromiseNotice implements SiteHandler {

  private final Associations promises;

  /**
   * @param promises as in {@link PromiseListening}
   */
  PromiseNotice(Associations promises) {
    this.promises = promises;
  }

  @Override
  public Object enter(WovenMethod woven, Object self, Object[] args) {
    Object captured =
        promises.peek(args[0]) instanceof Associations listeners ? listeners.take(args[1]) : null;
    if (captured == null && (!Carry.carries() || PromiseListening.isCloseFuture(args[0]))) {
      return null;
    }
    return NestedRun.token(Carry.enterBecause(captured));
  }

  @Override
  public Object exit(Object token, Object result, Throwable thrown) {
    NestedRun.leave(token);
    return result;
  }

  @Override
  public boolean mayBeOfACall() {
    return promises.any();
  }
}
