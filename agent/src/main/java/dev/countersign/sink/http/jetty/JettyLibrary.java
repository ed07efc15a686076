package dev.countersign.sink.http.jetty;

import dev.countersign.canonical.NotCanonicalException;
import dev.countersign.sink.http.HeldBytes;
import dev.countersign.sink.http.Members;
import dev.countersign.sink.http.Room;
import java.io.IOException;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.atomic.AtomicReference;

/** One loaded client of Jetty, read from outside: its classes are not visible here. */
final class JettyLibrary {

  /** Bytes of a body that need no budget, see {@link dev.countersign.sink.http.HeldMemory}. */
  private static final long SMALL = 1 << 14;

  private static final ClassValue<JettyLibrary> KNOWN =
      new ClassValue<>() {
        @Override
        protected JettyLibrary computeValue(Class<?> type) {
          for (Class<?> each = type; each != null; each = each.getSuperclass()) {
            Line line = Line.of(each.getName());
            if (line != null) {
              return new JettyLibrary(line, each.getClassLoader());
            }
          }
          throw new IllegalStateException(type + " is no part of Jetty's client");
        }
      };

  private static final ClassValue<JettyLibrary> OF_HEADERS =
      new ClassValue<>() {
        @Override
        protected JettyLibrary computeValue(Class<?> type) {
          boolean twelve = type.getName().startsWith(Line.TWELVE.overHttp1());
          return new JettyLibrary(twelve ? Line.TWELVE : Line.ELEVEN, type.getClassLoader());
        }
      };

  private static final String HTTP2 = "org.eclipse.jetty.http2.";

  /** Of channels for HTTP/2, what gives their session; null for all others. */
  private static final ClassValue<Method> SESSION =
      new ClassValue<>() {
        @Override
        protected Method computeValue(Class<?> channel) {
          for (Class<?> type = channel; type != null; type = type.getSuperclass()) {
            if (type.getName().startsWith(HTTP2)) {
              return method(type, "getSession");
            }
          }
          return null;
        }
      };

  private static final ClassValue<Method> REMOTE =
      new ClassValue<>() {
        @Override
        protected Method computeValue(Class<?> session) {
          return method(session, "getRemoteSocketAddress");
        }
      };

  private static Method method(Class<?> of, String name) {
    try {
      return Members.method(of, name);
    } catch (NoSuchMethodException unknownLine) {
      throw new IllegalStateException(
          of + " is of a version of Jetty that is not known", unknownLine);
    }
  }

  private final Line line;
  private final ClassLoader loader;
  private final Method conversation;
  private final Method exchanges;
  private final Method exchangeRequest;
  private final Method exchangeDestination;
  private final Method method;
  private final Method path;
  private final Method query;
  private final Method headers;
  private final Method trailers;
  private final Method uri;
  private final Method typeOfContent;
  private final Method lengthOfContent;
  private final Field body;
  private final Method headerName;
  private final Method headerValue;
  private final Method origin;
  private final Method proxy;
  private final Method client;
  private final Method destinations;
  private final Method queued;
  private final Method scheme;
  private final Method address;
  private final Method host;
  private final Method port;
  private final Method proxyAddress;
  private final Method transport;
  private final Class<?> overIp;
  private final Class<?> destinationType;
  private final Field senderState;
  private final Method senderSend;
  private final Method senderExchange;
  private final Method senderChannel;
  private final Method senderFail;
  private final Object stateQueued;
  private final Object stateTransient;
  private final Field headersSender;
  private final Class<?> overHttp1;
  private final Method remoteAddress;
  private final Class<?> contentType;
  private final Chunks chunks;
  private final Subscriptions subscriptions;

