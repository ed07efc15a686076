package dev.countersign.sink.http.jdk;

import dev.countersign.sink.http.Sends;
import dev.countersign.weave.SiteHandler;
import dev.countersign.weave.WovenMethod;
import java.net.InetSocketAddress;
import java.net.http.HttpRequest;

/**
 * Decides to which address a wire attempt may go ({@code send.address}): before its connection is
 * opened, and before it is written on one that stands. A connection goes to the address that it
 * holds, whatever a name has come to mean since.
 */
final class AddressSink implements SiteHandler {

  /** What the receiver is, and so how its connection and its attempt are found. */
  enum At {
    /** A connection, whose method is given the attempt. */
    CONNECTION,
    /** An attempt on HTTP/1.1. */
    EXCHANGE,
    /** An attempt on HTTP/2. */
    STREAM,
    /** An attempt on HTTP/3, from JDK 26 on: where its datagrams go is not known here. */
    DATAGRAMS
  }

  private final Sends sends;
  private final Sendings sendings;
  private final At at;

  AddressSink(Sends sends, Sendings sendings, At at) {
    this.sends = sends;
    this.sendings = sendings;
    this.at = at;
  }

  @Override
  public Object enter(WovenMethod woven, Object self, Object[] args) {
    ConnectionAccess access = ConnectionAccess.of(self);
    Object exchange = at == At.CONNECTION ? args[0] : access.exchange(self);
    if (exchange == null) {
      return null;
    }
    Object multi = JdkClientAccess.multiOf(exchange);
    Sending sending = sendings.of(multi);
    if (sending == null || sending.last() == null) {
      return null; // of no interest where it began
    }
    JdkClientAccess client = JdkClientAccess.of(multi);
    HttpRequest request = client.attempted(exchange);
    if (client.proxy(request) != null) {
      return null; // which makes something of the name
    }
    InetSocketAddress address = address(access, self);
    sends.requireAddress(
        sending.last(),
        Sends.target(request.uri().getScheme(), request.uri().getHost(), request.uri().getPort()),
        address == null ? null : address.getAddress());
    return null;
  }

  /** Null where it is not known, which is no address that could be let through. */
  private InetSocketAddress address(ConnectionAccess access, Object self) {
    switch (at) {
      case CONNECTION:
        return access.address(self);
      case EXCHANGE:
        return access.address(access.connection(self));
      case STREAM:
        return access.address(access.connectionOfStream(self));
      default:
        return null;
    }
  }
}
