package dev.countersign.sink.http.url;

import dev.countersign.sink.http.HeldBytes;
import dev.countersign.sink.http.Room;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UnsupportedEncodingException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/**
 * Stands in for a client's output while a request with a body is written: head and body stay here
 * until all of it is there, which the JDK shows by a flush, or by the last chunk. Then it is
 * judged, and these very bytes are written; from then on everything passes through.
 *
 * <p>The JDK writes here outside any check, and so the real output, which may be a socket of the
 * application's own, is written to outside any check as well.
 */
final class HeldOutput extends PrintStream {

  /** Judges the whole request, then has it written. */
  interface Release {
    /**
     * @param held the request
     * @param complete whether that is all; else it cannot be held
     * @throws RuntimeException when it must not be sent
     */
    void release(HeldOutput held, boolean complete);
  }

  /** What comes next, as the JDK writes HTTP/1.1. */
  private enum At {
    HEAD,
    LENGTH,
    CHUNK_SIZE,
    CHUNK,
    CHUNK_END,
    TRAILER,
    END
  }

  private final PrintStream real;
  private final String encoding;
  private final Release release;
  private final Room room;
  private final ByteArrayOutputStream line = new ByteArrayOutputStream(512);
  private At at = At.HEAD;
  private byte[] head;
  private HeldBytes body;
  private long left;
  private String broken;
  private boolean released;
  private boolean refused;

  private HeldOutput(PrintStream real, String encoding, Room room, Release release)
      throws UnsupportedEncodingException {
    super(new ByteArrayOutputStream(0), false, encoding);
    // Lets its buffers for text go: 24 KiB, which nothing here uses, for as long as a body is held.
    super.close();
    this.encoding = encoding;
    this.real = real;
    this.room = room;
    this.release = release;
  }

  /**
   * @param encoding in which the JDK writes heads
   */
  static HeldOutput before(PrintStream real, String encoding, Room room, Release release) {
    try {
      return new HeldOutput(real, encoding, room, release);
    } catch (UnsupportedEncodingException ofTheJdk) {
      throw new IllegalStateException(ofTheJdk);
    }
  }

  /** The JDK writes heads by both of these, and nothing else as text. */
  @Override
  public void print(Object text) {
    print(String.valueOf(text));
  }

  @Override
  public void print(String text) {
    try {
      byte[] bytes = String.valueOf(text).getBytes(encoding);
      write(bytes, 0, bytes.length);
    } catch (UnsupportedEncodingException ofTheJdk) {
      throw new IllegalStateException(ofTheJdk);
    }
  }

  @Override
  public void write(int b) {
    write(new byte[] {(byte) b}, 0, 1);
  }

  @Override
  public void write(byte[] from, int offset, int length) {
    if (released) {
      real.write(from, offset, length);
      return;
    }
    if (refused) {
      return;
    }
    try {
      take(from, offset, offset + length);
    } catch (IOException over) {
      broken = over.getMessage(); // the body itself says more
    }
    if (broken != null) {
      let(false);
    }
  }

  private void take(byte[] from, int offset, int end) throws IOException {
    int i = offset;
    while (i < end && broken == null) {
      switch (at) {
        case HEAD:
          i = takeHead(from, i, end);
          break;
        case LENGTH:
        case CHUNK:
          i = takeBody(from, i, end);
          break;
        case END:
          body.write(from, i, end - i); // more than its head says, and judged as that
          i = end;
          break;
        default:
          i = takeLine(from, i, end);
          break;
      }
    }
  }

  private int takeHead(byte[] from, int begin, int end) {
    for (int i = begin; i < end; i++) {
      line.write(from[i]);
      if (from[i] == '\n' && endsHead()) {
        head = line.toByteArray();
        line.reset();
        frame();
        return i + 1;
      }
    }
    return end;
  }

