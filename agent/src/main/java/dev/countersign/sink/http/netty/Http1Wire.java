package dev.countersign.sink.http.netty;

import dev.countersign.canonical.NotCanonicalException;
import dev.countersign.effect.HeaderRules;
import dev.countersign.sink.http.RequestHead;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.WritableByteChannel;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * An HTTP/1.1 request, by the very bytes that go to the connection. Where it ends is what its head
 * says, as whoever reads it will take it.
 */
final class Http1Wire extends Wire {

  /**
   * Pieces below are put together: a body of a million of one byte takes no more than its bytes.
   */
  private static final int SMALL = 1 << 10;

  private static final int BLOCK = 1 << 14;

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
  private final int most;
  private final ByteArrayOutputStream line = new ByteArrayOutputStream(256);
  private final Pieces body = new Pieces();
  private final List<String[]> headers = new ArrayList<>();
  private At at = At.HEAD;
  private String method = "";
  private String target = "";
  private boolean framed;
  private long left;
  private long length;
  private boolean over;
  private String malformed;
  private Bytes open;

  /**
   * @param most bytes of a body that are held
   */
  Http1Wire(NettyLibrary library, int most) {
    this.library = library;
    this.most = most;
  }

  @Override
  Step take(Object message, boolean kept) throws IOException {
    byte[] bytes;
    try {
      if (library.isBuffer(message)) {
        bytes = library.bytes(message);
      } else if (library.isFileRegion(message)) {
        bytes = read(message);
      } else {
        malformed = "something that is neither bytes nor a file";
        bytes = new byte[0];
      }
    } finally {
      library.release(message);
    }
    read(bytes);
    if (over && !kept) {
      return new Bytes(new byte[0], 0);
    }
    return step(bytes, kept || isWhole());
  }

  private Step step(byte[] bytes, boolean kept) {
    if (kept || bytes.length >= SMALL) {
      open = null;
      return new Bytes(bytes, bytes.length);
    }
    if (open != null && open.add(bytes)) {
      return null;
    }
    open = new Bytes(Arrays.copyOf(bytes, Math.max(64, bytes.length)), bytes.length);
    return open;
  }

  /** Bytes that are written at once. */
  private static final class Bytes implements Step {
    private byte[] bytes;
    private int count;

    Bytes(byte[] bytes, int count) {
      this.bytes = bytes;
      this.count = count;
    }

    boolean add(byte[] more) {
      if (count + more.length > BLOCK) {
        return false;
      }
      if (count + more.length > bytes.length) {
        bytes = Arrays.copyOf(bytes, Math.min(BLOCK, 2 * (count + more.length)));
      }
      System.arraycopy(more, 0, bytes, count, more.length);
      count += more.length;
      return true;
    }

    @Override
    public Object message(NettyLibrary library) {
      return library.wrap(count == bytes.length ? bytes : Arrays.copyOf(bytes, count));
    }
  }

  /** What a file region would be sent as; it may be another file by then. */
  private byte[] read(Object region) throws IOException {
    long count = library.count(region);
    if (count > most) {
      over = true;
      return new byte[0];
    }
    ByteBuffer into = ByteBuffer.allocate((int) count);
    WritableByteChannel channel =
        new WritableByteChannel() {
          @Override
          public int write(ByteBuffer from) {
            int taken = Math.min(from.remaining(), into.remaining());
            ByteBuffer part = from.duplicate();
            part.limit(part.position() + taken);
            into.put(part);
            from.position(from.position() + taken);
            return taken;
          }

          @Override
          public boolean isOpen() {
            return true;
          }

          @Override
          public void close() {}
        };
    while (into.hasRemaining()) {
      if (library.transfer(region, channel, into.position()) <= 0) {
        throw new IOException("a file region that has less than it says");
      }
    }
    return into.array();
  }

  /** The next bytes, wherever they were cut. */
  void read(byte[] bytes) {
    int i = 0;
    while (i < bytes.length && malformed == null) {
      switch (at) {
        case HEAD:
          i = readHead(bytes, i);
          break;
        case LENGTH:
        case CHUNK:
          i = readBody(bytes, i);
          break;
        case END:
          malformed = "more than its head says";
          break;
        default:
          i = readLine(bytes, i);
          break;
      }
    }
  }

  private int readHead(byte[] bytes, int from) {
    for (int i = from; i < bytes.length; i++) {
      line.write(bytes[i]);
      if (bytes[i] == '\n' && endsHead()) {
        parseHead();
        return i + 1;
      }
    }
    if (line.size() > MAX_HEAD) {
      malformed = "a head without an end";
    }
    return bytes.length;
  }

  private boolean endsHead() {
    byte[] all = line.size() < 4 ? new byte[4] : line.toByteArray();
    int n = all.length;
    return all[n - 2] == '\r' && all[n - 3] == '\n' && all[n - 4] == '\r';
  }

  private void parseHead() {
    String text = line.toString(StandardCharsets.ISO_8859_1);
    line.reset();
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

  private int readBody(byte[] bytes, int from) {
    int taken = (int) Math.min(left, bytes.length - from);
    left -= taken;
    length += taken;
    if (length > most) {
      over = true;
      body.clear();
    } else {
      body.add(bytes, from, taken);
    }
    if (left == 0) {
      at = at == At.CHUNK ? At.CHUNK_END : At.END;
    }
    return from + taken;
  }

  private int readLine(byte[] bytes, int from) {
    for (int i = from; i < bytes.length; i++) {
      line.write(bytes[i]);
      if (bytes[i] == '\n') {
        String read = line.toString(StandardCharsets.ISO_8859_1).trim();
        line.reset();
        endLine(read);
        return i + 1;
      }
    }
    if (line.size() > MAX_HEAD) {
      malformed = "chunks that are none";
    }
    return bytes.length;
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

  /** A part of a body: large ones as they came, small ones together. */
  private static final class Pieces {
    private final List<byte[]> whole = new ArrayList<>();
    private ByteArrayOutputStream small = new ByteArrayOutputStream(64);

    void add(byte[] bytes, int from, int count) {
      if (count < SMALL) {
        small.write(bytes, from, count);
        if (small.size() >= BLOCK) {
          close();
        }
      } else {
        close();
        whole.add(count == bytes.length ? bytes : Arrays.copyOfRange(bytes, from, from + count));
      }
    }

    private void close() {
      if (small.size() > 0) {
        whole.add(small.toByteArray());
        small = new ByteArrayOutputStream(64);
      }
    }

    void clear() {
      whole.clear();
      small = new ByteArrayOutputStream(0);
    }

    List<byte[]> all() {
      close();
      return whole;
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
  boolean isOver() {
    return over;
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
  List<byte[]> body() {
    return body.all();
  }

  @Override
  void forget() {
    body.clear();
    headers.clear();
    open = null;
  }
}
