package dev.countersign.sink.http.netty;

import dev.countersign.canonical.NotCanonicalException;
import dev.countersign.effect.HeaderRules;
import dev.countersign.scope.WeakIdentityMap;
import dev.countersign.sink.http.HeldBytes;
import dev.countersign.sink.http.RequestHead;
import dev.countersign.sink.http.Room;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/** A request on a stream of HTTP/2, as the frames that its codec made. */
final class Http2Wire extends Wire {

  /** Frames are objects: of so many, one for each few bytes, their bytes are the least. */
  private static final int BYTES_PER_FRAME = 16;

  private static final int FRAMES = 1024;

  private final NettyLibrary library;
  private final Http2Library http2;
  private final Room room;
  private final WeakIdentityMap<List<String[]>> sent;
  private final HeldBytes body;
  private final List<Object> rest = new ArrayList<>(0);
  private Object head;
  private List<String[]> lines;
  private int frames;

  /** The last frame with data, and whether that has none; null where the head is the last one. */
  private Object end;

  private boolean endEmpty;
  private boolean whole;
  private boolean hasBody;
  private String malformed;

  /**
   * @param codec that makes the frames
   * @param sent where the headers are noted that were judged, for who sees them further down
   */
  Http2Wire(NettyLibrary library, Object codec, Room room, WeakIdentityMap<List<String[]>> sent) {
    this.library = library;
    this.http2 = Http2Library.of(codec);
    this.room = room;
    this.body = new HeldBytes(room, -1);
    this.sent = sent;
  }

  @Override
  Object take(Object message) {
    if (http2.isHeaders(message)) {
      takeHeaders(message);
      sent.put(http2.headers(message), lines);
      return message;
    }
    malformed = "something else than headers";
    return message;
  }

  @Override
  void hold(Object message) throws IOException {
    if (malformed != null) {
      rest.add(message);
    } else if (http2.isHeaders(message)) {
      if (lines == null) {
        head = message;
        takeHeaders(message);
      } else {
        malformed = "headers behind its body";
        rest.add(message);
      }
    } else if (http2.isData(message)) {
      holdData(message);
    } else {
      malformed = "something that is neither headers nor data";
      rest.add(message);
    }
  }

  private void holdData(Object frame) throws IOException {
    try {
      ByteBuffer bytes = library.view(library.content(frame));
      boolean empty = !bytes.hasRemaining();
      hasBody |= !empty;
      frames++;
      if (frames > FRAMES + room.most() / BYTES_PER_FRAME && !body.isSpooled()) {
        body.refuse("a body of more frames than are held");
      }
      body.write(bytes);
      if (http2.isLast(frame)) {
        whole = true;
        end = frame;
        endEmpty = empty;
      }
    } finally {
      library.release(frame);
    }
  }

  private void takeHeaders(Object frame) {
    lines = http2.lines(http2.headers(frame));
    whole = http2.isLast(frame);
    hasBody |= !whole;
  }

  @Override
  HeldBytes body() {
    return body;
  }

  @Override
  Messages held() throws IOException {
    return new Written(body.read());
  }

  /** The headers, then frame by frame what was held. */
  private final class Written implements Messages {

    private final HeldBytes.Reader reader;
    private boolean headWritten = head == null;
    private boolean endWritten = end == null || !endEmpty;

    Written(HeldBytes.Reader reader) {
      this.reader = reader;
    }

    @Override
    public boolean hasNext() {
      return !headWritten || reader.hasNext() || !endWritten || !rest.isEmpty();
    }

    @Override
    public Object next() throws IOException {
      if (!headWritten) {
        headWritten = true;
        sent.put(http2.headers(head), lines);
        return head;
      }
      if (reader.next()) {
        Object content = library.wrap(reader.array(), reader.offset(), reader.length());
        boolean last = end != null && !endEmpty && !reader.hasNext();
        return last ? http2.with(end, content) : http2.data(content);
      }
      if (!endWritten) {
        endWritten = true;
        return http2.with(end, library.wrap(new byte[0], 0, 0));
      }
      return rest.remove(0);
    }

    @Override
    public void close() {
      reader.close();
    }
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
  void forget() {
    body.release();
    rest.forEach(library::release);
    rest.clear();
  }
}
