package dev.countersign.sink.http.netty;

import dev.countersign.canonical.NotCanonicalException;
import dev.countersign.effect.HeaderRules;
import dev.countersign.scope.WeakIdentityMap;
import dev.countersign.sink.http.RequestHead;
import java.util.ArrayList;
import java.util.List;

/** A request on a stream of HTTP/2, as the frames that its codec made. */
final class Http2Wire extends Wire {

  /** Frames are objects: of so many, one for each few bytes, their bytes are the least. */
  private static final int BYTES_PER_FRAME = 16;

  private static final int FRAMES = 1024;

  private final NettyLibrary library;
  private final Http2Library http2;
  private final int most;
  private final WeakIdentityMap<List<String[]>> sent;
  private final List<byte[]> body = new ArrayList<>();
  private List<String[]> lines;
  private long length;
  private int frames;
  private boolean whole;
  private boolean hasBody;
  private boolean over;
  private String malformed;

  /**
   * @param codec that makes the frames
   * @param sent where the headers are noted that were judged, for who sees them further down
   */
  Http2Wire(NettyLibrary library, Object codec, int most, WeakIdentityMap<List<String[]>> sent) {
    this.library = library;
    this.http2 = Http2Library.of(codec);
    this.most = most;
    this.sent = sent;
  }

  @Override
  Step take(Object message, boolean kept) {
    if (http2.isHeaders(message)) {
      return takeHeaders(message);
    }
    if (!http2.isData(message)) {
      malformed = "something that is neither headers nor data";
      library.release(message);
      return null;
    }
    byte[] bytes;
    try {
      bytes = library.bytes(library.content(message));
    } finally {
      library.release(message);
    }
    whole = http2.isLast(message);
    hasBody |= bytes.length > 0;
    length += bytes.length;
    frames++;
    if (length > most || frames > FRAMES + most / BYTES_PER_FRAME) {
      over = true;
      body.clear();
      bytes = new byte[0];
    } else if (bytes.length > 0) {
      body.add(bytes);
    }
    byte[] held = bytes;
    return taken -> http2.with(message, taken.wrap(held));
  }

  private Step takeHeaders(Object frame) {
    Object headers = http2.headers(frame);
    List<String[]> read = http2.lines(headers);
    if (lines == null) {
      lines = read;
    } else {
      malformed = "headers behind its body";
    }
    whole = http2.isLast(frame);
    hasBody |= !whole;
    return unused -> {
      sent.put(headers, read);
      return frame;
    };
  }

  @Override
  boolean hasHead() {
    return lines != null || malformed != null;
  }

  @Override
  boolean isWhole() {
    return whole || malformed != null;
  }

  @Override
  boolean isOver() {
    return over;
  }

  @Override
  boolean hasBody() {
    return hasBody;
  }

  @Override
  String malformed() {
    return malformed;
  }

  @Override
  String method() {
    return pseudo(":method");
  }

  @Override
  String target() {
    return pseudo(":path");
  }

  private String pseudo(String name) {
    String value = lines == null ? null : Http2Library.value(lines, name);
    return value == null ? "" : value;
  }

  @Override
  RequestHead head(HeaderRules rules, Origin origin) {
    if (malformed != null) {
      throw new NotCanonicalException(malformed);
    }
    return head(rules, origin, lines);
  }

  /** The head that such headers are. */
  static RequestHead head(HeaderRules rules, Origin origin, List<String[]> lines) {
    String method = Http2Library.value(lines, ":method");
    String path = Http2Library.value(lines, ":path");
    if (method == null || path == null) {
      throw new NotCanonicalException("headers of HTTP/2 without a method or a path");
    }
    RequestHead head = new RequestHead(rules, method, origin.url(method, path));
    for (String[] line : lines) {
      if (line[0].equals(":authority")) {
        head.header("host", line[1]);
      } else if (!line[0].startsWith(":")) {
        head.header(line[0], line[1]);
      }
    }
    return head;
  }

  @Override
  List<byte[]> body() {
    return body;
  }

  @Override
  void forget() {
    body.clear();
  }
}
