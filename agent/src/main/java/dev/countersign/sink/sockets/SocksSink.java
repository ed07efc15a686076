package dev.countersign.sink.sockets;

import dev.countersign.ActionClass;
import dev.countersign.ledger.Adapter;
import dev.countersign.scope.Effects;
import dev.countersign.sink.http.Sends;
import dev.countersign.sink.http.SocksProxies;
import dev.countersign.weave.Site;
import dev.countersign.weave.SiteHandler;
import dev.countersign.weave.WovenMethod;
import java.net.InetSocketAddress;

/**
 * {@code SocksSocketImpl.connect}: a proxy is about to be told which server is meant, by a client
 * whose requests are judged on the connection that comes of it. Where none of them could go there
 * through that proxy, the proxy hears nothing. The descriptor is the same on JDK 17 and 25.
 *
 * <p>A client that looked the name up gives an address, under which its resolver need not have put
 * that name: then the server is the one that the client says it connects to, and whether it may be
 * at that address is judged with the request ({@code send.address}).
 *
 * <p>A proxy that the JVM was started with, or that a {@code ProxySelector} of the whole JVM names,
 * is asked as before: the first is no part of a request, the second is not known here.
 */
public final class SocksSink implements SiteHandler {

  private static final String SOCKS = "java.net.SocksSocketImpl";

  private final Effects effects;
  private final Sends sends;
  private final Adapter adapter;

  private SocksSink(Effects effects, Sends sends, Adapter adapter) {
    this.effects = effects;
    this.sends = sends;
    this.adapter = adapter;
  }

  /** Where it is woven. */
  public static Site site(Effects effects, Sends sends, String version) {
    return Site.onEntry(SOCKS)
        .at("connect", "(Ljava/net/SocketAddress;I)V")
        .refuses(ActionClass.NETWORK_REQUEST)
        .to(
            new SocksSink(
                effects, sends, new Adapter("countersign.socket", version, SOCKS + "#connect")));
  }

  @Override
  public Object enter(WovenMethod woven, Object self, Object[] args) {
    if (effects.currentCall() == null || !(args[0] instanceof InetSocketAddress to)) {
      return null;
    }
    String proxy = sends.proxies().entering(SocksProxies.ofImpl(self));
    if (proxy != null && Opener.ofThisStack() == null) {
      String meant = meant(to);
      sends.requireReach(meant == null ? to.getHostString() : meant, to.getPort(), proxy, adapter);
    }
    return null;
  }

  private String meant(InetSocketAddress to) {
    String meant = to.isUnresolved() ? null : sends.connectingTo();
    return meant == null || !Opener.isApacheOnThisStack() ? null : meant;
  }

  /** What is opened inside a check is no request of a call. */
  @Override
  public boolean passesInsideCheck(Object self, Object[] args) {
    return true;
  }
}
