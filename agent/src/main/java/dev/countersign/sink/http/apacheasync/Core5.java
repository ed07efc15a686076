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
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.Lock;
import javax.net.ssl.SSLSession;

/**
 * One loaded HttpCore 5, read from outside: its classes are not visible here. One for each of its
 * two stream handlers, {@code ClientHttp1StreamHandler} and {@code ClientH2StreamHandler}; the
 * members are those of 5.1 to 5.4.
 */
final class Core5 {

  private static final ClassValue<Core5> KNOWN =
      new ClassValue<>() {
        @Override
        protected Core5 computeValue(Class<?> handler) {
          return new Core5(handler);
        }
      };

  /** Of an output channel's class, the field of the connection that it belongs to. */
  private static final ClassValue<Field> CONNECTION =
      new ClassValue<>() {
        @Override
        protected Field computeValue(Class<?> channel) {
          for (Field field : channel.getDeclaredFields()) {
            String type = field.getType().getName();
            if (type.equals(DUPLEXER_OF_CLIENT) || type.equals(MULTIPLEXER)) {
              field.setAccessible(true);
              return field;
            }
          }
          throw new IllegalStateException(channel + " has no connection that is known");
        }
      };

  private static final String CORE = "org.apache.hc.core5.";
  private static final String NIO = CORE + "http.nio.";
  private static final String DUPLEXER = CORE + "http.impl.nio.AbstractHttp1StreamDuplexer";
  private static final String DUPLEXER_OF_CLIENT = CORE + "http.impl.nio.ClientHttp1StreamDuplexer";
  private static final String MULTIPLEXER = CORE + "http2.impl.nio.AbstractH2StreamMultiplexer";
  static final String HTTP_1_HANDLER = CORE + "http.impl.nio.ClientHttp1StreamHandler";
  static final String HTTP_2_HANDLER = CORE + "http2.impl.nio.ClientH2StreamHandler";

  private final ClassLoader loader;
  private final boolean http2;
  private final Field exchangeHandler;
  private final Field outputChannel;
  private final Field requestState;
  private final Object headersState;
  private final Object bodyState;
  private final Field session;
  private final Method requestOutput;
  private final Method initialEndpoint;
  private final Method tlsDetails;
  private final Method sslSession;
  private final Method remoteAddress;
  private final Method lock;
  private final Method hostName;
  private final Method port;
  private final Class<?> namedHost;
  private final Class<?> handlerType;
  private final Class<?> requestChannel;
  private final Class<?> dataChannel;
  private final Method produceRequest;
  private final Method produce;
  private final Method available;
  private final Method failed;
  private final Method sendRequest;
  private final Method write;
  private final Method endStream;
  private final Method channelOutput;
  private final Method contentLength;
  private final Method method;
  private final Method requestUri;
  private final Method requestScheme;
  private final Method authority;
  private final Method version;
  private final Method setVersion;
  private final Method headers;
  private final Method headerName;
  private final Method headerValue;
  private final Method sensitive;
  private final Method addHeader;
  private final Constructor<?> request;
  private final Constructor<?> header;
  private final Outgoing outgoing;
  private final Streams streams;

