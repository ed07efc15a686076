package dev.countersign.sink.http;

import java.io.IOException;
import java.util.Arrays;

/**
 * The bytes of a body as the application wrote them, in one array, with where one writing ended and
 * the next began: clients make their chunks of that, so the same bytes written in one go would not
 * be the same on the wire. Read-only from {@link #close} on, for who wrote may keep what it wrote
 * into and come back with another thread.
 */
public final class HeldBytes {

  private static final int FIRST = 1 << 10;

  /** Stands among the steps for a flush; others are how many bytes were written at once. */
  private static final int FLUSH = 0;

  /** Takes the bytes again, in the steps in which they were written. */
  public interface Taker {

    void write(byte[] bytes, int offset, int length) throws IOException;

    /** {@code length} bytes that were written one by one. */
    void writeEach(byte[] bytes, int offset, int length) throws IOException;

    void flush() throws IOException;
  }

  private final int most;
  private byte[] bytes;
  private int length;

  /** Of a step of single bytes, the number is negative. */
  private int[] steps = new int[4];

  private int count;
  private boolean over;
  private boolean closed;

  /**
   * @param most bytes that are held
   * @param expected how many will come; negative = unknown
   */
  public HeldBytes(int most, long expected) {
    this.most = most;
    this.bytes = new byte[expected < 0 || expected > most ? Math.min(FIRST, most) : (int) expected];
  }

  /**
   * Makes room.
   *
   * @return where the next {@code more} bytes belong in {@link #bytes}
   * @throws IOException when that would be more than are held; nothing is held any more then
   */
  private int reserve(long more) throws IOException {
    if (closed) {
      throw new IOException("Attempted write to closed stream.");
    }
    if (over || length + more > most) {
      over = true;
      bytes = new byte[0];
      length = 0;
      throw new IOException(
          "Countersign: this body has more than send.max_body = "
              + most
              + " bytes, which may not be sent from here; raise send.max_body if it is meant to be");
    }
    int end = length + (int) more;
    if (end > bytes.length) {
      bytes = Arrays.copyOf(bytes, Math.max(end, Math.min(most, 2 * bytes.length + FIRST)));
    }
    int at = length;
    length = end;
    return at;
  }

  /** Holds bytes that were written at once. */
  public void write(byte[] from, int offset, int more) throws IOException {
    write(from, offset, more, true);
  }

  /**
   * Holds bytes, or more of those that are written at once.
   *
   * @param first whether a step of its own begins with them
   */
  public synchronized void write(byte[] from, int offset, int more, boolean first)
      throws IOException {
    int at = reserve(more);
    System.arraycopy(from, offset, bytes, at, more);
    if (!first) {
      steps[count - 1] += more;
    } else if (more > 0) {
      step(more);
    }
  }

  /** Holds a byte that was written by itself. */
  public synchronized void write(int one) throws IOException {
    int at = reserve(1); // which may put another array in its place
    bytes[at] = (byte) one;
    if (count > 0 && steps[count - 1] < 0) {
      steps[count - 1]--;
    } else {
      step(-1);
    }
  }

  /** Notes a flush. */
  public synchronized void flush() {
    if (!over && !closed) {
      step(FLUSH);
    }
  }

  private void step(int step) {
    if (count == steps.length) {
      steps = Arrays.copyOf(steps, 2 * count);
    }
    steps[count++] = step;
  }

  /** Nothing more will be written. */
  public synchronized HeldBytes close() {
    closed = true;
    if (bytes.length > length) {
      bytes = Arrays.copyOf(bytes, length);
    }
    return this;
  }

  /** Whether there was more than is held. */
  public boolean isOver() {
    return over;
  }

  /** All of them; the array itself, which nobody may change. */
  public byte[] bytes() {
    return bytes;
  }

  /** How many steps there are, for whoever gives them on one by one. */
  public int steps() {
    return count;
  }

  /** How many bytes a step has; 0 for a flush, negative for bytes that were written one by one. */
  public int stepAt(int index) {
    return steps[index];
  }

  /** Gives them to somebody as they were written. */
  public void giveTo(Taker taker) throws IOException {
    int at = 0;
    for (int i = 0; i < count; i++) {
      int step = steps[i];
      if (step == FLUSH) {
        taker.flush();
      } else if (step > 0) {
        taker.write(bytes, at, step);
        at += step;
      } else {
        taker.writeEach(bytes, at, -step);
        at -= step;
      }
    }
  }
}
