package dev.countersign.sink.http.netty;

import dev.countersign.sink.http.Members;
import dev.countersign.sink.http.RequestHead;
import dev.countersign.weave.GatedCall;
import java.io.IOException;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.WritableByteChannel;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.function.Consumer;

/**
 * One loaded Netty, read from outside: its classes are not visible here. Only its public interfaces
 * are named, which are the same in 4.1 and 4.2.
 */
final class NettyLibrary {

  private static final String HTTP = "io.netty.handler.codec.http.";

  private static final ClassValue<NettyLibrary> KNOWN =
      new ClassValue<>() {
        @Override
        protected NettyLibrary computeValue(Class<?> type) {
          return new NettyLibrary(type);
        }
      };

  private final Class<?> request;
  private final Class<?> fullRequest;
  private final Class<?> lastContent;
  private final Class<?> holder;
  private final Class<?> buffer;
  private final Class<?> fileRegion;
  private final Class<?> context;
  private final Class<?> listener;
  private final Class<?> sslHandler;
  private final Class<?> proxyHandler;
  private final Method methodOf;
  private final Method methodName;
  private final Method uri;
  private final Method headers;
  private final Method entries;
  private final Method content;
  private final Method readableBytes;
  private final Method readerIndex;
  private final Method getBytes;
  private final Method nioBuffer;
  private final Method nioBufferCount;
  private final Method release;
  private final Method wrapped;
  private final Method count;
  private final Method transferTo;
  private final Method channel;
  private final Method executor;
  private final Method write;
  private final Method writePromise;
  private final Method flush;
  private final Method close;
  private final Method newPromise;
  private final Method exceptionCaught;
  private final Method remoteAddress;
  private final Method parent;
  private final Method pipeline;
  private final Method handler;
  private final Method closeFuture;
  private final Method addListener;
  private final Method isSuccess;
  private final Method cause;
  private final Method trySuccess;
  private final Method tryFailure;
  private final Method proxyAddress;
  private final Method destination;

  private NettyLibrary(Class<?> any) {
    try {
      ClassLoader loader = any.getClassLoader();
      request = Members.type(loader, HTTP + "HttpRequest");
      fullRequest = Members.type(loader, HTTP + "FullHttpRequest");
      lastContent = Members.type(loader, HTTP + "LastHttpContent");
      buffer = Members.type(loader, "io.netty.buffer.ByteBuf");
      fileRegion = Members.type(loader, "io.netty.channel.FileRegion");
      context = Members.type(loader, "io.netty.channel.ChannelHandlerContext");
      listener = Members.type(loader, "io.netty.util.concurrent.GenericFutureListener");
      sslHandler = orNull(loader, "io.netty.handler.ssl.SslHandler");
      proxyHandler = orNull(loader, "io.netty.handler.proxy.ProxyHandler");
      Class<?> channelType = Members.type(loader, "io.netty.channel.Channel");
      Class<?> pipelineType = Members.type(loader, "io.netty.channel.ChannelPipeline");
      Class<?> promise = Members.type(loader, "io.netty.channel.ChannelPromise");
      Class<?> future = Members.type(loader, "io.netty.util.concurrent.Future");
      methodOf = method(request, "method");
      methodName = method(Members.type(loader, HTTP + "HttpMethod"), "name");
      uri = method(request, "uri");
      headers = method(request, "headers");
      entries = method(Members.type(loader, HTTP + "HttpHeaders"), "entries");
      holder = Members.type(loader, "io.netty.buffer.ByteBufHolder");
      content = method(holder, "content");
      readableBytes = method(buffer, "readableBytes");
      readerIndex = method(buffer, "readerIndex");
      getBytes = method(buffer, "getBytes", int.class, byte[].class);
      nioBuffer = method(buffer, "nioBuffer");
      nioBufferCount = method(buffer, "nioBufferCount");
      release =
          method(Members.type(loader, "io.netty.util.ReferenceCountUtil"), "release", Object.class);
      wrapped =
          method(
              Members.type(loader, "io.netty.buffer.Unpooled"),
              "wrappedBuffer",
              byte[].class,
              int.class,
              int.class);
      count = method(fileRegion, "count");
      transferTo = method(fileRegion, "transferTo", WritableByteChannel.class, long.class);
      channel = method(context, "channel");
      executor = method(context, "executor");
      write = method(context, "write", Object.class);
      writePromise = method(context, "write", Object.class, promise);
      flush = method(context, "flush");
      close = method(context, "close");
      newPromise = method(context, "newPromise");
      exceptionCaught = method(context, "fireExceptionCaught", Throwable.class);
      remoteAddress = method(channelType, "remoteAddress");
      parent = method(channelType, "parent");
      pipeline = method(channelType, "pipeline");
      closeFuture = method(channelType, "closeFuture");
      handler = method(pipelineType, "get", Class.class);
      addListener = method(future, "addListener", listener);
      isSuccess = method(future, "isSuccess");
      cause = method(future, "cause");
      trySuccess = method(promise, "trySuccess");
      tryFailure = method(promise, "tryFailure", Throwable.class);
      proxyAddress = proxyHandler == null ? null : method(proxyHandler, "proxyAddress");
      destination = proxyHandler == null ? null : method(proxyHandler, "destinationAddress");
    } catch (ReflectiveOperationException unknownLine) {
      throw new IllegalStateException(
          "this Netty is not known, 4.1 and 4.2 are: "
              + unknownLine
              + ". None of its requests is sent; use a version that is known",
          unknownLine);
    }
  }

