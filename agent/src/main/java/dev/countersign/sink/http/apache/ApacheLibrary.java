package dev.countersign.sink.http.apache;

import dev.countersign.EffectRefusedException;
import dev.countersign.sink.http.HeldBytes;
import dev.countersign.sink.http.HoldingStream;
import dev.countersign.sink.http.Members;
import dev.countersign.sink.http.Room;
import dev.countersign.weave.GatedCall;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.nio.charset.CharsetEncoder;
import java.util.List;
import java.util.Set;

/**
 * One loaded HttpCore 4.4 or 5, read from outside: its classes are not visible here. Most of them
 * can be extended by an application, so of requests and bodies nothing is asked inside a check.
 */
final class ApacheLibrary {

  private static final ClassValue<ApacheLibrary> KNOWN =
      new ClassValue<>() {
        @Override
        protected ApacheLibrary computeValue(Class<?> type) {
          return new ApacheLibrary(type);
        }
      };

  /** What clients write: copies that they made, in their own classes. */
  private static final Set<String> OWN_REQUESTS =
      Set.of(
          Names.CLIENT_4 + "client.methods.HttpRequestWrapper",
          Names.CLIENT_4 + "client.methods.HttpRequestWrapper$HttpEntityEnclosingRequestWrapper",
          Names.CLIENT_4 + "impl.client.RequestWrapper",
          Names.CLIENT_4 + "impl.client.EntityEnclosingRequestWrapper",
          Names.CORE_4 + "message.BasicHttpRequest",
          Names.CORE_4 + "message.BasicHttpEntityEnclosingRequest",
          Names.CORE_5 + "message.BasicClassicHttpRequest");

  private final boolean five;
  private final Class<?> writer;
  private final Class<?> entityType;
  private final Class<?> withEntity;
  private final Class<?> chunked;
  private final Class<?> counted;
  private final Class<?> metricsType;
  private final Method getEntity;
  private final Method writeTo;
  private final Method contentLength;
  private final Method trailers;
  private final Method buffered;
  private final Method bufferWrite;
  private final Method flush;
  private final Method metrics;
  private final Method count;
  private final Field countedLength;
  private final Field output;
  private final Constructor<?> surfacing;

  private final Method requestLine;
  private final Method lineMethod;
  private final Method lineTarget;

  private final ClassValue<Field[]> buffers =
      new ClassValue<>() {
        @Override
        protected Field[] computeValue(Class<?> buffer) {
          return new Field[] {
            declared(buffer, OutputStream.class), declared(buffer, CharsetEncoder.class)
          };
        }
      };

  /**
   * @param connection the class of a connection that is woven
   */
  private ApacheLibrary(Class<?> connection) {
    ClassLoader loader = connection.getClassLoader();
    five = connection.getName().equals(Names.CONNECTION_5);
    String core = five ? Names.CORE_5 : Names.CORE_4;
    String io = core + "io.";
    String impl = core + "impl.io.";
    try {
      Class<?> buffer = Members.type(loader, io + "SessionOutputBuffer");
      writer = Members.type(loader, io + "HttpMessageWriter");
      entityType = Members.type(loader, core + "HttpEntity");
      withEntity =
          Members.type(
              loader, core + (five ? "HttpEntityContainer" : "HttpEntityEnclosingRequest"));
      chunked = Members.type(loader, impl + "ChunkedOutputStream");
      counted = Members.type(loader, impl + "ContentLengthOutputStream");
      getEntity = Members.method(withEntity, "getEntity");
      writeTo = Members.method(entityType, "writeTo", OutputStream.class);
      contentLength = Members.method(entityType, "getContentLength");
      trailers = five ? Members.method(entityType, "getTrailers") : null;
      buffered = Members.method(five ? buffer : Members.type(loader, io + "BufferInfo"), "length");
      bufferWrite =
          five
              ? Members.method(
                  buffer, "write", byte[].class, int.class, int.class, OutputStream.class)
              : Members.method(buffer, "write", byte[].class, int.class, int.class);
      flush =
          five
              ? Members.method(buffer, "flush", OutputStream.class)
              : Members.method(buffer, "flush");
      metrics = Members.method(buffer, "getMetrics");
      metricsType =
          Members.type(
              loader,
              five ? core + "impl.BasicHttpTransportMetrics" : impl + "HttpTransportMetricsImpl");
      count = Members.method(metricsType, "incrementBytesTransferred", long.class);
      countedLength = Members.field(counted, "contentLength");
      output =
          five
              ? null
              : Members.field(
                  connection.getName().equals(Names.OLD_CONNECTION_4)
                      ? connection
                      : Members.type(loader, Names.BASE_4),
                  "outbuffer");
      Class<?> line = Members.type(loader, core + (five ? "HttpRequest" : "RequestLine"));
      requestLine =
          five
              ? null
              : Members.method(Members.type(loader, core + "HttpRequest"), "getRequestLine");
      lineMethod = Members.method(line, "getMethod");
      lineTarget = Members.method(line, five ? "getRequestUri" : "getUri");
      surfacing =
          Members.constructor(
              Members.type(loader, core + "ProtocolException"), String.class, Throwable.class);
    } catch (ReflectiveOperationException unknownLine) {
      throw new IllegalStateException(
          "this HttpCore "
              + (five ? "5" : "4")
              + " is not known, 4.4 and 5.0 to 5.4 are: "
              + unknownLine
              + ". None of its requests is sent; use a version that is known",
          unknownLine);
    }
  }

