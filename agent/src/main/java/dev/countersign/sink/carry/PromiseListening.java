package dev.countersign.sink.carry;

import dev.countersign.weave.SiteHandler;
import dev.countersign.weave.WovenMethod;

/**
 * Where somebody wants to hear of a promise of Netty's: the first who does is who it is made for.
 * That a channel was closed is heard of by everybody who ever used it, and by nobody in particular.
 */
final class PromiseListening implements SiteHandler {

  private static final String CLOSE_FUTURE = "io.netty.channel.AbstractChannel$CloseFuture";

  private final Travel travel;
  private final Associations promises;

  PromiseListening(Travel travel, Associations promises) {
    this.travel = travel;
    this.promises = promises;
  }

  @Override
  public Object enter(WovenMethod woven, Object promise, Object[] args) {
    Object captured = travel.capture();
    if (captured != null && !promise.getClass().getName().equals(CLOSE_FUTURE)) {
      promises.addOnce(promise, captured);
    }
    return null;
  }
}
