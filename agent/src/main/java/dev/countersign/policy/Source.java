package dev.countersign.policy;

import java.io.Closeable;
import java.io.IOException;

/** Where documents come from. What it gives proves nothing: the signatures do. */
interface Source extends Closeable {

  /**
   * The content at a path of the tree.
   *
   * @param most bytes that it may have
   * @return null where there is nothing
   * @throws TooLargeException for more than that
   * @throws IOException where the source cannot be reached
   */
  byte[] read(String path, int most) throws IOException;

  @Override
  default void close() throws IOException {
    // most hold nothing open
  }

  /** More bytes than the document may have. */
  final class TooLargeException extends IOException {
    private static final long serialVersionUID = 1L;

    TooLargeException(String path, int most) {
      super(path + " has more than " + most + " bytes");
    }
  }
}
