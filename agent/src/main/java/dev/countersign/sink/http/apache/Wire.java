package dev.countersign.sink.http.apache;

import dev.countersign.ledger.BodyState;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketAddress;
import javax.net.ssl.SSLSocket;

/**
 * One connection of the client: where it goes to, as it was really made, and what is on its way
 * over it. Used by one thread at a time, as the connection is.
 */
final class Wire {

  private final Connecting.To made;

  /** What the connection was made to; null where the application made it by itself. */
  private final Place asked;

  /** Whether it was made to a file instead, whatever its host says. */
  private final boolean local;

  private Socket plain;
  private Socket socket;
  private boolean secure;

  /** What a proxy at the other end was asked to connect to; null for none. */
  private Place tunnel;

  private Attempt attempt;

  private Wire(Connecting.To made) {
    this.made = made;
    this.asked = made == null ? null : made.place();
    this.local = made != null && made.local();
  }

  /**
   * A new connection.
   *
   * @param connecting what the calling thread is about; null where the client itself connects
   *     nothing
   */
  static Wire over(Socket socket, Socket base, Connecting.To connecting) {
    Wire wire = new Wire(connecting);
    wire.continueOver(socket, base);
    return wire;
  }

  /** The same connection, now over TLS. */
  void continueOver(Socket over, Socket base) {
    socket = over;
    secure = over instanceof SSLSocket;
    if (base != null) {
      plain = base;
    } else if (!secure) {
      plain = over;
    }
  }

  /** Whether this is one and the same connecting: the plain socket first, the one over TLS then. */
  boolean isMadeTo(Connecting.To to) {
    return made == to;
  }

  boolean isLocal() {
    return local;
  }

  /** Whether bytes go through TLS to whom requests are for. */
  String scheme() {
    return secure ? "https" : "http";
  }

  /** Whether there is a {@link #target} without asking the socket. */
  boolean isKnown() {
    return tunnel != null || asked != null;
  }

  /**
   * Where requests go to that name no server themselves, without asking the socket.
   *
   * @return null where only the socket knows
   */
  String target() {
    Place place = tunnel == null ? asked : tunnel;
    return place == null ? null : place.target(scheme());
  }

  /** The other end of this connection. Asks the socket, which may be of an application's class. */
  Place end() {
    SocketAddress address = socket == null ? null : socket.getRemoteSocketAddress();
    if (!(address instanceof InetSocketAddress remote)) {
      return asked;
    }
    // Names are resolved as the application likes, ports are not.
    boolean elsewhere =
        asked == null || asked.port() >= 0 && asked.port() != remote.getPort() && !local;
    return elsewhere
        ? Place.of(remote.getHostString(), remote.getPort())
        : new Place(asked.host(), remote.getPort());
  }

  Place tunnel() {
    return tunnel;
  }

  /** What is sent from here on, a proxy sends on. */
  void tunnelTo(Place place) {
    tunnel = place;
    secure = false;
  }

  /** The socket below TLS; null where nobody saw it. */
  Socket plain() {
    return plain;
  }

  Socket socket() {
    return socket;
  }

  /** What was written last, and is not answered; null for nothing that was judged. */
  Attempt attempt() {
    return attempt;
  }

  void attempt(Attempt written) {
    Attempt before = attempt;
    attempt = written;
    if (before != null && before != written) {
      before.release();
    }
  }

  /** The connection is closed or given up. */
  void closed() {
    Attempt last = attempt;
    attempt(null);
    if (last != null) {
      last.ended(BodyState.ABANDONED, null);
    }
  }

  /** Nothing more is sent over it. */
  void cut() {
    try {
      socket.close();
    } catch (IOException gone) {
      return; // it is closed all the same, and what is thrown next says why
    }
  }
}
