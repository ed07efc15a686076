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

  /** Cuts the file to a length that it had before. */
  void truncate(long length) throws IOException;

  /** Makes what was appended survive what the durability promises. */
  void persist() throws IOException;

  /**
   * What somebody did to the file at our path, as a clause without a subject; null when it is ours
   * and as long as this.
   */
  String fault(long length);

  /** Removes the file from the directory. */
  void delete() throws IOException;
}
