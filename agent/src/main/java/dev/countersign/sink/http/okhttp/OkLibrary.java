package dev.countersign.sink.http.okhttp;

import dev.countersign.canonical.NotCanonicalException;
import dev.countersign.effect.Destination;
import dev.countersign.sink.http.Connected;
import dev.countersign.sink.http.HeldBytes;
import dev.countersign.sink.http.Members;
import dev.countersign.sink.http.RequestHead;
import dev.countersign.sink.http.Room;
import dev.countersign.weave.GatedCall;
import java.io.File;
import java.io.IOException;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.net.InetSocketAddress;
import java.net.Proxy;
import java.net.Socket;
import java.net.SocketAddress;

/**
 * One loaded OkHttp, read from outside: its classes are not visible here. All of what is named but
 * {@code RequestBody} is final in the library, so that none of it is the application's code. The
 * same in 3.14, 4.12 and 5.
 */
final class OkLibrary {

  private static final ClassValue<OkLibrary> KNOWN =
      new ClassValue<>() {
        @Override
        protected OkLibrary computeValue(Class<?> type) {
          return new OkLibrary(type);
        }
      };

  private final Field chainRequest;
  private final Method chainCall;
  private final Method chainConnection;
  private final Method intercept;
  private final Method route;
  private final Field socket;
  private final Field connectingRoute;
  private final Field connectingSocket;
  private final Field connectingCall;
  private final Method proxy;
  private final Method method;
  private final Method url;
  private final Method headers;
  private final Method body;
  private final Method newBuilder;
  private final Method builderMethod;
  private final Method build;
  private final Method headerCount;
  private final Method headerName;
  private final Method headerValue;
  private final Method scheme;
  private final Method host;
  private final Method port;
  private final Method createBody;
  private final Method createFileBody;
  private final Method contentType;
  private final Method contentLength;
  private final Method isDuplex;
  private final Method writeTo;
  private final Method bufferOf;
  private final Method bufferRead;
  private final Method bufferWrite;
  private final Method buffer;
  private final Method emit;
  private final Method flush;
  private final Method close;
  private final Object noTimeout;
  private final Class<?> sink;
  private final Class<?> bufferedSink;
  private final Class<?> interceptor;

  private OkLibrary(Class<?> any) {
    try {
      ClassLoader loader = any.getClassLoader();
      Class<?> chain = Members.type(loader, "okhttp3.internal.http.RealInterceptorChain");
      Class<?> request = Members.type(loader, Names.REQUEST);
      Class<?> builder = Members.type(loader, Names.REQUEST + "$Builder");
      Class<?> httpUrl = Members.type(loader, "okhttp3.HttpUrl");
      Class<?> headersType = Members.type(loader, "okhttp3.Headers");
      Class<?> bodyType = Members.type(loader, "okhttp3.RequestBody");
      Class<?> okio = Members.type(loader, "okio.Okio");
      Class<?> bufferType = Members.type(loader, "okio.Buffer");
      interceptor = Members.type(loader, "okhttp3.Interceptor");
      sink = Members.type(loader, "okio.Sink");
      bufferedSink = Members.type(loader, "okio.BufferedSink");
      chainRequest = Members.field(chain, "request");
      chainCall = Members.method(chain, "call");
      chainConnection = Members.method(chain, "connection");
      intercept =
          Members.method(
              interceptor, "intercept", Members.type(loader, "okhttp3.Interceptor$Chain"));
      socket =
          Members.field(
              Members.type(loader, "okhttp3.internal.connection.RealConnection"), "rawSocket");
      Class<?> connecting = connecting(loader);
      connectingRoute = Members.field(connecting, "route");
      connectingSocket = Members.field(connecting, "rawSocket");
      connectingCall = callIn(connecting);
      route = Members.method(Members.type(loader, "okhttp3.Connection"), "route");
      proxy = Members.method(Members.type(loader, "okhttp3.Route"), "proxy");
      method = Members.method(request, "method");
      url = Members.method(request, "url");
      headers = Members.method(request, "headers");
      body = Members.method(request, "body");
      newBuilder = Members.method(request, "newBuilder");
      builderMethod = Members.method(builder, "method", String.class, bodyType);
      build = Members.method(builder, "build");
      headerCount = Members.method(headersType, "size");
      headerName = Members.method(headersType, "name", int.class);
      headerValue = Members.method(headersType, "value", int.class);
      scheme = Members.method(httpUrl, "scheme");
      host = Members.method(httpUrl, "host");
      port = Members.method(httpUrl, "port");
      createBody =
          Members.method(
              bodyType, "create", Members.type(loader, "okhttp3.MediaType"), byte[].class);
      createFileBody =
          Members.method(bodyType, "create", Members.type(loader, "okhttp3.MediaType"), File.class);
      contentType = Members.method(bodyType, "contentType");
      contentLength = Members.method(bodyType, "contentLength");
      isDuplex = Members.method(bodyType, "isDuplex");
      writeTo = Members.method(bodyType, "writeTo", bufferedSink);
      bufferOf = Members.method(okio, "buffer", sink);
      bufferRead = Members.method(bufferType, "read", byte[].class, int.class, int.class);
      bufferWrite = Members.method(bufferType, "write", byte[].class, int.class, int.class);
      buffer = Members.method(bufferedSink, "buffer");
      emit = Members.method(bufferedSink, "emit");
      flush = Members.method(bufferedSink, "flush");
      close = Members.method(bufferedSink, "close");
      noTimeout = Members.type(loader, "okio.Timeout").getField("NONE").get(null);
    } catch (ReflectiveOperationException unknownLine) {
      throw new IllegalStateException(
          "OkHttp "
              + version(any.getClassLoader())
              + " is not known, 3.14 to 5.5 are: "
              + unknownLine
              + ". None of its requests is sent; use a version that is known",
          unknownLine);
    }
  }

