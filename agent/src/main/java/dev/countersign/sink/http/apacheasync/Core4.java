package dev.countersign.sink.http.apacheasync;

import dev.countersign.canonical.NotCanonicalException;
import dev.countersign.sink.http.Members;
import dev.countersign.weave.GatedCall;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import javax.net.ssl.SSLEngine;

/**
 * One loaded HttpCore NIO 4.4, read from outside: its classes are not visible here. The members are
 * those of 4.4.5 to 4.4.16, those of HttpAsyncClient of 4.1.
 */
final class Core4 {

  private static final ClassValue<Core4> KNOWN =
      new ClassValue<>() {
        @Override
        protected Core4 computeValue(Class<?> type) {
          return new Core4(type);
        }
      };

  private static final String HTTP = "org.apache.http.";
  static final String EXECUTOR = HTTP + "nio.protocol.HttpAsyncRequestExecutor";
  static final String CONNECTION = HTTP + "impl.nio.DefaultNHttpClientConnection";
  private static final String TLS_SESSION = HTTP + "nio.reactor.ssl.SSLIOSession";

  /** Under which a connection's context has its exchange. */
  private static final String EXCHANGE = "http.nio.exchange-handler";

  private final ClassLoader loader;
  private final Class<?> connectionType;
  private final Class<?> exchangeType;
  private final Class<?> encoderType;
  private final Class<?> controlType;
  private final Class<?> enclosing;
  private final Class<?> pipelined;
  private final Field session;
  private final Field session0;
  private final Method context;
  private final Method attribute;
  private final Method setAttribute;
  private final Method remoteAddress;
  private final Field tlsEngine;
  private final Class<?> tlsType;
  private final Method requestOutput;
  private final Method generateRequest;
  private final Method produceContent;
  private final Method write;
  private final Method complete;
  private final Method isCompleted;
  private final Method requestLine;
  private final Method method;
  private final Method uri;
  private final Method version;
  private final Method headers;
  private final Method headerName;
  private final Method headerValue;
  private final Method addHeader;
  private final Method entity;
  private final Method setEntity;
  private final Constructor<?> request;
  private final Constructor<?> enclosingRequest;
  private final Constructor<?> header;
  private final Routes routes;

  private Core4(Class<?> any) {
    try {
      loader = any.getClassLoader();
      connectionType = type("nio.NHttpClientConnection");
      exchangeType = type("nio.protocol.HttpAsyncClientExchangeHandler");
      encoderType = type("nio.ContentEncoder");
      controlType = type("nio.IOControl");
      enclosing = type("HttpEntityEnclosingRequest");
      pipelined = type("nio.protocol.Pipelined");
      Class<?> base = type("impl.nio.NHttpConnectionBase");
      session = Members.field(base, "session");
      session0 = optional("impl.nio.conn.LoggingIOSession", "session");
      context = Members.method(connectionType, "getContext");
      Class<?> contextType = type("protocol.HttpContext");
      attribute = Members.method(contextType, "getAttribute", String.class);
      setAttribute = Members.method(contextType, "setAttribute", String.class, Object.class);
      remoteAddress = Members.method(type("nio.reactor.IOSession"), "getRemoteAddress");
      tlsType = type(TLS_SESSION.substring(HTTP.length()));
      tlsEngine = Members.field(tlsType, "sslEngine");
      requestOutput = Members.method(controlType, "requestOutput");
      generateRequest = Members.method(exchangeType, "generateRequest");
      produceContent = Members.method(exchangeType, "produceContent", encoderType, controlType);
      write = Members.method(encoderType, "write", ByteBuffer.class);
      complete = Members.method(encoderType, "complete");
      isCompleted = Members.method(encoderType, "isCompleted");
      requestLine = Members.method(type("HttpRequest"), "getRequestLine");
      Class<?> line = type("RequestLine");
      method = Members.method(line, "getMethod");
      uri = Members.method(line, "getUri");
      version = Members.method(line, "getProtocolVersion");
      Class<?> message = type("HttpMessage");
      headers = Members.method(message, "getAllHeaders");
      Class<?> headerType = type("Header");
      headerName = Members.method(headerType, "getName");
      headerValue = Members.method(headerType, "getValue");
      addHeader = Members.method(message, "addHeader", headerType);
      Class<?> entityType = type("HttpEntity");
      entity = Members.method(enclosing, "getEntity");
      setEntity = Members.method(enclosing, "setEntity", entityType);
      Class<?> versionType = type("ProtocolVersion");
      request =
          Members.constructor(
              type("message.BasicHttpRequest"), String.class, String.class, versionType);
      enclosingRequest =
          Members.constructor(
              type("message.BasicHttpEntityEnclosingRequest"),
              String.class,
              String.class,
              versionType);
      header = Members.constructor(type("message.BasicHeader"), String.class, String.class);
      routes = Routes.of(loader);
    } catch (ReflectiveOperationException unknownLine) {
      throw new IllegalStateException(
          "this HttpCore NIO is not known, 4.4 is: "
              + unknownLine
              + ". None of its requests is sent; use a version that is known",
          unknownLine);
    }
  }