  private boolean endsHead() {
    int n = line.size();
    byte[] all = n < 4 ? new byte[4] : line.toByteArray();
    return all[all.length - 2] == '\r'
        && all[all.length - 3] == '\n'
        && all[all.length - 4] == '\r';
  }

  private void frame() {
    if ("chunked".equalsIgnoreCase(header("transfer-encoding"))) {
      body = new HeldBytes(room, -1);
      at = At.CHUNK_SIZE;
      return;
    }
    String says = header("content-length");
    try {
      left = says == null ? 0 : Long.parseLong(says);
    } catch (NumberFormatException none) {
      broken = "a length that is none";
    }
    body = new HeldBytes(room, left);
    at = left == 0 ? At.END : At.LENGTH;
  }

  private String header(String name) {
    String text = new String(head, StandardCharsets.ISO_8859_1);
    for (int i = text.indexOf("\r\n") + 2; i < text.length(); ) {
      int end = text.indexOf("\r\n", i);
      String one = text.substring(i, end);
      if (one.toLowerCase(Locale.ROOT).startsWith(name + ":")) {
        return one.substring(name.length() + 1).trim();
      }
      i = end + 2;
    }
    return null;
  }

  private int takeBody(byte[] from, int begin, int end) throws IOException {
    int taken = (int) Math.min(left, end - begin);
    body.write(from, begin, taken);
    left -= taken;
    if (left == 0) {
      at = at == At.CHUNK ? At.CHUNK_END : At.END;
    }
    return begin + taken;
  }

  /** Chunks are framed by lines, and behind the last one an empty line ends the trailer. */
  private int takeLine(byte[] from, int begin, int end) throws IOException {
    for (int i = begin; i < end; i++) {
      line.write(from[i]);
      if (from[i] == '\n') {
        byte[] whole = line.toByteArray();
        line.reset();
        body.frame(whole, 0, whole.length);
        endLine(new String(whole, StandardCharsets.ISO_8859_1).trim());
        return i + 1;
      }
    }
    return end;
  }

  private void endLine(String read) {
    if (at == At.CHUNK_SIZE) {
      left = Long.parseLong(read, 16);
      at = left == 0 ? At.TRAILER : At.CHUNK;
    } else if (!read.isEmpty()) {
      broken = "chunks that are none";
    } else {
      at = at == At.TRAILER ? At.END : At.CHUNK_SIZE;
    }
  }

  @Override
  public void flush() {
    if (released) {
      real.flush();
    } else if (!refused && at == At.END) {
      body.close();
      let(!body.isOver());
    }
  }

  private void let(boolean complete) {
    // Whatever comes of it: a request that was refused is not asked about again.
    refused = true;
    try {
      release.release(this, complete);
      refused = false;
    } finally {
      if (body != null) {
        body.release();
      }
      if (refused) {
        // Who asks for the answer all the same would wait for it without an end.
        real.close();
      }
    }
  }

  /** The body, without its framing. */
  HeldBytes body() {
    return body;
  }

  /** What was judged is written. */
  void write() {
    released = true;
    real.write(head, 0, head.length);
    try {
      body.giveTo(
          new HeldBytes.Taker() {
            @Override
            public void write(byte[] bytes, int offset, int length) {
              real.write(bytes, offset, length);
            }

            @Override
            public void writeEach(byte[] bytes, int offset, int length) {
              real.write(bytes, offset, length);
            }

            @Override
            public void flush() {
              real.flush();
            }
          });
      real.flush();
    } catch (IOException changed) {
      // It has begun, and must not come to its end.
      setError();
      real.close();
    }
  }

  /** The output that this one stands in for. */
  PrintStream real() {
    return real;
  }

  @Override
  public boolean checkError() {
    return super.checkError() || released && real.checkError();
  }

  @Override
  public void close() {
    if (real == null) {
      return; // its buffers are closed, and with them what they write into: this
    }
    // What was not judged is not written; the socket is closed by whoever closes this.
    if (body != null) {
      body.release();
    }
    real.close();
  }
}
