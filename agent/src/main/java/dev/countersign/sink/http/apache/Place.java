package dev.countersign.sink.http.apache;

import dev.countersign.sink.http.Sends;
import java.util.Locale;

/**
 * A host and a port.
 *
 * @param host a name or an address; an IPv6 address with its brackets
 * @param port negative = not said
 */
record Place(String host, int port) {

  static Place of(String host, int port) {
    boolean literal = host.indexOf(':') >= 0 && !host.startsWith("[");
    return new Place(literal ? '[' + host + ']' : host, port);
  }

  /** {@code host:port} as a request line has it; null for anything else. */
  static Place of(String authority) {
    int colon = authority.lastIndexOf(':');
    if (colon <= 0 || colon < authority.lastIndexOf(']')) {
      return null;
    }
    int port = 0;
    for (int i = colon + 1; i < authority.length(); i++) {
      char c = authority.charAt(i);
      if (c < '0' || c > '9' || port > 65_535) {
        return null;
      }
      port = 10 * port + c - '0';
    }
    return colon + 1 == authority.length() ? null : new Place(authority.substring(0, colon), port);
  }

  String origin(String scheme) {
    return scheme + "://" + host + (port < 0 ? "" : ":" + port);
  }

  String target(String scheme) {
    return Sends.target(scheme, host, port);
  }

  boolean isSameAs(Place other) {
    return port == other.port
        && host.toLowerCase(Locale.ROOT).equals(other.host.toLowerCase(Locale.ROOT));
  }
}
