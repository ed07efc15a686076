package dev.countersign.ledger;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;

/** An append-only file of lines that only we write; tests put a failing disk in its place. */
interface LineFile extends Closeable {

  /** Makes such files. */
  interface Factory {
    /** Creates the file, 0600, where nothing of that name exists, not even a link. */
    LineFile create(Path path) throws IOException;
  }

  /**
   * Hands bytes to the kernel at the end of the file. A failure may leave any part of them behind.
   */
  void append(byte[] bytes, int length) throws IOException;

  /**
   * Cuts off what a failed {@link #append} left behind. Only that: a file in which anything else
   * lies there, or lies before it, keeps the length by which {@link #fault} knows it.
   *
   * @param length to which it is cut
   * @param standing what was appended last and stands, up to that length
   * @param tried what the failed one was to append
   * @throws IOException if it was not cut; then it does not hold what we wrote, or cannot be cut
   */
  void cutOff(long length, Lines standing, Lines tried) throws IOException;

  /** Makes what was appended survive what the durability promises. */
  void persist() throws IOException;

  /**
   * Whether the file that we opened, whatever leads to it by now, is as long as this; false where
   * that cannot be told without {@link #fault}.
   */
  default boolean isKnownToHave(long length) {
    return false;
  }

  /**
   * What somebody did to the file at our path, as a clause without a subject; null when it is ours
   * and as long as this.
   */
  String fault(long length);

  /** Removes the file from the directory. */
  void delete() throws IOException;
}
