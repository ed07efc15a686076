package dev.countersign.sink.http.netty;

import dev.countersign.sink.http.Members;
import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** What is HTTP/2 in one loaded Netty, which not every application has. */
final class Http2Library {

  private static final ClassValue<Http2Library> KNOWN =
      new ClassValue<>() {
        @Override
        protected Http2Library computeValue(Class<?> type) {
          return new Http2Library(type);
        }
      };

  private final Class<?> headersFrame;
  private final Class<?> dataFrame;
  private final Method headers;
  private final Method headersEnd;
  private final Method dataEnd;
  private final Method replace;
  private final Constructor<?> newData;
  private final Method connection;
  private final Method isServer;

  private Http2Library(Class<?> any) {
    try {
      ClassLoader loader = any.getClassLoader();
      String http2 = "io.netty.handler.codec.http2.";
      headersFrame = Members.type(loader, http2 + "Http2HeadersFrame");
      dataFrame = Members.type(loader, http2 + "Http2DataFrame");
      headers = Members.method(headersFrame, "headers");
      headersEnd = Members.method(headersFrame, "isEndStream");
      dataEnd = Members.method(dataFrame, "isEndStream");
      newData =
          Members.constructor(
              Members.type(loader, http2 + "DefaultHttp2DataFrame"),
              Members.type(loader, "io.netty.buffer.ByteBuf"),
              boolean.class);
      replace =
          Members.method(dataFrame, "replace", Members.type(loader, "io.netty.buffer.ByteBuf"));
      connection =
          Members.method(Members.type(loader, http2 + "Http2ConnectionEncoder"), "connection");
      isServer = Members.method(Members.type(loader, http2 + "Http2Connection"), "isServer");
    } catch (ReflectiveOperationException unknownLine) {
      throw new IllegalStateException(
          "HTTP/2 of this Netty is not known, that of 4.1 and 4.2 is: "
              + unknownLine
              + ". None of its requests is sent; use a version that is known",
          unknownLine);
    }
  }

  static Http2Library of(Object any) {
    return KNOWN.get(any.getClass());
  }

  boolean isHeaders(Object message) {
    return headersFrame.isInstance(message);
  }

  boolean isData(Object message) {
    return dataFrame.isInstance(message);
  }

  Object headers(Object frame) {
    return Members.call(headers, frame);
  }

  /** Whether nothing comes behind a frame. */
  boolean isLast(Object frame) {
    return (Boolean) Members.call(isHeaders(frame) ? headersEnd : dataEnd, frame);
  }

  /** The same frame with other content. */
  Object with(Object frame, Object content) {
    return Members.call(replace, frame, content);
  }

  /** A frame with such content behind which more comes. */
  Object data(Object content) {
    return Members.make(newData, content, false);
  }

  /** Whether what an encoder writes are answers. */
  boolean isServer(Object encoder) {
    return (Boolean) Members.call(isServer, Members.call(connection, encoder));
  }

  /** Names and values as they are now. */
  @SuppressWarnings("unchecked") // Http2Headers is an Iterable of such entries
  List<String[]> lines(Object ofHeaders) {
    List<String[]> lines = new ArrayList<>();
    for (Map.Entry<CharSequence, CharSequence> entry :
        (Iterable<Map.Entry<CharSequence, CharSequence>>) ofHeaders) {
      lines.add(new String[] {entry.getKey().toString(), entry.getValue().toString()});
    }
    return lines;
  }

  /** The value of a header, or null. */
  static String value(List<String[]> lines, String name) {
    for (String[] line : lines) {
      if (line[0].equals(name)) {
        return line[1];
      }
    }
    return null;
  }
}
