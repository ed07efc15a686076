package dev.countersign.sink.sockets;

import dev.countersign.ActionClass;
import dev.countersign.ledger.Adapter;
import dev.countersign.ledger.BodyState;
import dev.countersign.scope.Effects;
import dev.countersign.scope.Firing;
import dev.countersign.scope.Unjudged;
import dev.countersign.sink.http.netty.Transport;
import dev.countersign.weave.SiteHandler;
import dev.countersign.weave.WovenMethod;

/**
 * A channel of Netty's is about to be connected, by whichever transport, some of which are not the
 * JDK's. On the event loop, where the stack does not say who asked for it.
 */
final class NettyConnectSink implements SiteHandler {

  private final Effects effects;
  private final boolean refusing;
  private final Adapter adapter;

  /**
   * @param refusing {@code unbound.sockets: refuse}
   */
  NettyConnectSink(Effects effects, boolean refusing, Adapter adapter) {
    this.effects = effects;
    this.refusing = refusing;
    this.adapter = adapter;
  }

  @Override
  public Object enter(WovenMethod woven, Object head, Object[] args) {
    Effects.requireOpen(ActionClass.NETWORK_REQUEST);
    if (effects.currentCall() == null) {
      return null;
    }
    String to = ConnectSink.address(args[1]);
    Transport netty = Transport.of(head);
    return to == null || netty.isKnown(head)
        ? null
        : effects.useUnjudged(
            new Unjudged(Unjudged.SOCKET, to, netty.channel(head).getClass().getName(), adapter));
  }

  @Override
  public boolean passesInsideCheck(Object self, Object[] args) {
    return !refusing;
  }

  @Override
  public Object exit(Object token, Object result, Throwable thrown) {
    ((Firing) token).ended(thrown == null ? BodyState.RETURNED : BodyState.RAISED, thrown);
    return result;
  }
}
