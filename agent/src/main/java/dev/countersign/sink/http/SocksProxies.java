package dev.countersign.sink.http;

import java.lang.reflect.Field;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;

/** Through which SOCKS proxy the JDK connected a socket: the same on JDK 17 and 25. */
public final class SocksProxies {

  private static final String IMPL = "java.net.SocksSocketImpl";

  private static volatile SocksProxies instance;

  private final Field impl;
  private final Field server;
  private final Field port;
  private final Field told;

  private SocksProxies() {
    try {
      Class<?> socks = Class.forName(IMPL);
      impl = Members.field(Socket.class, "impl");
      server = Members.field(socks, "server");
      port = Members.field(socks, "serverPort");
      told = Members.field(socks, "external_address");
    } catch (ReflectiveOperationException otherJdk) {
      throw new IllegalStateException(
          "the sockets of this JDK are not known: " + otherJdk.getMessage(), otherJdk);
    }
  }

  /** Null for none. */
  public static InetSocketAddress of(Socket socket) {
    if (socket == null) {
      return null;
    }
    SocksProxies known = known();
    return known.through(Members.read(known.impl, socket));
  }

  /**
   * Which address the proxy was told to go to.
   *
   * @return null where it was told a name, or there is none
   */
  static InetAddress told(Socket socket) {
    SocksProxies known = known();
    Object by = socket == null ? null : Members.read(known.impl, socket);
    if (known.through(by) == null) {
      return null;
    }
    InetSocketAddress end = (InetSocketAddress) Members.read(known.told, by);
    return end == null ? null : end.getAddress();
  }

  /**
   * The proxy of what is about to connect it.
   *
   * @param impl the JDK's own
   */
  public static InetSocketAddress ofImpl(Object impl) {
    return known().through(impl);
  }

  private static SocksProxies known() {
    SocksProxies known = instance;
    if (known == null) {
      // Two threads may both make it; they are alike.
      known = new SocksProxies();
      instance = known;
    }
    return known;
  }

  private InetSocketAddress through(Object by) {
    if (by == null || !by.getClass().getName().equals(IMPL)) {
      return null;
    }
    String host = (String) Members.read(server, by);
    return host == null
        ? null
        : InetSocketAddress.createUnresolved(host, (Integer) Members.read(port, by));
  }
}
