package dev.countersign.sink.http.netty;

import dev.countersign.canonical.NotCanonicalException;
import dev.countersign.effect.Destination;
import dev.countersign.sink.http.Sends;
import java.net.InetSocketAddress;
import java.util.Locale;

/**
 * Where a connection goes, by what it was opened for and not by what a request on it says.
 *
 * @param scheme {@code https} where there is TLS in it
 * @param host as it was asked for; null where it is no internet address
 * @param proxy through which it goes; null for none
 * @param destination the address at its other end
 */
record Origin(
    String scheme, String host, int port, InetSocketAddress proxy, Destination destination) {

  /**
   * @param asked what Reactor Netty was asked for; null for another client
   */
  static Origin of(NettyLibrary library, Object channel, Asked asked) {
    Object connection = library.connection(channel);
    NettyLibrary.Tunnel tunnel = library.tunnel(connection);
    InetSocketAddress proxy = tunnel == null ? null : tunnel.proxy();
    InetSocketAddress end =
        library.remoteAddress(connection) instanceof InetSocketAddress inet ? inet : null;
    InetSocketAddress to = tunnel == null ? end : tunnel.destination();
    // A channel of another's says what that one wants.
    boolean known = end != null && connection.getClass().getName().startsWith("io.netty.");
    Destination destination = known ? Destination.at(end.getAddress()) : Destination.UNKNOWN;
    boolean secure = library.isSecure(connection);
    if (asked != null && asked.host() != null) {
      // QUIC has its TLS in itself.
      boolean both = asked.secure() && (secure || end == null);
      return new Origin(both ? "https" : "http", asked.host(), asked.port(), proxy, destination);
    }
    String scheme = secure ? "https" : "http";
    return to == null
        ? new Origin(scheme, null, -1, proxy, destination)
        : new Origin(scheme, to.getHostString(), to.getPort(), proxy, destination);
  }

  /**
   * One that is looked at often.
   *
   * @param target as the books name it
   */
  record Known(Origin origin, String target) {}

  Known known() {
    return new Known(this, target());
  }

  boolean isSecure() {
    return scheme.equals("https");
  }

  /** As the books name it. */
  String target() {
    return Sends.target(scheme, host == null ? "unknown" : bracketed(), port);
  }

  /**
   * The URL of a request.
   *
   * @param asked what stands in its line
   */
  String url(String method, String asked) {
    if (host == null) {
      throw new NotCanonicalException("a connection that goes to no internet address");
    }
    if (method.equals("CONNECT")) {
      return "https://" + asked + "/";
    }
    return isAbsolute(asked) ? asked : scheme + "://" + bracketed() + ":" + port + asked;
  }

  /** Such a request goes on from whoever is at the other end, so that one is its proxy. */
  InetSocketAddress proxyOf(String method, String asked, String urlOrigin) {
    boolean sentOn = isAbsolute(asked) && !urlOrigin.equals(target());
    return proxy == null && (sentOn || method.equals("CONNECT"))
        ? InetSocketAddress.createUnresolved(host, port)
        : proxy;
  }

  private static boolean isAbsolute(String asked) {
    return !asked.startsWith("/") && asked.contains("://");
  }

  private String bracketed() {
    return host.indexOf(':') >= 0 && !host.startsWith("[")
        ? "[" + host + "]"
        : host.toLowerCase(Locale.ROOT);
  }
}