  /** In a jar of Netty's own that not every application has. */
  private static Class<?> orNull(ClassLoader loader, String name) {
    try {
      return Members.type(loader, name);
    } catch (ClassNotFoundException absent) {
      return null;
    }
  }

  private static Method method(Class<?> type, String name, Class<?>... parameters)
      throws NoSuchMethodException {
    return Members.method(type, name, parameters);
  }

  /**
   * The library that an object of one of its own classes is of.
   *
   * @throws IllegalStateException when it is a version that is not known
   */
  static NettyLibrary of(Object any) {
    return KNOWN.get(any.getClass());
  }

  // Messages

  boolean isRequest(Object message) {
    return request.isInstance(message);
  }

  /** Whether nothing of the same request comes behind it. */
  boolean isLast(Object message) {
    return lastContent.isInstance(message);
  }

  /** The bytes that a message adds to a body; null where they are in no buffer. */
  Object bytesOf(Object message) {
    return isBuffer(message) ? message : holder.isInstance(message) ? content(message) : null;
  }

  boolean isBuffer(Object message) {
    return buffer.isInstance(message);
  }

  boolean isFileRegion(Object message) {
    return fileRegion.isInstance(message);
  }

  String method(Object message) {
    return (String) Members.call(methodName, Members.call(methodOf, message));
  }

  String uri(Object message) {
    return (String) Members.call(uri, message);
  }

  /** Adds its headers. */
  @SuppressWarnings("unchecked") // the library's own List<Map.Entry<String, String>>
  void headers(Object message, RequestHead head) {
    Object all = Members.call(headers, message);
    for (Map.Entry<String, String> entry :
        (List<Map.Entry<String, String>>) Members.call(entries, all)) {
      head.header(entry.getKey(), entry.getValue());
    }
  }

  /** The first value of a header; null for none. */
  @SuppressWarnings("unchecked") // the library's own List<Map.Entry<String, String>>
  String header(Object message, String name) {
    Object all = Members.call(headers, message);
    for (Map.Entry<String, String> entry :
        (List<Map.Entry<String, String>>) Members.call(entries, all)) {
      if (entry.getKey().equalsIgnoreCase(name)) {
        return entry.getValue();
      }
    }
    return null;
  }

  /** A copy of the body that a whole request holds; null where it does not hold it, or more. */
  byte[] body(Object message, int most) {
    if (!fullRequest.isInstance(message)) {
      return null;
    }
    Object held = Members.call(content, message);
    return readable(held) > most ? null : bytes(held);
  }

  Object content(Object holder) {
    return Members.call(content, holder);
  }

  int readable(Object buf) {
    return (Integer) Members.call(readableBytes, buf);
  }

  /** A copy of what can be read of a buffer, which stays as it is. */
  byte[] bytes(Object buf) {
    byte[] bytes = new byte[readable(buf)];
    Members.call(getBytes, buf, Members.call(readerIndex, buf), bytes);
    return bytes;
  }

