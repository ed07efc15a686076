package dev.countersign.sink.http.apache;

import dev.countersign.sink.http.Proxies;
import dev.countersign.sink.http.Sends;
import dev.countersign.sink.http.SocksProxies;
import java.net.InetSocketAddress;
import java.util.Locale;

/**
 * Where a request goes to: what its connection was made to, and what its head asks a proxy there
 * for. Neither a {@code Host} header nor anything else that the application can set says so.
 */
final class Addressee {

  private final String url;
  private final String target;
  private final Place proxy;
  private final InetSocketAddress socks;
  private final String detail;

  private Addressee(
      String url, String target, Place proxy, InetSocketAddress socks, String detail) {
    this.url = url;
    this.target = target;
    this.proxy = proxy;
    this.socks = socks;
    this.detail = detail;
  }

  /**
   * Asks the socket, which may be of a class of the application.
   *
   * @param head null where it could not be read
   */
  static Addressee of(Wire wire, WrittenHead head) {
    Place end = wire.end();
    String scheme = wire.scheme();
    if (end == null) {
      return new Addressee(
          null, "http://unknown:80", null, null, "a connection that leads nowhere");
    }
    InetSocketAddress socks = SocksProxies.of(wire.plain() == null ? wire.socket() : wire.plain());
    Place tunnel = wire.tunnel();
    String detail = wire.isLocal() ? "a connection to a Unix domain socket" : null;
    if (head == null) {
      Place place = tunnel == null ? end : tunnel;
      return new Addressee(null, place.target(scheme), null, socks, detail);
    }
    if (head.isConnect()) {
      Place to = Place.of(head.target());
      return to == null
          ? new Addressee(
              null, end.target(scheme), null, socks, "a CONNECT that names no server and port")
          : new Addressee(to.origin("https") + '/', to.target("https"), end, socks, detail);
    }
    if (head.isAbsolute()) {
      return absolute(wire, head.target(), tunnel == null ? end : tunnel, socks, detail);
    }
    Place place = tunnel == null ? end : tunnel;
    if (!head.target().startsWith("/")) {
      detail = "a request for what is no path";
    }
    return new Addressee(
        place.origin(scheme) + head.target(),
        place.target(scheme),
        tunnel == null ? null : end,
        socks,
        detail);
  }

  /** A whole URL: whoever is at the end is asked to send it on, unless it is meant itself. */
  private static Addressee absolute(
      Wire wire, String url, Place end, InetSocketAddress socks, String detail) {
    int colon = url.indexOf("://");
    String scheme = url.substring(0, colon).toLowerCase(Locale.ROOT);
    int from = colon + 3;
    int to = from;
    while (to < url.length() && "/?#".indexOf(url.charAt(to)) < 0) {
      to++;
    }
    String authority = url.substring(from, to);
    Place named = Place.of(authority);
    if (named == null) {
      named = new Place(authority, scheme.equals("https") ? 443 : 80);
    }
    String problem = detail;
    if (scheme.equals("https") && wire.scheme().equals("http")) {
      problem = "a request for https that is sent as it is";
    }
    return new Addressee(
        url, named.target(scheme), named.isSameAs(end) ? null : end, socks, problem);
  }

  /** The whole URL; null where there is none. */
  String url() {
    return url;
  }

  String target() {
    return target;
  }

  /** Why it cannot be judged; null when it can. */
  String detail() {
    return detail;
  }

  /** Whether it goes to a proxy that this JVM was started with. */
  boolean isProxyOfStart(Proxies proxies) {
    return proxy != null && proxies.entering(unresolved(proxy)) == null;
  }

  /** Of two proxies, the one that this JVM was not started with; null for none. */
  InetSocketAddress proxy(Proxies proxies) {
    if (proxy == null || socks != null && isProxyOfStart(proxies)) {
      return socks;
    }
    return unresolved(proxy);
  }

  /** Whether a SOCKS proxy, and nothing else, stands between. */
  boolean isThroughSocks() {
    return proxy == null && socks != null;
  }

  private static InetSocketAddress unresolved(Place place) {
    return InetSocketAddress.createUnresolved(
        place.host(), place.port() < 0 ? Sends.HTTP_PORT : place.port());
  }
}