  private Class<?> type(String name) throws ClassNotFoundException {
    return Members.type(loader, HTTP + name);
  }

  /** Null where only the core is there. */
  private Field optional(String type, String field) throws NoSuchFieldException {
    try {
      return Members.field(type(type), field);
    } catch (ClassNotFoundException withoutClient) {
      return null;
    }
  }

  /**
   * The library that the executor or a connection is of.
   *
   * @throws IllegalStateException when it is a version that is not known
   */
  static Core4 of(Object any) {
    Class<?> type = any.getClass();
    while (!type.getName().equals(EXECUTOR) && !type.getName().equals(CONNECTION)) {
      type = type.getSuperclass(); // of the application's own, or of the client
    }
    return KNOWN.get(type);
  }

  /** The same of a connection of whatever class. */
  static Core4 ofConnection(Object connection) {
    return of(connection);
  }

  // The connection

  /** Its exchange; null for none. */
  Object exchange(Object connection) {
    return Members.call(attribute, Members.call(context, connection), EXCHANGE);
  }

  void exchange(Object connection, Object standIn) {
    Members.call(setAttribute, Members.call(context, connection), EXCHANGE, standIn);
  }

  /** Whether it sends further requests before the first one is answered. */
  @SuppressWarnings("unchecked") // a type of annotations
  boolean isPipelined(Object exchange) {
    return exchange.getClass().isAnnotationPresent((Class) pipelined);
  }

  Object standIn(InvocationHandler behind) {
    return Proxy.newProxyInstance(loader, new Class<?>[] {exchangeType}, behind);
  }

  /**
   * Where it goes.
   *
   * @param exchange for which it was opened
   */
  Origin origin(Object connection, Object exchange) {
    Object open = Members.read(session, connection);
    if (session0 != null && session0.getDeclaringClass() == open.getClass()) {
      open = Members.read(session0, open);
    }
    Object hop = routes == null ? null : routes.firstHop(exchange);
    return Origin.of(
        hop == null ? null : routes.host(hop),
        hop == null ? -1 : routes.port(hop),
        (SocketAddress) Members.call(remoteAddress, open),
        tlsType.isInstance(open)
            ? Origin.Secured.by((SSLEngine) Members.read(tlsEngine, open))
            : null);
  }

  void requestOutput(Object connection) {
    Members.call(requestOutput, connection);
  }

  // The exchange: these run code of the application

  /** Null when there is none yet. */
  Object generateRequest(Object exchange) throws Throwable {
    return GatedCall.plain(generateRequest, exchange, new Object[0]);
  }

  void produceContent(Object exchange, Object encoder, Object control) throws Throwable {
    GatedCall.plain(produceContent, exchange, new Object[] {encoder, control});
  }

  Object encoder(InvocationHandler behind) {
    return Proxy.newProxyInstance(loader, new Class<?>[] {encoderType}, behind);
  }

  Object control(InvocationHandler behind) {
    return Proxy.newProxyInstance(loader, new Class<?>[] {controlType}, behind);
  }