  private static Class<?> connecting(ClassLoader loader) throws ClassNotFoundException {
    try {
      return Members.type(loader, Names.CONNECT_PLAN);
    } catch (ClassNotFoundException before5) {
      return Members.type(loader, Names.CONNECTION);
    }
  }

  /** From 5 on. */
  private static Field callIn(Class<?> connecting) {
    try {
      return connecting.getName().equals(Names.CONNECT_PLAN)
          ? Members.field(connecting, "call")
          : null;
    } catch (NoSuchFieldException anotherLine) {
      return null;
    }
  }

  /** Only for that message. */
  private static String version(ClassLoader loader) {
    try {
      return (String) Members.type(loader, "okhttp3.OkHttp").getField("VERSION").get(null);
    } catch (ReflectiveOperationException before4) {
      return "of unknown version";
    }
  }

  /**
   * The library that an object of one of its own classes is of.
   *
   * @throws IllegalStateException when it is a version that is not known
   */
  static OkLibrary of(Object any) {
    return KNOWN.get(any.getClass());
  }

  // The chain

  Object request(Object chain) {
    return Members.read(chainRequest, chain);
  }

  /** The chain was made for one call of the last interceptor; nobody else holds it. */
  void request(Object chain, Object held) {
    Members.write(chainRequest, chain, held);
  }

  Object call(Object chain) {
    return Members.call(chainCall, chain);
  }

  Class<?> interceptor() {
    return interceptor;
  }

  Object intercept(Object last, Object chain) throws Throwable {
    return GatedCall.plain(intercept, last, new Object[] {chain});
  }

  /** Where the chain's connection goes. */
  Destination destination(Object chain) {
    Object connection = Members.call(chainConnection, chain);
    return socket.getDeclaringClass().isInstance(connection)
        ? Connected.to((Socket) Members.read(socket, connection))
        : Destination.UNKNOWN;
  }

  /** The proxy that the chain's connection goes through; null for none. */
  InetSocketAddress proxy(Object chain) {
    Object connection = Members.call(chainConnection, chain);
    if (connection == null) {
      return null;
    }
    return proxyOf(Members.call(route, connection));
  }

  private InetSocketAddress proxyOf(Object way) {
    Object given = Members.call(proxy, way);
    if (given.getClass() != Proxy.class) {
      throw new NotCanonicalException("a proxy of a class of the application");
    }
    SocketAddress address = ((Proxy) given).address();
    return address instanceof InetSocketAddress at ? at : null;
  }

  // A connection that is being made

  /** Through which it is being made; null for none. */
  InetSocketAddress proxyOfConnecting(Object connecting) {
    return proxyOf(Members.read(connectingRoute, connecting));
  }

  /** The call that it is made for; null where the line does not say. */
  Object callOfConnecting(Object connecting) {
    return connectingCall == null ? null : Members.read(connectingCall, connecting);
  }

  /** Its socket, below TLS. */
  Socket socketOfConnecting(Object connecting) {
    return (Socket) Members.read(connectingSocket, connecting);
  }

  // The request

  String method(Object request) {
    return (String) Members.call(method, request);
  }

  String url(Object request) {
    return Members.call(url, request).toString();
  }