  /**
   * The library that a connection is of.
   *
   * @param woven the name of the class of it that is woven; the connection may be of another one
   *     that extends it
   */
  static ApacheLibrary of(Object connection, String woven) {
    Class<?> type = connection.getClass();
    while (!type.getName().equals(woven)) {
      type = type.getSuperclass();
    }
    return KNOWN.get(type);
  }

  private static Field declared(Class<?> from, Class<?> of) {
    for (Class<?> type = from; type != null && type != Object.class; type = type.getSuperclass()) {
      for (Field field : type.getDeclaredFields()) {
        if (field.getType() == of) {
          field.setAccessible(true);
          return field;
        }
      }
    }
    return null;
  }

  // The output

  /**
   * Where a connection writes heads to.
   *
   * @param args of its writer: the request, and in 5 the buffer and the socket's stream
   */
  Output output(Object connection, Object[] args) {
    return five
        ? Output.given(this, args[1], (OutputStream) args[2])
        : Output.bound(this, Members.read(output, connection));
  }

  /** A buffer that logs what is written into another one. */
  Object withoutLog(Object buffer) {
    Class<?> type = buffer.getClass();
    if (!type.getName().equals(Names.CLIENT_4 + "impl.conn.LoggingSessionOutputBuffer")) {
      return buffer;
    }
    try {
      return Members.read(Members.field(type, "out"), buffer);
    } catch (NoSuchFieldException unknownLine) {
      throw new IllegalStateException(unknownLine);
    }
  }

  Field stream(Class<?> buffer) {
    Field field = buffers.get(buffer)[0];
    if (field == null) {
      throw new IllegalStateException(
          buffer.getName() + " is no output buffer of HttpCore 4: what it sends cannot be judged");
    }
    return field;
  }

  /** Null where there is none. */
  Field encoder(Class<?> buffer) {
    return buffers.get(buffer)[1];
  }

  Method buffered() {
    return buffered;
  }

  Method bufferWrite() {
    return bufferWrite;
  }

  Method flush() {
    return flush;
  }

  /** Bytes that were counted as sent and were not. */
  void uncount(Object buffer, int bytes) {
    Object counting = Members.call(metrics, buffer);
    if (metricsType.isInstance(counting)) {
      Members.call(count, counting, (long) -bytes);
    }
  }

  // The request: these run code of the application, unless it is one of the library's own classes

  Class<?> writer() {
    return writer;
  }

  /** Whether it is HttpCore 5. */
  boolean isFive() {
    return five;
  }

  /**
   * Whether a request is for whom its connection goes to, as far as that can be told without
   * writing it: of a class of the library's own, by a path, and no {@code CONNECT}.
   */
  boolean isForItsEnd(Object request) {
    if (!OWN_REQUESTS.contains(request.getClass().getName())) {
      return false;
    }
    Object line = five ? request : Members.call(requestLine, request);
    if (!five && !line.getClass().getName().equals(Names.CORE_4 + "message.BasicRequestLine")) {
      return false;
    }
    String target = (String) Members.call(lineTarget, line);
    return target.startsWith("/") && !"CONNECT".equals(Members.call(lineMethod, line));
  }

  /** The body that comes behind a head; null for none. */
  Object entity(Object request) throws Throwable {
    return withEntity.isInstance(request)
        ? GatedCall.plain(getEntity, request, new Object[0])
        : null;
  }

  Class<?> entityType() {
    return entityType;
  }

  /**
   * Has a body written into what holds it.
   *
   * @param limit how many bytes the client sends of it; negative = all
   */
  HeldBytes hold(Object entity, Room room, long limit) throws Throwable {
    HeldBytes held =
        new HeldBytes(room, (Long) GatedCall.plain(contentLength, entity, new Object[0]), limit);
    boolean whole = false;
    try {
      GatedCall.plain(writeTo, entity, new Object[] {new HoldingStream(held)});
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

  /** Whether anything comes behind the last chunk; asked when the body was written. */
  boolean hasTrailers(Object entity) throws Throwable {
    Object supplier = trailers == null ? null : GatedCall.plain(trailers, entity, new Object[0]);
    if (supplier == null) {
      return false;
    }
    Method get = Members.method(supplier.getClass(), "get");
    Object lines = GatedCall.plain(get, supplier, new Object[0]);
    return lines instanceof List<?> list && !list.isEmpty();
  }

  /** Whether what a body is written into frames it as the head says. */
  boolean frames(OutputStream out, WrittenHead head) {
    if (out.getClass() == chunked) {
      return head.isChunked();
    }
    return out.getClass() == counted
        && !head.isChunked()
        && (Long) Members.read(countedLength, out) == head.length();
  }

  /** As the library says that a request cannot be made; never tried again. */
  Exception surfaced(EffectRefusedException refused) {
    return (Exception) Members.make(surfacing, refused.getMessage(), refused);
  }
}
