package dev.countersign.sink.http.jdk;

import dev.countersign.sink.http.Members;
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
  private final Field client;
  private final Method timerOf;
  private final Method register;
  private final Method unregister;
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
      Class<?> exchange = Members.type(loader, pack + "Exchange");
      Class<?> requestImpl = Members.type(loader, pack + "HttpRequestImpl");
      request = Members.field(multiExchange, "request");
      current = Members.field(multiExchange, "currentreq");
      previous = Members.field(multiExchange, "previousreq");
      cancelled = Members.field(multiExchange, "cancelled");
      executor = Members.field(multiExchange, "executor");
      cancelTimer = Members.method(multiExchange, "cancelTimer");
      client = Members.field(multiExchange, "client");
      Class<?> timer = Members.type(loader, pack + "TimeoutEvent");
      timerOf =
          Members.method(Members.type(loader, pack + "ResponseTimerEvent"), "of", multiExchange);
      register = Members.method(client.getType(), "registerTimer", timer);
      unregister = Members.method(client.getType(), "cancelTimer", timer);
      attempted = Members.field(exchange, "request");
      multi = Members.field(exchange, "multi");
      publisher = Members.field(requestImpl, "requestPublisher");
      systemHeaders = Members.field(requestImpl, "systemHeadersBuilder");
      headersOf = Members.method(systemHeaders.getType(), "map");
      proxy = Members.method(requestImpl, "proxy");
    } catch (ReflectiveOperationException otherJdk) {
      throw new IllegalStateException(
          "the HTTP client of this JDK is not known: " + otherJdk.getMessage(), otherJdk);
    }
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
          ? Members.read(Members.field(exchange.getClass(), "multi"), exchange)
          : Members.read(known.multi, exchange);
    } catch (ReflectiveOperationException otherJdk) {
      throw new IllegalStateException(otherJdk);
    }
  }

  /** The JDK's own copy of the request that the application made. */
  HttpRequest request(Object multiExchange) {
    return (HttpRequest) Members.read(request, multiExchange);
  }

  /** The request of the attempt before, when this one is none of the first; else null. */
  HttpRequest previous(Object multiExchange) {
    return (HttpRequest) Members.read(previous, multiExchange);
  }

  /** The request of an attempt. */
  HttpRequest attempted(Object exchange) {
    return (HttpRequest) Members.read(attempted, exchange);
  }

  boolean isCancelled(Object multiExchange) {
    return (Boolean) Members.read(cancelled, multiExchange);
  }

  Executor executor(Object multiExchange) {
    return (Executor) Members.read(executor, multiExchange);
  }

  HttpRequest.BodyPublisher publisher(HttpRequest copy) {
    return (HttpRequest.BodyPublisher) Members.read(publisher, copy);
  }

  /** The bytes that were judged take the place of where they came from. */
  void publisher(HttpRequest copy, HttpRequest.BodyPublisher held) {
    Members.write(publisher, copy, held);
  }

  /** What the client itself adds: cookies and credentials among them. */
  @SuppressWarnings("unchecked") // declared so in both JDKs
  Map<String, List<String>> systemHeaders(HttpRequest copy) {
    return (Map<String, List<String>>) Members.call(headersOf, Members.read(systemHeaders, copy));
  }

  InetSocketAddress proxy(HttpRequest copy) {
    return (InetSocketAddress) Members.call(proxy, copy);
  }

  /**
   * Has the client itself cancel the request when its time is over, on the thread on which it does
   * so anyway; the request has a time limit.
   */
  Object startTimer(Object multiExchange) {
    Object timer = Members.call(timerOf, null, multiExchange);
    Members.call(register, Members.read(client, multiExchange), timer);
    return timer;
  }

  void stopTimer(Object multiExchange, Object timer) {
    Members.call(unregister, Members.read(client, multiExchange), timer);
  }

  /** An attempt that is refused waits for no answer. */
  void cancelTimer(Object multiExchange) {
    Members.call(cancelTimer, multiExchange);
  }
}