  int write(Object encoder, ByteBuffer from) throws Throwable {
    return (Integer) GatedCall.plain(write, encoder, new Object[] {from});
  }

  /** All of it was written. */
  void complete(Object encoder) throws Throwable {
    if (!(Boolean) GatedCall.plain(isCompleted, encoder, new Object[0])) {
      GatedCall.plain(complete, encoder, new Object[0]);
    }
  }

  // Messages

  /** The body that a message says it has; null for none. */
  Object entity(Object message) throws Throwable {
    return enclosing.isInstance(message) ? GatedCall.plain(entity, message, new Object[0]) : null;
  }

  /** Reads a message of whatever class; runs its code unless it is the library's own. */
  Head head(Object message) throws Throwable {
    Object line = GatedCall.plain(requestLine, message, new Object[0]);
    Object[] all = (Object[]) GatedCall.plain(headers, message, new Object[0]);
    List<Head.Line> lines = new ArrayList<>(all.length);
    for (Object one : all) {
      lines.add(
          new Head.Line(
              (String) GatedCall.plain(headerName, one, new Object[0]),
              (String) GatedCall.plain(headerValue, one, new Object[0]),
              false));
    }
    return new Head(
        (String) GatedCall.plain(method, line, new Object[0]),
        (String) GatedCall.plain(uri, line, new Object[0]),
        null,
        null,
        lines);
  }

  /** A message that nobody else holds, of what was read of this one. */
  Object message(Head head, Object like) throws Throwable {
    Object line = GatedCall.plain(requestLine, like, new Object[0]);
    Object inVersion = GatedCall.plain(version, line, new Object[0]);
    Object body = entity(like);
    Object made;
    if (enclosing.isInstance(like)) {
      made = Members.make(enclosingRequest, head.method(), head.uri(), inVersion);
      Members.call(setEntity, made, body);
    } else {
      made = Members.make(request, head.method(), head.uri(), inVersion);
    }
    for (Head.Line one : head.lines()) {
      Members.call(addHeader, made, Members.make(header, one.name(), one.value()));
    }
    return made;
  }

  /**
   * @throws NotCanonicalException when reading a message would run code of the application
   */
  void requireOwn(Object message) {
    boolean own = isOwn(message);
    if (own) {
      for (Object one : (Object[]) Members.call(headers, message)) {
        own &= isOwn(one);
      }
    }
    if (!own) {
      throw new NotCanonicalException("a request with a part of a class of the application");
    }
  }

  private boolean isOwn(Object part) {
    return part != null
        && part.getClass().getClassLoader() == loader
        && part.getClass().getName().startsWith(HTTP);
  }

  /** What the client plans: which hosts its connections are opened to. */
  private record Routes(
      Class<?> exchange, Method route, Method proxy, Method target, Method name, Method number) {

    /** Null where only the core is there. */
    static Routes of(ClassLoader loader) throws ReflectiveOperationException {
      Class<?> exchange;
      try {
        exchange = Members.type(loader, HTTP + "impl.nio.client.AbstractClientExchangeHandler");
      } catch (ClassNotFoundException withoutClient) {
        return null;
      }
      Class<?> route = Members.type(loader, HTTP + "conn.routing.HttpRoute");
      Class<?> host = Members.type(loader, HTTP + "HttpHost");
      return new Routes(
          exchange,
          Members.method(exchange, "getRoute"),
          Members.method(route, "getProxyHost"),
          Members.method(route, "getTargetHost"),
          Members.method(host, "getHostName"),
          Members.method(host, "getPort"));
    }

    /** To whom its connection was opened; null where the library does not say. */
    Object firstHop(Object handler) {
      Object planned = exchange.isInstance(handler) ? Members.call(route, handler) : null;
      if (planned == null) {
        return null;
      }
      Object through = Members.call(proxy, planned);
      return through != null ? through : Members.call(target, planned);
    }

    String host(Object hop) {
      return (String) Members.call(name, hop);
    }

    int port(Object hop) {
      return (Integer) Members.call(number, hop);
    }
  }
}
