package dev.countersign.sink.http;

import dev.countersign.effect.Destination;
import java.net.InetAddress;
import java.net.Socket;

/** Where a connected socket goes. */
public final class Connected {

  private static final String TLS = "sun.security.ssl.BaseSSLSocketImpl";

  /**
   * Only sockets of the JDK's own classes are asked: another says what the application wants.
   *
   * @param socket null where there is none
   */
  public static Destination to(Socket socket) {
    Socket asked = beneathTls(socket);
    boolean known =
        asked != null && (asked.getClass() == Socket.class || asked == socket && isTls(asked));
    return known ? Destination.at(asked.getInetAddress()) : Destination.UNKNOWN;
  }

  /**
   * Where the proxy of a socket goes that was connected through one of SOCKS: what it makes of a
   * name nobody here knows, but who looked the name up before has told it an address.
   */
  public static Destination throughSocks(Socket socket) {
    InetAddress told = SocksProxies.told(beneathTls(socket));
    return told == null ? Destination.LATER : Destination.at(told);
  }

  private static boolean isTls(Socket socket) {
    return tls(socket) != null;
  }

  /** The JDK's base of its sockets for TLS; null for any other socket. */
  private static Class<?> tls(Socket socket) {
    Class<?> type = socket == null ? null : socket.getClass();
    if (type == null || type.getModule() != Object.class.getModule()) {
      return null;
    }
    while (type != null && !type.getName().equals(TLS)) {
      type = type.getSuperclass();
    }
    return type;
  }

  /** A socket for TLS may stand on another one, which may be the application's; else it is one. */
  private static Socket beneathTls(Socket socket) {
    Class<?> tls = tls(socket);
    if (tls == null) {
      return socket;
    }
    try {
      return (Socket) Members.read(Members.field(tls, "self"), socket);
    } catch (NoSuchFieldException otherJdk) {
      return null;
    }
  }

  private Connected() {}
}