  private JettyLibrary(Line line, ClassLoader loader) {
    this.line = line;
    this.loader = loader;
    try {
      Class<?> request = core("HttpRequest");
      Class<?> exchange = core("HttpExchange");
      Class<?> sender = core("HttpSender");
      Class<?> state = core("HttpSender$RequestState");
      Class<?> originType = type("org.eclipse.jetty.client.Origin");
      Class<?> addressType = type("org.eclipse.jetty.client.Origin$Address");
      Class<?> header = type("org.eclipse.jetty.http.HttpField");
      Class<?> clientType = type("org.eclipse.jetty.client.HttpClient");
      destinationType = core("HttpDestination");
      conversation = Members.method(request, "getConversation");
      exchanges = Members.method(core("HttpConversation"), "getExchanges");
      exchangeRequest = Members.method(exchange, "getRequest");
      exchangeDestination = Members.method(exchange, "getHttpDestination");
      method = Members.method(request, "getMethod");
      path = Members.method(request, "getPath");
      query = Members.method(request, "getQuery");
      headers = Members.method(request, "getHeaders");
      trailers = Members.method(request, line.pulled() ? "getTrailersSupplier" : "getTrailers");
      uri = Members.method(request, "getURI");
      body = Members.field(request, "content");
      headerName = Members.method(header, "getName");
      headerValue = Members.method(header, "getValue");
      origin = Members.method(destinationType, "getOrigin");
      proxy = Members.method(destinationType, "getProxy");
      queued = Members.method(destinationType, "getHttpExchanges");
      client = Members.method(destinationType, "getHttpClient");
      destinations = Members.method(clientType, "getDestinations");
      scheme = Members.method(originType, "getScheme");
      address = Members.method(originType, "getAddress");
      host = Members.method(addressType, "getHost");
      port = Members.method(addressType, "getPort");
      proxyAddress =
          Members.method(type("org.eclipse.jetty.client.ProxyConfiguration$Proxy"), "getAddress");
      transport = line.pulled() ? Members.method(originType, "getTransport") : null;
      overIp = line.pulled() ? type("org.eclipse.jetty.io.Transport$IP") : null;
      senderState = Members.field(sender, "requestState");
      senderSend = Members.method(sender, "send", exchange);
      senderExchange = Members.method(sender, "getHttpExchange");
      senderChannel = Members.method(sender, "getHttpChannel");
      senderFail = line.pulled() ? null : Members.method(sender, "anyToFailure", Throwable.class);
      stateQueued = Members.read(Members.field(state, "QUEUED"), null);
      stateTransient = Members.read(Members.field(state, "TRANSIENT"), null);
      overHttp1 = type(line.overHttp1() + "HttpSenderOverHTTP");
      headersSender =
          Members.field(type(line.overHttp1() + "HttpSenderOverHTTP$HeadersCallback"), "this$0");
      remoteAddress =
          Members.method(type("org.eclipse.jetty.io.EndPoint"), "getRemoteSocketAddress");
      contentType = type(line.api() + "Request$Content");
      typeOfContent = Members.method(contentType, "getContentType");
      lengthOfContent = Members.method(contentType, "getLength");
      core(line.content()); // what has head and body sent, and is woven
      chunks = line.pulled() ? new Chunks(loader) : null;
      subscriptions = line.pulled() ? null : new Subscriptions(loader, contentType);
    } catch (ReflectiveOperationException unknownLine) {
      throw new IllegalStateException(
          "this client of Jetty is not known, 11.0 to 12.1 are: "
              + unknownLine
              + ". None of its requests is sent; use a version that is known",
          unknownLine);
    }
  }

  private Class<?> core(String name) throws ClassNotFoundException {
    return type(line.core() + name);
  }

  private Class<?> type(String name) throws ClassNotFoundException {
    return Members.type(loader, name);
  }

  /**
   * The library that one of its requests, exchanges or senders is of.
   *
   * @throws IllegalStateException when it is a version that is not known
   */
  static JettyLibrary of(Object any) {
    return KNOWN.get(any.getClass());
  }

  /** That of the callback which has a head of HTTP/1.1 written. */
  static JettyLibrary ofHeaders(Object headersCallback) {
    return OF_HEADERS.get(headersCallback.getClass());
  }

  /** Whether requests are read by this. */
  static boolean reads(Object given) {
    for (Class<?> each = given.getClass(); each != null; each = each.getSuperclass()) {
      if (each.getName().equals(Line.ELEVEN.request())
          || each.getName().equals(Line.TWELVE.request())) {
        return true;
      }
    }
    return false;
  }

  Line line() {
    return line;
  }

  // Exchanges

  Object request(Object exchange) {
    return Members.call(exchangeRequest, exchange);
  }

  Object destination(Object exchange) {
    return Members.call(exchangeDestination, exchange);
  }

