package dev.countersign.sink.http.url;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.io.UnsupportedEncodingException;
import java.nio.charset.StandardCharsets;

/**
 * Stands in for a client's output while a request is written whose body comes piece by piece: head
 * and body stay here until all of it is there, which the JDK shows by a flush, or by the last
 * chunk. Then it is judged, and these very bytes are written; from then on everything passes
 * through.
 *
 * <p>The JDK writes here outside any check, and so the real output, which may be a socket of the
 * application's own, is written to outside any check as well.
 */
final class HeldOutput extends PrintStream {

  /** Judges the whole request, then has it written. */
  interface Release {
    /**
     * @param held head and body as they stand on the wire
     * @param complete whether that is all; else it is more than is held
     * @throws RuntimeException when it must not be sent
     */
    void release(HeldOutput held, boolean complete);
  }

  private final Bytes bytes;
  private final PrintStream real;
  private final Release release;
  private final int most;
  private int head = -1;
  private boolean framed;
  private long length;
  private int nextChunk;
  private long inChunks;
  private boolean released;
  private boolean refused;

  private HeldOutput(Bytes bytes, PrintStream real, String encoding, int most, Release release)
      throws UnsupportedEncodingException {
    super(bytes, false, encoding);
    this.bytes = bytes;
    this.real = real;
    this.most = most;
    this.release = release;
  }

  /**
   * @param encoding in which the JDK writes heads
   * @param most bytes of a body that are held
   */
  static HeldOutput before(PrintStream real, String encoding, int most, Release release) {
    try {
      return new HeldOutput(new Bytes(), real, encoding, most, release);
    } catch (UnsupportedEncodingException ofTheJdk) {
      throw new IllegalStateException(ofTheJdk);
    }
  }

  @Override
  public void write(int b) {
    write(new byte[] {(byte) b}, 0, 1);
  }

  @Override
  public void write(byte[] from, int at, int length) {
    if (released) {
      real.write(from, at, length);
      return;
    }
    if (refused) {
      return;
    }
    bytes.write(from, at, length);
    if (head() >= 0 && bodyBytes() > most) {
      let(false);
    }
  }

  @Override
  public void flush() {
    super.flush();
    if (released) {
      real.flush();
    } else if (!refused && head() >= 0 && isWhole()) {
      let(true);
    }
  }

  /** How long the head is; negative while it is not complete. */
  private int head() {
    if (head < 0) {
      head = Framing.endOfHead(bytes.toByteArray());
    }
    return head;
  }

  /** How long the body is as its head says; {@link Framing#CHUNKED} where its end says so. */
  private long length() {
    if (!framed) {
      length = Framing.length(bytes.toByteArray(), head);
      nextChunk = head;
      framed = true;
    }
    return length;
  }

  /**
   * How many bytes of the body are here, without what frames them: six bytes stand around a chunk,
   * however small it is. One that has only begun counts as a whole.
   */
  private long bodyBytes() {
    if (length() != Framing.CHUNKED) {
      return (long) bytes.size() - head;
    }
    for (int data = bytes.behindLine(nextChunk); data > 0; data = bytes.behindLine(nextChunk)) {
      int size = bytes.hex(nextChunk, data - 2);
      if (size == 0) {
        break;
      }
      inChunks += size;
      nextChunk = data + size + 2;
    }
    return inChunks;
  }

  /** Asked at every flush, so that it looks at the end only where it can. */
  private boolean isWhole() {
    if (length() != Framing.CHUNKED) {
      return bytes.size() - head >= length;
    }
    return bytes.endsWithLastChunk() && Framing.body(bytes.toByteArray(), head) != null;
  }

  private void let(boolean complete) {
    // Whatever comes of it: a request that was refused is not asked about again.
    refused = true;
    try {
      release.release(this, complete);
      refused = false;
    } finally {
      if (refused) {
        // Who asks for the answer all the same would wait for it without an end.
        bytes.reset();
        real.close();
      }
    }
  }

  /** Head and body as they stand on the wire. */
  byte[] held() {
    return bytes.toByteArray();
  }

  /** Where the body begins. */
  int bodyAt() {
    return head;
  }

  /** What was judged is written. */
  void write() {
    released = true;
    byte[] all = bytes.toByteArray();
    bytes.reset();
    real.write(all, 0, all.length);
    real.flush();
  }

  /** The output that this one stands in for. */
  PrintStream real() {
    return real;
  }

  @Override
  public boolean checkError() {
    return released ? real.checkError() : super.checkError();
  }

  @Override
  public void close() {
    // What was not judged is not written; the socket is closed by whoever closes this.
    bytes.reset();
    real.close();
  }

  /** Bytes whose end can be looked at. */
  private static final class Bytes extends ByteArrayOutputStream {

    private static final byte[] LAST_CHUNK = {'0', '\r', '\n', '\r', '\n'};

    Bytes() {
      super(512);
    }

    /** The first byte behind the line that begins there; negative while it has no end. */
    synchronized int behindLine(int from) {
      for (int i = from; i + 1 < count; i++) {
        if (buf[i] == '\r' && buf[i + 1] == '\n') {
          return i + 2;
        }
      }
      return -1;
    }

    /** A number as chunks are headed with it. */
    synchronized int hex(int from, int end) {
      return Integer.parseInt(new String(buf, from, end - from, StandardCharsets.ISO_8859_1), 16);
    }

    synchronized boolean endsWithLastChunk() {
      for (int i = 0; i < LAST_CHUNK.length; i++) {
        if (count < LAST_CHUNK.length || buf[count - LAST_CHUNK.length + i] != LAST_CHUNK[i]) {
          return false;
        }
      }
      return true;
    }
  }
}
