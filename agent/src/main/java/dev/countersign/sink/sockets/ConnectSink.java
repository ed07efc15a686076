package dev.countersign.sink.sockets;

import dev.countersign.ActionClass;
import dev.countersign.ledger.Adapter;
import dev.countersign.ledger.BodyState;
import dev.countersign.scope.Effects;
import dev.countersign.scope.Firing;
import dev.countersign.scope.Unjudged;
import dev.countersign.weave.SiteHandler;
import dev.countersign.weave.WovenMethod;
import java.net.InetSocketAddress;
import java.net.UnixDomainSocketAddress;

/**
 * A connection is about to be opened, a datagram about to be sent. In a tool, and by nobody whose
 * requests are judged anyway, it is what {@code unbound.sockets} says; outside any tool it is left
 * alone.
 */
final class ConnectSink implements SiteHandler {

  private final Effects effects;
  private final String kind;
  private final int address;
  private final boolean refusing;
  private final Adapter adapter;

  /**
   * @param address which argument says where to
   * @param refusing {@code unbound.sockets: refuse}
   */
  ConnectSink(Effects effects, String kind, int address, boolean refusing, Adapter adapter) {
    this.effects = effects;
    this.kind = kind;
    this.address = address;
    this.refusing = refusing;
    this.adapter = adapter;
  }

  @Override
  public Object enter(WovenMethod woven, Object self, Object[] args) {
    // In a preview no client may connect, those whose requests are judged neither (spec 4).
    Effects.requireOpen(ActionClass.NETWORK_REQUEST);
    if (effects.currentCall() == null) {
      return null;
    }
    String to = address(args[address]);
    String by = to == null ? null : Opener.ofThisStack();
    return by == null ? null : effects.useUnjudged(new Unjudged(kind, to, by, adapter));
  }

  /**
   * Of the JDK's own types, whose methods the application cannot override; null for anything else,
   * which the JDK rejects.
   */
  static String address(Object given) {
    if (given instanceof InetSocketAddress inet) {
      String host =
          inet.getAddress() == null ? inet.getHostString() : inet.getAddress().getHostAddress();
      return host + ':' + inet.getPort();
    }
    return given instanceof UnixDomainSocketAddress unix ? "unix:" + unix.getPath() : null;
  }

  /** What an extractor of the configuration does inside a check is not judged once more. */
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