  String scheme(Object request) {
    return (String) Members.call(scheme, Members.call(url, request));
  }

  String host(Object request) {
    return (String) Members.call(host, Members.call(url, request));
  }

  int port(Object request) {
    return (Integer) Members.call(port, Members.call(url, request));
  }

  /**
   * Adds its headers.
   *
   * @param but the name of one that is left out, because the client replaces it; null for none
   */
  void headers(Object request, RequestHead head, String but) {
    headersOf(Members.call(headers, request), head, but);
  }

  /** The same of headers that stand in no request. */
  void headersOf(Object all, RequestHead head, String but) {
    int size = (Integer) Members.call(headerCount, all);
    for (int i = 0; i < size; i++) {
      String name = (String) Members.call(headerName, all, i);
      if (!name.equalsIgnoreCase(but)) {
        head.header(name, (String) Members.call(headerValue, all, i));
      }
    }
  }

  /** Null for none. */
  Object body(Object request) {
    return Members.call(body, request);
  }

  /** The same request with a body of these bytes. */
  Object with(Object request, Object heldBody) throws Throwable {
    Object copy = GatedCall.plain(newBuilder, request, new Object[0]);
    GatedCall.plain(builderMethod, copy, new Object[] {method(request), heldBody});
    return GatedCall.plain(build, copy, new Object[0]);
  }

  // The body: these run code of the application, unless it is one of the library's own

  boolean isDuplex(Object given) throws Throwable {
    return (Boolean) GatedCall.plain(isDuplex, given, new Object[0]);
  }

  long contentLength(Object given) throws Throwable {
    return (Long) GatedCall.plain(contentLength, given, new Object[0]);
  }

  /** As a header has it; null for none. */
  String contentType(Object given) throws Throwable {
    Object type = GatedCall.plain(contentType, given, new Object[0]);
    return type == null ? null : type.toString();
  }

  /** Has the body written into what holds it. */
  HeldBytes hold(Object given, Room room) throws Throwable {
    HeldBytes held = new HeldBytes(room, contentLength(given));
    Object holding = HoldingSink.proxy(this, held);
    Object buffered = GatedCall.plain(bufferOf, null, new Object[] {holding});
    boolean whole = false;
    try {
      GatedCall.plain(writeTo, given, new Object[] {buffered});
      if (!held.isOver()) {
        // As the client does when it is written; some bodies have done so themselves by then.
        GatedCall.plain(close, buffered, new Object[0]);
      }
      whole = true;
    } catch (IOException failed) {
      whole = held.isOver();
      if (!whole) {
        throw failed;
      }
    } finally {
      if (!whole) {
        held.release();
      }
    }
    return held.close();
  }

  /**
   * A body of the library's own over these very bytes; where they are not kept, one that only says
   * how many they are.
   */
  Object heldBody(Object given, HeldBytes held) throws Throwable {
    Object type = GatedCall.plain(contentType, given, new Object[0]);
    return held.isKept()
        ? GatedCall.plain(createBody, null, new Object[] {type, held.joined()})
        : GatedCall.plain(
            createFileBody, null, new Object[] {type, new LengthAlone(held.length())});
  }

  /** A body that writes something once. */
  Object anyBody() {
    return Members.call(createBody, null, null, new byte[1]);
  }

  // Sinks

  Class<?> sink() {
    return sink;
  }

  Class<?> bufferedSink() {
    return bufferedSink;
  }

  Object noTimeout() {
    return noTimeout;
  }

  /** Takes bytes out of a buffer. */
  int take(Object from, byte[] into, int most) {
    return (Integer) Members.call(bufferRead, from, into, 0, most);
  }

  /** Hands bytes on to what is below a buffered sink, in one step. */
  void write(Object buffered, byte[] bytes, int offset, int length) throws IOException {
    Members.call(bufferWrite, Members.call(buffer, buffered), bytes, offset, length);
    transfer(emit, buffered);
  }

  void flush(Object buffered) throws IOException {
    transfer(flush, buffered);
  }

  /** Input and output of the library's own classes fail with one kind of checked exception. */
  private static void transfer(Method method, Object on) throws IOException {
    try {
      method.invoke(on);
    } catch (InvocationTargetException failed) {
      if (failed.getCause() instanceof IOException exception) {
        throw exception;
      }
      if (failed.getCause() instanceof RuntimeException exception) {
        throw exception;
      }
      if (failed.getCause() instanceof Error error) {
        throw error;
      }
      throw new IllegalStateException(failed);
    } catch (IllegalAccessException closed) {
      throw new IllegalStateException(closed);
    }
  }
}
