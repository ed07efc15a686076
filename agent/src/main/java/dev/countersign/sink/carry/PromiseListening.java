package dev.countersign.sink.carry;

import dev.countersign.scope.Carry;
import dev.countersign.weave.SiteHandler;
import dev.countersign.weave.WovenMethod;

/**
 * Where somebody wants to hear of a promise of Netty's: the first who does is who it is made for.
 * That a channel was closed is heard of by everybody who ever used it, and by nobody in particular.
 * A preview hears for itself only: the promise may be everybody's.
 */
final class PromiseListening implements SiteHandler {

  private static final String CLOSE_FUTURE = "io.netty.channel.AbstractChannel$CloseFuture";

  private final Associations promises;
  private final Associations listeners;

  /**
   * @param promises who a promise is made for
   * @param listeners by promise, where a preview listens: {@link Associations} of who listens for
   *     whom
   */
  PromiseListening(Associations promises, Associations listeners) {
    this.promises = promises;
    this.listeners = listeners;
  }

  @Override
  public Object enter(WovenMethod woven, Object promise, Object[] args) {
    Object captured = Carry.capture();
    boolean closing = Carry.isClosing(captured);
    if (closing || listeners.has(promise)) {
      listeners.addOnce(promise, new Associations());
      ((Associations) listeners.peek(promise)).add(args[0], captured);
    }
    if (!closing && !promise.getClass().getName().equals(CLOSE_FUTURE)) {
      promises.addOnce(promise, captured);
    }
    return null;
  }
}
