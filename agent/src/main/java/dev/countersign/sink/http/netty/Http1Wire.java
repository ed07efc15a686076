package dev.countersign.sink.http.netty;

import dev.countersign.canonical.NotCanonicalException;
import dev.countersign.effect.HeaderRules;
import dev.countersign.sink.http.HeldBytes;
import dev.countersign.sink.http.RequestHead;
import dev.countersign.sink.http.Room;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.WritableByteChannel;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * An HTTP/1.1 request, by the very bytes that go to the connection. Where it ends is what its head
 * says, as whoever reads it will take it.
 */
final class Http1Wire extends Wire {

  /** More is no head: without a bound, one that never ends would be held for ever. */
  private static final int MAX_HEAD = 1 << 20;

  private enum At {
    HEAD,
    LENGTH,
    CHUNK_SIZE,
    CHUNK,
    CHUNK_END,
    TRAILER,
    END
  }

  private final NettyLibrary library;
  private final HeldBytes body;
  private final ByteArrayOutputStream line = new ByteArrayOutputStream(256);
  private final List<String[]> headers = new ArrayList<>();
  private final List<Object> rest = new ArrayList<>(0);
  private At at = At.HEAD;
  private byte[] head = new byte[0];
  private String method = "";
  private String target = "";
  private boolean framed;
  private long left;
  private String malformed;

  Http1Wire(NettyLibrary library, Room room) {
    this.library = library;
    this.body = new HeldBytes(room, -1);
  }

  @Override
  Object take(Object message) {
    byte[] bytes = new byte[0];
    try {
      if (library.isBuffer(message)) {
        bytes = library.bytes(message);
      } else {
        malformed = "something that is no bytes";
      }
    } finally {
      library.release(message);
    }
    try {
      read(ByteBuffer.wrap(bytes), false);
    } catch (IOException ofABody) {
      throw new IllegalStateException(ofABody);
    }
    return library.wrap(bytes, 0, bytes.length);
  }

  @Override
  void hold(Object message) throws IOException {
    boolean known = library.isBuffer(message) || library.isFileRegion(message);
    if (!known) {
      malformed = "something that is neither bytes nor a file";
      rest.add(message);
      return;
    }
    try {
      if (library.isBuffer(message)) {
        read(library.view(message), true);
      } else {
        readFile(message);
      }
    } finally {
      library.release(message);
    }
  }

  /** What a file region would be sent as; it may be another file by then. */
  private void readFile(Object region) throws IOException {
    WritableByteChannel channel =
        new WritableByteChannel() {
          @Override
          public int write(ByteBuffer from) throws IOException {
            int taken = from.remaining();
            read(from, true);
            return taken;
          }

          @Override
          public boolean isOpen() {
            return true;
          }

          @Override
          public void close() {}
        };
    long count = library.count(region);
    for (long done = 0; done < count; ) {
      long taken = library.transfer(region, channel, done);
      if (taken <= 0) {
        throw new IOException("a file region that has less than it says");
      }
      done += taken;
    }
  }

  /**
   * The next bytes, wherever they were cut.
   *
   * @param held whether they are kept
   */
  void read(ByteBuffer bytes, boolean held) throws IOException {
    while (bytes.hasRemaining() && malformed == null) {
      switch (at) {
        case HEAD:
          readHead(bytes);
          break;
        case LENGTH:
        case CHUNK:
          readBody(bytes, held);
          break;
        case END:
          malformed = "more than its head says";
          break;
        default:
          readLine(bytes, held);
          break;
      }
    }
    if (malformed != null && held) {
      // What nobody can read goes on as it is, where that is allowed.
      frame(line.toByteArray());
      line.reset();
      byte[] unread = new byte[bytes.remaining()];
      bytes.get(unread);
      frame(unread);
    }
  }

  private void frame(byte[] bytes) throws IOException {
    body.frame(bytes, 0, bytes.length);
  }

  private void readHead(ByteBuffer bytes) {
    while (bytes.hasRemaining()) {
      byte one = bytes.get();
      line.write(one);
      if (one == '\n' && endsHead()) {
        head = line.toByteArray();
        line.reset();
        parseHead();
        return;
      }
    }
    if (line.size() > MAX_HEAD) {
      malformed = "a head without an end";
    }
  }

  private boolean endsHead() {
    byte[] all = line.size() < 4 ? new byte[4] : line.toByteArray();
    int n = all.length;
    return all[n - 2] == '\r' && all[n - 3] == '\n' && all[n - 4] == '\r';
  }

