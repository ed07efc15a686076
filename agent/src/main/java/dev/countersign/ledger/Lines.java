package dev.countersign.ledger;

import java.util.Arrays;

/** Whole lines on their way into a file, and the memory for them, which is used again. */
final class Lines {

  /** Kept between batches; what a long line needs beyond it is given back. */
  private static final int KEPT = 64 * 1024;

  byte[] bytes = new byte[8 * 1024];
  int length;

  void clear() {
    length = 0;
    if (bytes.length > KEPT) {
      bytes = new byte[KEPT];
    }
  }

  void reserve(int more) {
    if (bytes.length - length < more) {
      bytes = Arrays.copyOf(bytes, Math.max(length + more, 2 * bytes.length));
    }
  }

  void add(byte[] more, int count) {
    reserve(count);
    System.arraycopy(more, 0, bytes, length, count);
    length += count;
  }
}
