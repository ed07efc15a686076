package dev.countersign.verify;

import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;

/**
 * Lines of a file, each of at most so many bytes, {@value #MAX_LINE} unless told otherwise; a
 * longer one is passed over without being kept.
 */
final class BoundedLines implements Closeable {

  static final int MAX_LINE = 1 << 20;

  private final InputStream in;
  private final int most;
  private final byte[] buffer = new byte[1 << 16];
  private int at;
  private int end;
  private long read;
  private long offset;
  private byte[] line;
  private boolean ended;

  BoundedLines(InputStream in) {
    this(in, MAX_LINE);
  }

  /**
   * @param most bytes of a line, at least the {@value #MAX_LINE} of the default
   */
  BoundedLines(InputStream in, int most) {
    this.in = in;
    this.most = most;
  }

  /**
   * Moves to the next line; false at the end. What follows the last newline, if anything, is a
   * line.
   */
  boolean next() throws IOException {
    line = null;
    ended = false;
    offset = read;
    ByteArrayOutputStream collected = null;
    boolean tooLong = false;
    while (true) {
      if (at == end) {
        at = 0;
        end = in.read(buffer);
        if (end < 0) {
          end = 0;
          if (read == offset) {
            return false;
          }
          line = tooLong || collected == null ? null : collected.toByteArray();
          return true;
        }
      }
      int from = at;
      at = newline(from, end);
      boolean complete = at < end;
      int length = at - from;
      read += length;
      if (complete && collected == null) {
        at++;
        read++;
        ended = true;
        line = Arrays.copyOfRange(buffer, from, from + length); // shorter than a line may be
        return true;
      }
      if (collected == null) {
        collected = new ByteArrayOutputStream(length);
      }
      tooLong |= collected.size() + length > most;
      if (!tooLong) {
        collected.write(buffer, from, length);
      }
      if (complete) {
        at++;
        read++;
        ended = true;
        line = tooLong ? null : collected.toByteArray();
        return true;
      }
    }
  }

  private int newline(int from, int to) {
    byte[] bytes = buffer;
    int i = from;
    while (i < to && bytes[i] != '\n') {
      i++;
    }
    return i;
  }

  /** The line without its newline, or null when it is longer than the bound. */
  byte[] line() {
    return line;
  }

  /** Whether a newline ends the line; only the last one of a file may lack it. */
  boolean ended() {
    return ended;
  }

  /** Where the line begins. */
  long offset() {
    return offset;
  }

  @Override
  public void close() throws IOException {
    in.close();
  }
}
