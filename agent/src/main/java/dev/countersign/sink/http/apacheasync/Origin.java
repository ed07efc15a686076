package dev.countersign.sink.http.apacheasync;

import dev.countersign.canonical.NotCanonicalException;
import dev.countersign.effect.Destination;
import dev.countersign.sink.http.Sends;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLSession;

/**
 * Where a connection goes, by what it was opened and secured with; neither a request nor its
 * context says it, for the application may set those.
 *
 * @param port 1 to 65535
 * @param through what stands between: a proxy; null for nothing
 * @param end the other end; null where it is no server of a network but a socket of this machine
 * @param told where the SOCKS proxy goes that stands between; null for none, and where it was told
 *     a name
 */
record Origin(
    String scheme,
    String host,
    int port,
    InetSocketAddress through,
    InetSocketAddress end,
    InetAddress told) {

  /**
   * With whom a connection is secured.
   *
   * @param host null where nobody said
   * @param port not positive where nobody said
   */
  record Secured(String host, int port) {

    static Secured by(SSLSession session) {
      return new Secured(session.getPeerHost(), session.getPeerPort());
    }

    /**
     * Its session knows nothing as long as hands are shaken, and a first request may be earlier.
     */
    static Secured by(SSLEngine engine) {
      return new Secured(engine.getPeerHost(), engine.getPeerPort());
    }
  }

  /**
   * @param host of the server that the library asked for; null where it asked for an address
   * @param remote the other end of the connection
   * @param tls null where it is not secured
   */
  static Origin of(String host, int port, SocketAddress remote, Secured tls) {
    InetSocketAddress end = remote instanceof InetSocketAddress inet ? inet : null;
    String scheme = tls == null ? "http" : "https";
    String name = host;
    int at = port > 0 ? port : tls == null ? 80 : 443;
    InetSocketAddress through = null;
    if (name == null) {
      name = end == null ? "" : end.getHostString();
      at = end == null ? at : end.getPort();
    } else if (end != null && end.getPort() != at) {
      through = end; // a SOCKS proxy: the library knows the server, the connection goes elsewhere
    }
    String secured = tls == null ? null : tls.host();
    if (secured != null) {
      int securedPort = tls.port() > 0 ? tls.port() : 443;
      if (!secured.equalsIgnoreCase(name) || securedPort != at) {
        // A tunnel: it was secured with another one than it was opened to.
        through = InetSocketAddress.createUnresolved(name, at);
        name = secured;
        at = securedPort;
      }
    }
    return new Origin(scheme, name, at, through, end, null);
  }

  /**
   * The same over a connection that was asked for at a SOCKS proxy.
   *
   * @param server that the proxy was told; null where there is none. At the end of a tunnel it is
   *     the other proxy
   */
  Origin throughSocks(InetSocketAddress server) {
    boolean tunnel = through != null && through != end;
    return server == null || tunnel
        ? this
        : new Origin(scheme, host, port, end, end, server.getAddress());
  }

  /** Scheme, host and port as a URL has them, without a path. */
  String url() {
    return scheme
        + "://"
        + (host.indexOf(':') >= 0 && !host.startsWith("[") ? bracketed() : host)
        + ':'
        + port;
  }

  private String bracketed() {
    return '[' + host + ']';
  }

  /** The same as an address: for a request that tells it to go on to another one. */
  InetSocketAddress address() {
    return InetSocketAddress.createUnresolved(host, port);
  }

  /** As the books name it. */
  String target() {
    return Sends.target(scheme, host, port);
  }

  /** Where the connection goes, where no proxy stands between that is told a name. */
  Destination destination() {
    return end == null
        ? Destination.UNKNOWN
        : Destination.at(told == null ? end.getAddress() : told);
  }

  void requireReached() {
    if (end == null) {
      throw new NotCanonicalException("a request over a socket of this machine reaches no host");
    }
  }
}
