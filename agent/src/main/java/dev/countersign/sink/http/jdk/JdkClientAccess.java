package dev.countersign.sink.http.jdk;

import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.net.InetSocketAddress;
import java.net.http.HttpRequest;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executor;

/**
 * What of the JDK's client has to be read, and the one field that is written: the same on JDK 17
 * and 25. Made with the first request, so that the client's classes are not loaded before the
 * application loads them.
 */
final class JdkClientAccess {

  private static volatile JdkClientAccess instance;

  private final Field request;
  private final Field current;
  private final Field previous;
  private final Field cancelled;
  private final Field executor;
  private final Method cancelTimer;
  private final Field attempted;
  private final Field multi;
  private final Field publisher;
  private final Field systemHeaders;
  private final Method headersOf;
  private final Method proxy;

  private JdkClientAccess(Class<?> multiExchange) {
    try {
      ClassLoader loader = multiExchange.getClassLoader();
      String pack = multiExchange.getPackageName() + '.';
      Class<?> exchange = Class.forName(pack + "Exchange", false, loader);
      Class<?> requestImpl = Class.forName(pack + "HttpRequestImpl", false, loader);
      request = field(multiExchange, "request");
      current = field(multiExchange, "currentreq");
      previous = field(multiExchange, "previousreq");
      cancelled = field(multiExchange, "cancelled");
      executor = field(multiExchange, "executor");
      cancelTimer = method(multiExchange, "cancelTimer");
      attempted = field(exchange, "request");
      multi = field(exchange, "multi");
      publisher = field(requestImpl, "requestPublisher");
      systemHeaders = field(requestImpl, "systemHeadersBuilder");
      headersOf = method(systemHeaders.getType(), "map");
      proxy = method(requestImpl, "proxy");
    } catch (ReflectiveOperationException otherJdk) {
      throw new IllegalStateException(
          "the HTTP client of this JDK is not known: " + otherJdk.getMessage(), otherJdk);
    }
  }

  private static Field field(Class<?> type, String name) throws NoSuchFieldException {
    Field field = type.getDeclaredField(name);
    field.setAccessible(true);
    return field;
  }

  private static Method method(Class<?> type, String name) throws NoSuchMethodException {
    Method method = type.getDeclaredMethod(name);
    method.setAccessible(true);
    return method;
  }

  /**
   * @param multiExchange any of the client's {@code MultiExchange}s
   */
  static JdkClientAccess of(Object multiExchange) {
    JdkClientAccess known = instance;
    if (known == null) {
      // Two threads may both make it; they are alike.
      known = new JdkClientAccess(multiExchange.getClass());
      instance = known;
    }
    return known;
  }

  /** The {@code MultiExchange} of an {@code Exchange}, before anything else is known. */
  static Object multiOf(Object exchange) {
    JdkClientAccess known = instance;
    try {
      return known == null
          ? field(exchange.getClass(), "multi").get(exchange)
          : known.multi.get(exchange);
    } catch (ReflectiveOperationException otherJdk) {
      throw new IllegalStateException(otherJdk);
    }
  }

  /** The JDK's own copy of the request that the application made. */
  HttpRequest request(Object multiExchange) {
    return (HttpRequest) read(request, multiExchange);
  }

  /** The request of the attempt before, when this one is none of the first; else null. */
  HttpRequest previous(Object multiExchange) {
    return (HttpRequest) read(previous, multiExchange);
  }

  /** The request of an attempt. */
  HttpRequest attempted(Object exchange) {
    return (HttpRequest) read(attempted, exchange);
  }

  boolean isCancelled(Object multiExchange) {
    return (Boolean) read(cancelled, multiExchange);
  }

  Executor executor(Object multiExchange) {
    return (Executor) read(executor, multiExchange);
  }

  HttpRequest.BodyPublisher publisher(HttpRequest copy) {
    return (HttpRequest.BodyPublisher) read(publisher, copy);
  }

  /** The bytes that were judged take the place of where they came from. */
  void publisher(HttpRequest copy, HttpRequest.BodyPublisher held) {
    try {
      publisher.set(copy, held);
    } catch (ReflectiveOperationException otherJdk) {
      throw new IllegalStateException(otherJdk);
    }
  }

  /** What the client itself adds: cookies and credentials among them. */
  @SuppressWarnings("unchecked") // declared so in both JDKs
  Map<String, List<String>> systemHeaders(HttpRequest copy) {
    return (Map<String, List<String>>) call(headersOf, read(systemHeaders, copy));
  }

  InetSocketAddress proxy(HttpRequest copy) {
    return (InetSocketAddress) call(proxy, copy);
  }

  /** An attempt that is refused waits for no answer. */
  void cancelTimer(Object multiExchange) {
    call(cancelTimer, multiExchange);
  }

  private static Object read(Field field, Object of) {
    try {
      return field.get(of);
    } catch (ReflectiveOperationException otherJdk) {
      throw new IllegalStateException(otherJdk);
    }
  }

  private static Object call(Method method, Object on) {
    try {
      return method.invoke(on);
    } catch (ReflectiveOperationException otherJdk) {
      throw new IllegalStateException(otherJdk);
    }
  }
}
