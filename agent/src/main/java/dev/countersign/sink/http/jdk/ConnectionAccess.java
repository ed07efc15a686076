package dev.countersign.sink.http.jdk;

import dev.countersign.sink.http.Members;
import java.lang.reflect.Field;
import java.net.InetSocketAddress;

/** What of the client's connections has to be read: the same on JDK 17 and 25. */
final class ConnectionAccess {

  private static volatile ConnectionAccess instance;

  private final Field address;
  private final Field exchange;
  private final Field connection;
  private final Field stream;
  private final Field ofHttp2;

  private ConnectionAccess(Class<?> any) {
    try {
      ClassLoader loader = any.getClassLoader();
      String pack = any.getPackageName() + '.';
      address = Members.field(Members.type(loader, pack + "HttpConnection"), "address");
      exchange = Members.field(Members.type(loader, pack + "ExchangeImpl"), "exchange");
      connection = Members.field(Members.type(loader, pack + "Http1Exchange"), "connection");
      stream = Members.field(Members.type(loader, pack + "Stream"), "connection");
      ofHttp2 = Members.field(Members.type(loader, pack + "Http2Connection"), "connection");
    } catch (ReflectiveOperationException otherJdk) {
      throw new IllegalStateException(
          "the HTTP client of this JDK is not known: " + otherJdk.getMessage(), otherJdk);
    }
  }

  /**
   * @param any object of the client's package
   */
  static ConnectionAccess of(Object any) {
    ConnectionAccess known = instance;
    if (known == null) {
      // Two threads may both make it; they are alike.
      known = new ConnectionAccess(any.getClass());
      instance = known;
    }
    return known;
  }

  /** The {@code Exchange} that an attempt on either version belongs to. */
  Object exchange(Object exchangeImpl) {
    return Members.read(exchange, exchangeImpl);
  }

  Object connection(Object http1Exchange) {
    return Members.read(connection, http1Exchange);
  }

  Object connectionOfStream(Object http2Stream) {
    return Members.read(ofHttp2, Members.read(stream, http2Stream));
  }

  /** Where a connection goes, or its proxy. */
  InetSocketAddress address(Object httpConnection) {
    return (InetSocketAddress) Members.read(address, httpConnection);
  }
}