  /** All exchanges that the application's request has had so far, in their order. */
  Collection<?> exchanges(Object request) {
    return (Collection<?>) Members.call(exchanges, Members.call(conversation, request));
  }

  // Requests

  String method(Object request) {
    return (String) Members.call(method, request);
  }

  /** What is requested, as HTTP/1.1 writes it. */
  String target(Object request) {
    String asked = (String) Members.call(query, request);
    String below = (String) Members.call(path, request);
    return asked == null ? below : below + '?' + asked;
  }

  /**
   * The whole of what is requested.
   *
   * @throws NotCanonicalException when it is no URI
   */
  String uri(Object request) {
    Object whole = Members.call(uri, request);
    if (whole == null) {
      throw new NotCanonicalException("a request whose URL is none");
    }
    return whole.toString();
  }

  /** Name and value of each header. */
  List<String[]> headers(Object request) {
    List<String[]> lines = new ArrayList<>();
    for (Object header : (Iterable<?>) Members.call(headers, request)) {
      String value = (String) Members.call(headerValue, header);
      lines.add(
          new String[] {(String) Members.call(headerName, header), value == null ? "" : value});
    }
    return lines;
  }

  boolean hasTrailers(Object request) {
    return Members.call(trailers, request) != null;
  }

  /** Null for none. */
  Object body(Object request) {
    return Members.read(body, request);
  }

  void body(Object request, Object content) {
    Members.write(body, request, content);
  }

  // Destinations

  /** Where a connection leads. */
  record Place(String scheme, String host, int port) {}

  Place place(Object destination) {
    Object from = Members.call(origin, destination);
    Object at = Members.call(address, from);
    return new Place(
        http((String) Members.call(scheme, from)),
        (String) Members.call(host, at),
        (Integer) Members.call(port, at));
  }

  /** A WebSocket is opened by a request of HTTP, whatever its URL says. */
  private static String http(String scheme) {
    return scheme.equals("ws") ? "http" : scheme.equals("wss") ? "https" : scheme;
  }

  /** Null for none. */
  InetSocketAddress proxy(Object destination) {
    Object through = Members.call(proxy, destination);
    if (through == null) {
      return null;
    }
    Object at = Members.call(proxyAddress, through);
    return InetSocketAddress.createUnresolved(
        (String) Members.call(host, at), (Integer) Members.call(port, at));
  }

  /** Whether its connections are those that its name says, not a socket file or a memory. */
  boolean isOverIp(Object destination) {
    return transport == null
        || overIp.isInstance(Members.call(transport, Members.call(origin, destination)));
  }

  /**
   * A request that waits for a connection through that proxy to that place, for which a tunnel is
   * asked; null for none.
   */
  Object waitingFor(Object proxyDestination, Place proxyPlace, String place) {
    for (Object each :
        (Iterable<?>) Members.call(destinations, Members.call(client, proxyDestination))) {
      if (!destinationType.isInstance(each)) {
        continue;
      }
      Place at = place(each);
      InetSocketAddress through = proxy(each);
      if (through != null
          && through.getPort() == proxyPlace.port()
          && through.getHostString().equals(proxyPlace.host())
          && place.equals(at.host() + ':' + at.port())) {
        Object first = ((Queue<?>) Members.call(queued, each)).peek();
        if (first != null) {
          return request(first);
        }
      }
    }
    return null;
  }

  // Senders

  /** Whether it writes HTTP/1.1, so that the bytes of its head are looked at as well. */
  boolean isOverHttp1(Object sender) {
    return overHttp1.isInstance(sender);
  }

  Object exchangeOfHeaders(Object headersCallback) {
    return Members.call(senderExchange, Members.read(headersSender, headersCallback));
  }

  /** Null where it is no address of IP. */
  InetSocketAddress remote(Object endPoint) {
    return Members.call(remoteAddress, endPoint) instanceof InetSocketAddress at ? at : null;
  }

  /** Whether it writes HTTP/2. */
  boolean isOverHttp2(Object sender) {
    return SESSION.get(Members.call(senderChannel, sender).getClass()) != null;
  }