  private Core5(Class<?> handler) {
    try {
      loader = handler.getClassLoader();
      http2 = handler.getName().equals(HTTP_2_HANDLER);
      exchangeHandler = Members.field(handler, "exchangeHandler");
      outputChannel = Members.field(handler, "outputChannel");
      requestState = Members.field(handler, "requestState");
      Class<?> state = type(CORE + "http.impl.nio.MessageState");
      headersState = constant(state, "HEADERS");
      bodyState = constant(state, "BODY");
      Class<?> connection = type(http2 ? MULTIPLEXER : DUPLEXER);
      session = Members.field(connection, "ioSession");
      handlerType = type(NIO + "AsyncClientExchangeHandler");
      requestChannel = type(NIO + "RequestChannel");
      dataChannel = type(NIO + "DataStreamChannel");
      requestOutput =
          http2
              ? Members.method(dataChannel, "requestOutput")
              : Members.method(type(CORE + "http.impl.nio.Http1StreamChannel"), "requestOutput");
      Class<?> protocolSession = type(CORE + "reactor.ProtocolIOSession");
      Class<?> endpoint = type(CORE + "net.NamedEndpoint");
      initialEndpoint = Members.method(protocolSession, "getInitialEndpoint");
      tlsDetails = Members.method(protocolSession, "getTlsDetails");
      sslSession = Members.method(type(CORE + "reactor.ssl.TlsDetails"), "getSSLSession");
      remoteAddress = Members.method(protocolSession, "getRemoteAddress");
      lock = Members.method(protocolSession, "getLock");
      hostName = Members.method(endpoint, "getHostName");
      port = Members.method(endpoint, "getPort");
      namedHost = type(CORE + "http.HttpHost");
      Class<?> context = type(CORE + "http.protocol.HttpContext");
      Class<?> requestType = type(CORE + "http.HttpRequest");
      Class<?> message = type(CORE + "http.HttpMessage");
      Class<?> entity = type(CORE + "http.EntityDetails");
      Class<?> headerType = type(CORE + "http.Header");
      produceRequest = Members.method(handlerType, "produceRequest", requestChannel, context);
      produce = Members.method(handlerType, "produce", dataChannel);
      available = Members.method(handlerType, "available");
      failed = Members.method(handlerType, "failed", Exception.class);
      sendRequest = Members.method(requestChannel, "sendRequest", requestType, entity, context);
      write = Members.method(dataChannel, "write", ByteBuffer.class);
      endStream = Members.method(dataChannel, "endStream", List.class);
      channelOutput = Members.method(dataChannel, "requestOutput");
      contentLength = Members.method(entity, "getContentLength");
      method = Members.method(requestType, "getMethod");
      requestUri = Members.method(requestType, "getRequestUri");
      requestScheme = Members.method(requestType, "getScheme");
      authority = Members.method(requestType, "getAuthority");
      version = Members.method(message, "getVersion");
      setVersion = Members.method(message, "setVersion", type(CORE + "http.ProtocolVersion"));
      headers = Members.method(message, "headerIterator");
      headerName = Members.method(headerType, "getName");
      headerValue = Members.method(headerType, "getValue");
      sensitive = Members.method(headerType, "isSensitive");
      addHeader = Members.method(message, "addHeader", headerType);
      request =
          Members.constructor(
              type(CORE + "http.message.BasicHttpRequest"),
              String.class,
              String.class,
              type(CORE + "net.URIAuthority"),
              String.class);
      header =
          Members.constructor(
              type(CORE + "http.message.BasicHeader"), String.class, Object.class, boolean.class);
      outgoing =
          http2 ? null : new Outgoing(loader, Members.make(request, "POST", null, null, "/"));
      streams = http2 ? new Streams(connection) : null;
    } catch (ReflectiveOperationException | IllegalArgumentException unknownLine) {
      throw new IllegalStateException(
          "this HttpCore 5 is not known, 5.1 to 5.4 are: "
              + unknownLine
              + ". None of its requests is sent; use a version that is known",
          unknownLine);
    }
  }

  private Class<?> type(String name) throws ClassNotFoundException {
    return Members.type(loader, name);
  }

  private static Object constant(Class<?> type, String name) {
    for (Object constant : type.getEnumConstants()) {
      if (((Enum<?>) constant).name().equals(name)) {
        return constant;
      }
    }
    throw new IllegalArgumentException(type + " has no " + name);
  }

  /**
   * The library that a stream handler is of.
   *
   * @throws IllegalStateException when it is a version that is not known
   */
  static Core5 of(Object streamHandler) {
    return KNOWN.get(streamHandler.getClass());
  }

  /** Whether the stream is one of HTTP/2. */
  boolean isHttp2() {
    return http2;
  }

  // The stream

  Object exchangeHandler(Object stream) {
    return Members.read(exchangeHandler, stream);
  }

  /** Stands in for the exchange from here on. */
  void exchangeHandler(Object stream, Object standIn) {
    Members.write(exchangeHandler, stream, standIn);
  }

  Object standIn(InvocationHandler behind) {
    return proxy(handlerType, behind);
  }

  private Object proxy(Class<?> type, InvocationHandler behind) {
    return Proxy.newProxyInstance(loader, new Class<?>[] {type}, behind);
  }

