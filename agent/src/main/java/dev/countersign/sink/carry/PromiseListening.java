package dev.countersign.sink.carry;

import dev.countersign.scope.Carry;
import dev.countersign.weave.SiteHandler;
import dev.countersign.weave.WovenMethod;

/**
 * Where somebody wants to hear of a promise of Netty's: keeps for whom. By the promise and the
 * listener, for one listener may listen to many promises, and many to one.
 *
 * <p>That a channel was closed is heard of by everybody who ever used it, and kept for previews
 * only.
 */
final class PromiseListening implements SiteHandler {

  private static final String CLOSE_FUTURE = "io.netty.channel.AbstractChannel$CloseFuture";

  private final Associations promises;

  /**
   * @param promises {@link Associations} of each: its listeners, who listens for whom
   */
  PromiseListening(Associations promises) {
    this.promises = promises;
  }

  @Override
  public Object enter(WovenMethod woven, Object promise, Object[] args) {
    Object captured = Carry.capture();
    boolean kept =
        Carry.isClosing(captured)
            || Carry.carries(captured) && !isCloseFuture(promise)
            || promises.has(promise);
    if (kept) {
      promises.addOnce(promise, new Associations());
      ((Associations) promises.peek(promise)).add(args[0], captured);
    }
    return null;
  }

  static boolean isCloseFuture(Object promise) {
    return promise.getClass().getName().equals(CLOSE_FUTURE);
  }
}