  private void parseHead() {
    String text = new String(head, StandardCharsets.ISO_8859_1);
    int from = text.indexOf("\r\n");
    String first = text.substring(0, from);
    int blank = first.indexOf(' ');
    int last = first.lastIndexOf(' ');
    if (blank <= 0 || last <= blank) {
      malformed = "a request line that is none";
      return;
    }
    method = first.substring(0, blank);
    target = first.substring(blank + 1, last);
    for (int i = from + 2; i < text.length() - 2; ) {
      int end = text.indexOf("\r\n", i);
      String one = text.substring(i, end);
      int colon = one.indexOf(':');
      if (colon <= 0) {
        malformed = "a header line that is none";
        return;
      }
      headers.add(new String[] {one.substring(0, colon), one.substring(colon + 1).trim()});
      i = end + 2;
    }
    frame();
  }

  private void frame() {
    String coding = header("transfer-encoding");
    String says = header("content-length");
    framed = coding != null || says != null;
    try {
      if (coding != null && !coding.equalsIgnoreCase("chunked")) {
        malformed = "a transfer coding that is not known";
      } else if (coding != null) {
        at = At.CHUNK_SIZE;
      } else {
        left = says == null ? 0 : number(says, 10);
        at = left == 0 ? At.END : At.LENGTH;
      }
    } catch (NumberFormatException none) {
      malformed = "a length that is none";
    }
  }

  /** Digits alone: a sign is a number to Java, and none to whoever reads it. */
  private static long number(String text, int radix) {
    if (text.isEmpty() || Character.digit(text.charAt(0), radix) < 0) {
      throw new NumberFormatException(text);
    }
    return Long.parseLong(text, radix);
  }

  private String header(String name) {
    for (String[] header : headers) {
      if (header[0].equalsIgnoreCase(name)) {
        return header[1];
      }
    }
    return null;
  }

  private void readBody(ByteBuffer bytes, boolean held) throws IOException {
    int taken = (int) Math.min(left, bytes.remaining());
    ByteBuffer part = bytes.slice();
    part.limit(taken);
    bytes.position(bytes.position() + taken);
    left -= taken;
    if (left == 0) {
      at = at == At.CHUNK ? At.CHUNK_END : At.END;
    }
    if (held) {
      body.write(part);
    }
  }

  private void readLine(ByteBuffer bytes, boolean held) throws IOException {
    while (bytes.hasRemaining()) {
      byte one = bytes.get();
      line.write(one);
      if (one == '\n') {
        byte[] whole = line.toByteArray();
        line.reset();
        if (held) {
          frame(whole);
        }
        endLine(new String(whole, StandardCharsets.ISO_8859_1).trim());
        return;
      }
    }
    if (line.size() > MAX_HEAD) {
      malformed = "chunks that are none";
    }
  }

  private void endLine(String read) {
    if (at == At.CHUNK_SIZE) {
      try {
        left = number(read, 16);
        at = left == 0 ? At.TRAILER : At.CHUNK;
      } catch (NumberFormatException none) {
        malformed = "chunks that are none";
      }
    } else if (at == At.CHUNK_END && read.isEmpty()) {
      at = At.CHUNK_SIZE;
    } else if (at == At.TRAILER && read.isEmpty()) {
      at = At.END;
    } else {
      malformed = at == At.TRAILER ? "headers behind its body" : "chunks that are none";
    }
  }

  @Override
  boolean hasHead() {
    return at != At.HEAD || malformed != null;
  }

  @Override
  boolean isWhole() {
    return at == At.END || malformed != null;
  }

  @Override
  boolean hasBody() {
    return framed;
  }

  @Override
  String malformed() {
    return malformed;
  }

  @Override
  String method() {
    return method;
  }

  @Override
  String target() {
    return target;
  }

  @Override
  RequestHead head(HeaderRules rules, Origin origin) {
    if (malformed != null) {
      throw new NotCanonicalException(malformed);
    }
    RequestHead head = new RequestHead(rules, method, origin.url(method, target));
    for (String[] header : headers) {
      head.header(header[0], header[1]);
    }
    return head;
  }

  @Override
  HeldBytes body() {
    return body;
  }

  @Override
  Messages held() throws IOException {
    return new Written(body.read());
  }

  /** The head, then what is behind it, in pieces as it came; small ones together. */
  private final class Written implements Messages {

    private final HeldBytes.Reader reader;
    private boolean begun;

    Written(HeldBytes.Reader reader) {
      this.reader = reader;
    }

    @Override
    public boolean hasNext() {
      return !begun || reader.hasNext() || !rest.isEmpty();
    }

    @Override
    public Object next() throws IOException {
      if (!begun) {
        begun = true;
        return library.wrap(head, 0, head.length);
      }
      return reader.nextRun()
          ? library.wrap(reader.array(), reader.offset(), reader.length())
          : rest.remove(0);
    }

    @Override
    public void close() {
      reader.close();
    }
  }

  @Override
  void forget() {
    body.release();
    headers.clear();
    rest.forEach(library::release);
    rest.clear();
  }
}