  /** Where its connection goes. */
  Origin origin(Object stream) {
    Object open = session(stream);
    Object endpoint = Members.call(initialEndpoint, open);
    Object details = Members.call(tlsDetails, open);
    boolean named = endpoint != null && endpoint.getClass() == namedHost;
    return Origin.of(
            named ? (String) Members.call(hostName, endpoint) : null,
            named ? (Integer) Members.call(port, endpoint) : -1,
            (SocketAddress) Members.call(remoteAddress, open),
            details == null
                ? null
                : Origin.Secured.by((SSLSession) Members.call(sslSession, details)))
        .throughSocks(SocksHook.told(open));
  }

  private Object session(Object stream) {
    return Members.read(session, connection(stream));
  }

  private Object connection(Object stream) {
    Object channel = Members.read(outputChannel, stream);
    return Members.read(CONNECTION.get(channel.getClass()), channel);
  }

  /** Has the library ask the exchange for more, on its own thread. */
  void requestOutput(Object stream) {
    Members.call(requestOutput, Members.read(outputChannel, stream));
  }

  /** The library asks the exchange for its body, although its head has not been sent. */
  void startHolding(Object stream) {
    state(stream, bodyState);
    if (outgoing != null) {
      outgoing.keep(connection(stream));
    }
  }

  /** The head can be sent, as though it came from the exchange just now. */
  void stopHolding(Object stream) {
    if (outgoing != null) {
      outgoing.release(connection(stream));
    }
    state(stream, headersState);
    if (streams != null) {
      Lock held = (Lock) Members.call(lock, session(stream));
      held.lock();
      try {
        streams.moveToEnd(connection(stream), Members.read(outputChannel, stream));
      } finally {
        held.unlock();
      }
    }
  }

  @SuppressWarnings("unchecked") // of that type in one of the lines
  private void state(Object stream, Object state) {
    if (requestState.getType() == AtomicReference.class) {
      ((AtomicReference<Object>) Members.read(requestState, stream)).set(state);
    } else {
      Members.write(requestState, stream, state);
    }
  }

  /** Ends a stream of which nothing was sent without a word to the other end. */
  void drop(Object stream, Exception because) {
    streams.drop(connection(stream), Members.read(outputChannel, stream), because);
    requestOutput(stream);
  }

  // The exchange: these run code of the application

  void produceRequest(Object exchange, InvocationHandler channel, Object context) throws Throwable {
    GatedCall.plain(
        produceRequest, exchange, new Object[] {proxy(requestChannel, channel), context});
  }

  void produce(Object exchange, Object channel) throws Throwable {
    GatedCall.plain(produce, exchange, new Object[] {channel});
  }

  int available(Object exchange) throws Throwable {
    return (Integer) GatedCall.plain(available, exchange, new Object[0]);
  }

  void failed(Object exchange, Exception cause) throws Throwable {
    GatedCall.plain(failed, exchange, new Object[] {cause});
  }

  long contentLength(Object entityDetails) throws Throwable {
    return (Long) GatedCall.plain(contentLength, entityDetails, new Object[0]);
  }

  // Channels of the library

  Object dataChannel(InvocationHandler behind) {
    return proxy(dataChannel, behind);
  }

  void sendRequest(Object channel, Object message, Object entityDetails, Object context)
      throws Throwable {
    GatedCall.plain(sendRequest, channel, new Object[] {message, entityDetails, context});
  }

  /** How many of the bytes it took. */
  int write(Object channel, ByteBuffer from) throws Throwable {
    return (Integer) GatedCall.plain(write, channel, new Object[] {from});
  }

  void endStream(Object channel, List<?> trailers) throws Throwable {
    GatedCall.plain(endStream, channel, new Object[] {trailers});
  }

  void moreOutput(Object channel) throws Throwable {
    GatedCall.plain(channelOutput, channel, new Object[0]);
  }

  // Messages

  /**
   * Reads a message that is the library's own.
   *
   * @throws NotCanonicalException when a part of it is of a class of the application
   */
  Head head(Object message) {
    requireOwn(message);
    return new Head(
        (String) Members.call(method, message),
        (String) Members.call(requestUri, message),
        null,
        null,
        lines((Iterator<?>) Members.call(headers, message)));
  }