  /** What can be read of a buffer, without a copy where it is in one piece. */
  ByteBuffer view(Object buf) {
    return (Integer) Members.call(nioBufferCount, buf) > 0
        ? (ByteBuffer) Members.call(nioBuffer, buf)
        : ByteBuffer.wrap(bytes(buf));
  }

  long count(Object region) {
    return (Long) Members.call(count, region);
  }

  long transfer(Object region, WritableByteChannel to, long position) throws IOException {
    try {
      return (Long) GatedCall.plain(transferTo, region, new Object[] {to, position});
    } catch (IOException | RuntimeException | Error failed) {
      throw failed;
    } catch (Throwable undeclared) {
      throw new IllegalStateException(undeclared);
    }
  }

  void release(Object message) {
    Members.call(release, null, message);
  }

  /** A buffer over these very bytes. */
  Object wrap(byte[] bytes, int offset, int length) {
    return Members.call(wrapped, null, bytes, offset, length);
  }

  // The context

  /** A context of the library's loader that is told everything. */
  Object context(InvocationHandler told) {
    return Proxy.newProxyInstance(context.getClassLoader(), new Class<?>[] {context}, told);
  }

  Object channel(Object ctx) {
    return Members.call(channel, ctx);
  }

  Executor executor(Object ctx) {
    return (Executor) Members.call(executor, ctx);
  }

  /** What becomes of it is in the future. */
  Object write(Object ctx, Object message) {
    return Members.call(write, ctx, message);
  }

  Object write(Object ctx, Object message, Object promise) {
    return Members.call(writePromise, ctx, message, promise);
  }

  void flush(Object ctx) {
    Members.call(flush, ctx);
  }

  void close(Object ctx) {
    Members.call(close, ctx);
  }

  Object newPromise(Object ctx) {
    return Members.call(newPromise, ctx);
  }

  /** Tells those who read from the channel. */
  void tellReaders(Object ctx, Throwable of) {
    Members.call(exceptionCaught, ctx, of);
  }

  // Futures

  /** Told the cause, or null, on the channel's own thread. */
  void whenDone(Object future, Consumer<Throwable> told) {
    Object listening =
        Proxy.newProxyInstance(
            listener.getClassLoader(),
            new Class<?>[] {listener},
            (self, method, args) -> {
              if (method.getDeclaringClass() == Object.class) {
                return ofObject(self, method, args);
              }
              told.accept(
                  (Boolean) Members.call(isSuccess, args[0])
                      ? null
                      : (Throwable) Members.call(cause, args[0]));
              return null;
            });
    Members.call(addListener, future, listening);
  }

  private static Object ofObject(Object self, Method method, Object[] args) {
    switch (method.getName()) {
      case "equals":
        return self == args[0];
      case "hashCode":
        return System.identityHashCode(self);
      default:
        return "Countersign";
    }
  }

  void succeed(Object promise) {
    Members.call(trySuccess, promise);
  }

  void fail(Object promise, Throwable why) {
    Members.call(tryFailure, promise, why);
  }

  // The channel

  SocketAddress remoteAddress(Object of) {
    return (SocketAddress) Members.call(remoteAddress, of);
  }

  /** Of a stream its connection, of a connection itself. */
  Object connection(Object of) {
    Object above = Members.call(parent, of);
    return above == null ? of : above;
  }

  Object closeFuture(Object of) {
    return Members.call(closeFuture, of);
  }

  boolean isSecure(Object connection) {
    return sslHandler != null && find(connection, sslHandler) != null;
  }

  /** What was asked of a proxy and where it is; null where there is none. */
  Tunnel tunnel(Object connection) {
    Object through = proxyHandler == null ? null : find(connection, proxyHandler);
    return through == null
        ? null
        : new Tunnel(
            inet(Members.call(proxyAddress, through)), inet(Members.call(destination, through)));
  }

  /**
   * @param proxy null where it is no internet address
   * @param destination null before it was connected
   */
  record Tunnel(InetSocketAddress proxy, InetSocketAddress destination) {}

  private static InetSocketAddress inet(Object address) {
    return address instanceof InetSocketAddress inet ? inet : null;
  }

  private Object find(Object connection, Class<?> type) {
    return Members.call(handler, Members.call(pipeline, connection), type);
  }
}
