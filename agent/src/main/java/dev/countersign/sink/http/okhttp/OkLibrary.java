package dev.countersign.sink.http.okhttp;

import dev.countersign.canonical.NotCanonicalException;
import dev.countersign.sink.http.HeldBytes;
import dev.countersign.sink.http.RequestHead;
import dev.countersign.weave.GatedCall;
import java.io.IOException;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.net.InetSocketAddress;
import java.net.Proxy;
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
      Class<?> chain = type(loader, "okhttp3.internal.http.RealInterceptorChain");
      Class<?> request = type(loader, Names.REQUEST);
      Class<?> builder = type(loader, Names.REQUEST + "$Builder");
      Class<?> httpUrl = type(loader, "okhttp3.HttpUrl");
      Class<?> headersType = type(loader, "okhttp3.Headers");
      Class<?> bodyType = type(loader, "okhttp3.RequestBody");
      Class<?> okio = type(loader, "okio.Okio");
      Class<?> bufferType = type(loader, "okio.Buffer");
      interceptor = type(loader, "okhttp3.Interceptor");
      sink = type(loader, "okio.Sink");
      bufferedSink = type(loader, "okio.BufferedSink");
      chainRequest = chain.getDeclaredField("request");
      chainRequest.setAccessible(true);
      chainCall = method(chain, "call");
      chainConnection = method(chain, "connection");
      intercept = method(interceptor, "intercept", type(loader, "okhttp3.Interceptor$Chain"));
      route = method(type(loader, "okhttp3.Connection"), "route");
      proxy = method(type(loader, "okhttp3.Route"), "proxy");
      method = method(request, "method");
      url = method(request, "url");
      headers = method(request, "headers");
      body = method(request, "body");
      newBuilder = method(request, "newBuilder");
      builderMethod = method(builder, "method", String.class, bodyType);
      build = method(builder, "build");
      headerCount = method(headersType, "size");
      headerName = method(headersType, "name", int.class);
      headerValue = method(headersType, "value", int.class);
      scheme = method(httpUrl, "scheme");
      host = method(httpUrl, "host");
      port = method(httpUrl, "port");
      createBody = method(bodyType, "create", type(loader, "okhttp3.MediaType"), byte[].class);
      contentType = method(bodyType, "contentType");
      contentLength = method(bodyType, "contentLength");
      isDuplex = method(bodyType, "isDuplex");
      writeTo = method(bodyType, "writeTo", bufferedSink);
      bufferOf = method(okio, "buffer", sink);
      bufferRead = method(bufferType, "read", byte[].class, int.class, int.class);
      bufferWrite = method(bufferType, "write", byte[].class, int.class, int.class);
      buffer = method(bufferedSink, "buffer");
      emit = method(bufferedSink, "emit");
      flush = method(bufferedSink, "flush");
      close = method(bufferedSink, "close");
      noTimeout = type(loader, "okio.Timeout").getField("NONE").get(null);
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

  /** Only for that message. */
  private static String version(ClassLoader loader) {
    try {
      return (String) type(loader, "okhttp3.OkHttp").getField("VERSION").get(null);
    } catch (ReflectiveOperationException before4) {
      return "of unknown version";
    }
  }

  private static Class<?> type(ClassLoader loader, String name) throws ClassNotFoundException {
    return Class.forName(name, false, loader);
  }

  private static Method method(Class<?> type, String name, Class<?>... parameters)
      throws NoSuchMethodException {
    Method method = type.getMethod(name, parameters);
    method.setAccessible(true);
    return method;
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
    try {
      return chainRequest.get(chain);
    } catch (IllegalAccessException closed) {
      throw new IllegalStateException(closed);
    }
  }

  /** The chain was made for one call of the last interceptor; nobody else holds it. */
  void request(Object chain, Object held) {
    try {
      chainRequest.set(chain, held);
    } catch (IllegalAccessException closed) {
      throw new IllegalStateException(closed);
    }
  }

  Object call(Object chain) {
    return read(chainCall, chain);
  }

  Class<?> interceptor() {
    return interceptor;
  }

  Object intercept(Object last, Object chain) throws Throwable {
    return GatedCall.plain(intercept, last, new Object[] {chain});
  }

  /** The proxy that the chain's connection goes through; null for none. */
  InetSocketAddress proxy(Object chain) {
    Object connection = read(chainConnection, chain);
    if (connection == null) {
      return null;
    }
    Object given = read(proxy, read(route, connection));
    if (given.getClass() != Proxy.class) {
      throw new NotCanonicalException("a proxy of a class of the application");
    }
    SocketAddress address = ((Proxy) given).address();
    return address instanceof InetSocketAddress at ? at : null;
  }

  // The request

  String method(Object request) {
    return (String) read(method, request);
  }

  String url(Object request) {
    return read(url, request).toString();
  }

  String scheme(Object request) {
    return (String) read(scheme, read(url, request));
  }

  String host(Object request) {
    return (String) read(host, read(url, request));
  }

  int port(Object request) {
    return (Integer) read(port, read(url, request));
  }

  /**
   * Adds its headers.
   *
   * @param but the name of one that is left out, because the client replaces it; null for none
   */
  void headers(Object request, RequestHead head, String but) {
    Object all = read(headers, request);
    int size = (Integer) read(headerCount, all);
    for (int i = 0; i < size; i++) {
      String name = (String) read(headerName, all, i);
      if (!name.equalsIgnoreCase(but)) {
        head.header(name, (String) read(headerValue, all, i));
      }
    }
  }

  /** Null for none. */
  Object body(Object request) {
    return read(body, request);
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

  /** Has the body written into memory. */
  HeldBytes hold(Object given, int most) throws Throwable {
    HeldBytes held = new HeldBytes(most, contentLength(given));
    Object holding = HoldingSink.proxy(this, held);
    Object buffered = GatedCall.plain(bufferOf, null, new Object[] {holding});
    try {
      GatedCall.plain(writeTo, given, new Object[] {buffered});
      if (!held.isOver()) {
        // As the client does when it is written; some bodies have done so themselves by then.
        GatedCall.plain(close, buffered, new Object[0]);
      }
    } catch (IOException failed) {
      if (!held.isOver()) {
        throw failed;
      }
    }
    return held.close();
  }

  /** A body of the library's own over these very bytes. */
  Object heldBody(Object given, HeldBytes held) throws Throwable {
    Object type = GatedCall.plain(contentType, given, new Object[0]);
    return GatedCall.plain(createBody, null, new Object[] {type, held.bytes()});
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
    return (Integer) read(bufferRead, from, into, 0, most);
  }

  /** Hands bytes on to what is below a buffered sink, in one step. */
  void write(Object buffered, byte[] bytes, int offset, int length) throws IOException {
    read(bufferWrite, read(buffer, buffered), bytes, offset, length);
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

  private static Object read(Method method, Object on, Object... args) {
    try {
      return method.invoke(on, args);
    } catch (ReflectiveOperationException failed) {
      throw new IllegalStateException(method + " of OkHttp could not be read", failed);
    }
  }
}