  /** The same of what HTTP/2 writes. */
  Head head(List<?> fields) {
    String name = null;
    String path = null;
    String authority = null;
    String scheme = null;
    List<Head.Line> rest = new ArrayList<>(fields.size());
    for (Head.Line line : lines(fields.iterator())) {
      if (line.name().equals(":method")) {
        name = line.value();
      } else if (line.name().equals(":path")) {
        path = line.value();
      } else if (line.name().equals(":authority")) {
        authority = line.value();
      } else if (line.name().equals(":scheme")) {
        scheme = line.value();
      } else {
        rest.add(line);
      }
    }
    return new Head(name, path, authority, scheme, rest);
  }

  List<Head.Line> lines(Iterator<?> all) {
    List<Head.Line> lines = new ArrayList<>();
    while (all.hasNext()) {
      Object one = all.next();
      requireOwn(one);
      lines.add(
          new Head.Line(
              (String) Members.call(headerName, one),
              (String) Members.call(headerValue, one),
              (Boolean) Members.call(sensitive, one)));
    }
    return lines;
  }

  private void requireOwn(Object part) {
    if (!isOwn(part)) {
      throw new NotCanonicalException("a request with a part of a class of the application");
    }
  }

  /** Whether reading it runs code of the library alone. */
  private boolean isOwn(Object part) {
    return part != null
        && part.getClass().getClassLoader() == loader
        && part.getClass().getName().startsWith(CORE);
  }

  /** Whether a message and all its headers are the library's own. */
  boolean isAllOwn(Object message) {
    if (!isOwn(message)) {
      return false;
    }
    Iterator<?> all = (Iterator<?>) Members.call(headers, message);
    while (all.hasNext()) {
      if (!isOwn(all.next())) {
        return false;
      }
    }
    return true;
  }

  /**
   * A copy in the library's own classes of a message of whatever class; runs its code.
   *
   * @throws Throwable what that threw
   */
  Object copyOf(Object message) throws Throwable {
    List<Head.Line> lines = new ArrayList<>();
    Iterator<?> all = (Iterator<?>) GatedCall.plain(headers, message, new Object[0]);
    while (all.hasNext()) {
      Object one = all.next();
      lines.add(
          new Head.Line(
              (String) GatedCall.plain(headerName, one, new Object[0]),
              (String) GatedCall.plain(headerValue, one, new Object[0]),
              (Boolean) GatedCall.plain(sensitive, one, new Object[0])));
    }
    Object made =
        Members.make(
            request,
            GatedCall.plain(method, message, new Object[0]),
            GatedCall.plain(requestScheme, message, new Object[0]),
            GatedCall.plain(authority, message, new Object[0]),
            GatedCall.plain(requestUri, message, new Object[0]));
    return with(made, lines, GatedCall.plain(version, message, new Object[0]));
  }

  /** A message that nobody else holds, of what was read of another one. */
  Object message(Head head, Object like) {
    Object made = Members.make(request, head.method(), null, null, head.uri());
    return with(made, head.lines(), Members.call(version, like));
  }

  private Object with(Object made, List<Head.Line> lines, Object inVersion) {
    Members.call(setVersion, made, inVersion);
    for (Head.Line line : lines) {
      Members.call(addHeader, made, header(line));
    }
    return made;
  }

  private Object header(Head.Line line) {
    return Members.make(header, line.name(), line.value(), line.sensitive());
  }

  /** The fields of a list, so that nobody else holds it. */
  List<Object> fields(List<?> given) {
    List<Object> fields = new ArrayList<>(given.size());
    for (Head.Line line : lines(given.iterator())) {
      fields.add(header(line));
    }
    return fields;
  }

  /** Fields in the library's own classes; runs code of those that are none. */
  List<Object> copyOf(List<?> trailers) throws Throwable {
    List<Object> copy = new ArrayList<>(trailers.size());
    for (Object one : trailers) {
      copy.add(
          header(
              new Head.Line(
                  (String) GatedCall.plain(headerName, one, new Object[0]),
                  (String) GatedCall.plain(headerValue, one, new Object[0]),
                  (Boolean) GatedCall.plain(sensitive, one, new Object[0]))));
    }
    return copy;
  }

  /**
   * What an HTTP/1.1 connection of before 5.3 takes for the end of a request is that nothing is
   * being sent; while a body is held, something is.
   */
  private static final class Outgoing {

