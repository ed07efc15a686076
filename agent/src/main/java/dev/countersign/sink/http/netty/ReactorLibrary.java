package dev.countersign.sink.http.netty;

import dev.countersign.sink.http.Members;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.net.SocketAddress;

/** One loaded Reactor Netty, the same in 1.2 and 1.3. */
final class ReactorLibrary {

  private static final ClassValue<ReactorLibrary> KNOWN =
      new ClassValue<>() {
        @Override
        protected ReactorLibrary computeValue(Class<?> type) {
          return new ReactorLibrary(type);
        }
      };

  private final Field handler;
  private final Field endpoint;
  private final Field scheme;
  private final Field host;
  private final Field port;
  private final Field remoteAddress;
  private final Class<?> operations;
  private final Method channel;

  private ReactorLibrary(Class<?> any) {
    try {
      ClassLoader loader = any.getClassLoader();
      String client = "reactor.netty.http.client.";
      handler =
          Members.field(
              Members.type(loader, client + "HttpClientConnect$HttpIOHandlerObserver"), "handler");
      endpoint =
          Members.field(
              Members.type(loader, client + "HttpClientConnect$HttpClientHandler"), "toURI");
      Class<?> uri = Members.type(loader, client + "UriEndpoint");
      scheme = Members.field(uri, "scheme");
      host = Members.field(uri, "host");
      port = Members.field(uri, "port");
      remoteAddress = Members.field(uri, "remoteAddress");
      operations = Members.type(loader, client + "HttpClientOperations");
      channel = Members.method(Members.type(loader, "reactor.netty.DisposableChannel"), "channel");
    } catch (ReflectiveOperationException unknownLine) {
      throw new IllegalStateException(
          "this Reactor Netty is not known, 1.2 and 1.3 are: "
              + unknownLine
              + ". None of its requests is sent; use a version that is known",
          unknownLine);
    }
  }

  /**
   * The library that an object of one of its own classes is of.
   *
   * @throws IllegalStateException when it is a version that is not known
   */
  static ReactorLibrary of(Object any) {
    return KNOWN.get(any.getClass());
  }

  /** What stands for a subscription, in each of its attempts. */
  Object handler(Object observer) {
    return Members.read(handler, observer);
  }

  /** Whether it is a request that is about to be written, or its answer. */
  boolean isRequest(Object connection) {
    return connection.getClass() == operations;
  }

  Object channel(Object connection) {
    return Members.call(channel, connection);
  }

  /** What is asked of a channel. */
  Asked asked(Object ofHandler, Subscription subscription) {
    Object to = Members.read(endpoint, ofHandler);
    String by = (String) Members.read(scheme, to);
    boolean secure = by.equals("https") || by.equals("wss");
    // Where the application supplies an address, the URL has no host of its own.
    return Members.read(remoteAddress, to) instanceof SocketAddress
        ? new Asked(
            subscription, secure, (String) Members.read(host, to), (Integer) Members.read(port, to))
        : new Asked(subscription, secure, null, -1);
  }
}
