package dev.countersign.ledger;

import java.io.IOException;
import java.nio.file.Path;

/**
 * A file beside the books that is no part of them: mode 0600, made where nothing of its name is,
 * not even a link, written by the calling thread whether it is interrupted or not. Not thread-safe.
 */
public final class SideFile {

  private final LineFile file;

  private SideFile(LineFile file) {
    this.file = file;
  }

  /**
   * @throws IOException also where something of that name exists
   */
  public static SideFile create(Path path) throws IOException {
    return new SideFile(KernelFile.FACTORY.create(path));
  }

  /** Hands bytes to the kernel at the end of the file. A failure may leave a part of them. */
  public void append(byte[] bytes) throws IOException {
    file.append(bytes, bytes.length);
  }

  /** Gives it back; what was appended stays. */
  public void close() throws IOException {
    file.close();
  }
}