    private final Field message;
    private final Object standIn;

    Outgoing(ClassLoader loader, Object head) throws ReflectiveOperationException {
      Class<?> duplexer = Members.type(loader, DUPLEXER);
      boolean asksExchange = false;
      for (Method declared : duplexer.getDeclaredMethods()) {
        asksExchange |= declared.getName().equals("isRequestInitiated");
      }
      if (asksExchange) {
        message = null;
        standIn = null;
        return;
      }
      message = Members.field(duplexer, "outgoingMessage");
      Class<?> encoder = Members.type(loader, NIO + "ContentEncoder");
      Object nothing =
          Proxy.newProxyInstance(
              loader,
              new Class<?>[] {encoder},
              (self, method, args) -> {
                if (method.getReturnType() == boolean.class) {
                  return false;
                }
                return method.getReturnType() == int.class ? 0 : null;
              });
      standIn =
          Members.make(
              Members.constructor(
                  message.getType(),
                  Members.type(loader, CORE + "http.MessageHeaders"),
                  Object.class),
              head,
              nothing);
    }

    void keep(Object duplexer) {
      if (message != null) {
        Members.write(message, duplexer, standIn);
      }
    }

    void release(Object duplexer) {
      if (message != null && Members.read(message, duplexer) == standIn) {
        Members.write(message, duplexer, null);
      }
    }
  }

  /** The streams of a connection of HTTP/2; up to 5.3 it holds them itself. */
  private static final class Streams {

    private final Field streams;
    private final Field byId;
    private final Method newId;
    private final Method lastId;
    private final Field lastIdHeld;
    private volatile Field id;
    private volatile Method end;

    Streams(Class<?> multiplexer) throws ReflectiveOperationException {
      Field own = null;
      for (Field field : multiplexer.getDeclaredFields()) {
        own = field.getName().equals("streams") ? field : own;
      }
      streams = own == null ? null : Members.field(multiplexer, "streams");
      Class<?> holder = streams == null ? multiplexer : streams.getType();
      byId = Members.field(holder, "streamMap");
      newId = Members.method(holder, "generateStreamId");
      lastId = streams == null ? null : Members.method(holder, "getLastLocalId");
      lastIdHeld = streams == null ? Members.field(holder, "lastStreamId") : null;
    }

    private Object holder(Object multiplexer) {
      return streams == null ? multiplexer : Members.read(streams, multiplexer);
    }

    private Field id(Object channel) {
      try {
        if (id == null) {
          id = Members.field(channel.getClass(), "id");
        }
        return id;
      } catch (NoSuchFieldException unknownLine) {
        throw new IllegalStateException(unknownLine);
      }
    }

    @SuppressWarnings("unchecked") // from numbers to streams, in every line
    private Map<Integer, Object> byId(Object holder) {
      return (Map<Integer, Object>) Members.read(byId, holder);
    }

    /**
     * Numbers of streams rise in the order in which their heads are sent (RFC 9113, 5.1.1): one
     * whose body was waited for gets another one where others went ahead.
     */
    void moveToEnd(Object multiplexer, Object channel) {
      Object holder = holder(multiplexer);
      Integer old = (Integer) Members.read(id(channel), channel);
      int last =
          lastId != null
              ? (Integer) Members.call(lastId, holder)
              : ((Number) Members.read(lastIdHeld, holder)).intValue();
      if (last == old) {
        return;
      }
      Object stream = byId(holder).remove(old);
      Integer next = (Integer) Members.call(newId, holder);
      Members.write(id(channel), channel, next);
      byId(holder).put(next, stream);
    }

    /** A reset would name a stream that the other end has not heard of (RFC 9113, 6.4). */
    void drop(Object multiplexer, Object channel, Exception because) {
      Object stream = byId(holder(multiplexer)).get((Integer) Members.read(id(channel), channel));
      if (stream == null) {
        return;
      }
      try {
        if (end == null) {
          end =
              Members.method(
                  stream.getClass(), streams == null ? "reset" : "fail", Exception.class);
        }
      } catch (NoSuchMethodException unknownLine) {
        throw new IllegalStateException(unknownLine);
      }
      Members.call(end, stream, because);
    }
  }
}