  /** The other end of the connection that such a sender writes on; null where it is none of IP. */
  InetSocketAddress remoteOfHttp2(Object sender) {
    Object channel = Members.call(senderChannel, sender);
    Object asked = Members.call(SESSION.get(channel.getClass()), channel);
    if (!asked.getClass().getName().startsWith(HTTP2)) {
      return null; // another class says what the application wants
    }
    return Members.call(REMOTE.get(asked.getClass()), asked) instanceof InetSocketAddress at
        ? at
        : null;
  }

  /**
   * Has a sender leave its request alone, as one that another thread is busy with.
   *
   * @return false when it is no longer waiting to be sent
   */
  boolean suspend(Object sender) {
    return state(sender).compareAndSet(stateQueued, stateTransient);
  }

  /**
   * Undoes {@link #suspend}.
   *
   * @return false when the request failed meanwhile
   */
  boolean resume(Object sender) {
    return state(sender).compareAndSet(stateTransient, stateQueued);
  }

  @SuppressWarnings("unchecked") // the field's one type
  private AtomicReference<Object> state(Object sender) {
    return (AtomicReference<Object>) Members.read(senderState, sender);
  }

  void send(Object sender, Object exchange) {
    Members.call(senderSend, sender, exchange);
  }

  /**
   * Has a sender fail that was called by a body: what is thrown there is the body's to handle, and
   * the library's own keep it to themselves until they are asked again. The exchange is ended by
   * the client's executor.
   */
  void fail(Object sender, Throwable reason) {
    if (senderFail != null) {
      Members.call(senderFail, sender, reason);
    }
  }

  // Bodies

  Class<?> contentType() {
    return contentType;
  }

  /** For the line whose bodies are pulled. */
  Chunks chunks() {
    return chunks;
  }

  /** For the other line. */
  Subscriptions subscriptions() {
    return subscriptions;
  }

  /** As a header has it; null for none. */
  String contentType(Object inMemory) {
    return (String) Members.call(typeOfContent, inMemory);
  }

  /** Whether the library itself holds it in memory: looking at it runs no code of others. */
  boolean isInMemory(Object content) {
    String name = content.getClass().getName();
    return name.equals(line.own() + "BytesRequestContent")
        || name.equals(line.own() + "StringRequestContent")
        || name.equals(line.own() + "FormRequestContent")
        || name.equals(line.own() + "ByteBufferRequestContent");
  }

  /**
   * Whether it is so small that it is copied where it is judged. What is held of a larger one may
   * be in a file, and is then read in smaller steps than the library would write it in.
   */
  boolean isSmallInMemory(Object content) {
    return isInMemory(content) && (Long) Members.call(lengthOfContent, content) <= SMALL;
  }

  /** A copy of what {@link #isInMemory}; nothing of it is consumed. */
  HeldBytes inMemory(Object content, Room room) {
    List<ByteBuffer> buffers = buffers(content);
    long length = 0;
    for (ByteBuffer buffer : buffers) {
      length += buffer.remaining();
    }
    HeldBytes copy = new HeldBytes(room, length);
    try {
      for (ByteBuffer buffer : buffers) {
        copy.write(buffer);
      }
    } catch (IOException over) {
      return copy; // which says so
    }
    return copy.close();
  }

  private List<ByteBuffer> buffers(Object content) {
    List<ByteBuffer> buffers = new ArrayList<>();
    Class<?> holder = content.getClass();
    while (holder.getSuperclass() != Object.class
        && !holder.getSuperclass().getName().endsWith(".AbstractRequestContent")) {
      holder = holder.getSuperclass();
    }
    try {
      if (line.pulled()) {
        Object all = Members.read(Members.field(holder, "byteBuffers"), content);
        for (Object buffer : (Collection<?>) all) {
          buffers.add(((ByteBuffer) buffer).slice());
        }
      } else if (holder.getName().endsWith(".BytesRequestContent")) {
        for (byte[] bytes : (byte[][]) Members.read(Members.field(holder, "bytes"), content)) {
          buffers.add(ByteBuffer.wrap(bytes));
        }
      } else {
        Object all = Members.read(Members.field(holder, "buffers"), content);
        for (ByteBuffer buffer : (ByteBuffer[]) all) {
          buffers.add(buffer.slice());
        }
      }
    } catch (NoSuchFieldException otherVersion) {
      throw new IllegalStateException(
          "a body of Jetty that is held in another way: " + content.getClass(), otherVersion);
    }
    return buffers;
  }
}
