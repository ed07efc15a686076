package dev.countersign.observe;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/**
 * One file that always holds one whole document: written beside its place with mode 0600, then
 * renamed over it. Readers see the old one or the new one.
 */
public final class StatusFile {

  private static final FileAttribute<Set<PosixFilePermission>> OWNER_ONLY =
      PosixFilePermissions.asFileAttribute(
          Set.of(PosixFilePermission.OWNER_READ, PosixFilePermission.OWNER_WRITE));

  private final Path file;
  private final Path next;

  /**
   * @param file in a directory that nobody else can write
   */
  public StatusFile(Path file) {
    this.file = file;
    this.next = file.resolveSibling(file.getFileName() + ".next");
  }

  /** Puts this document in the place of the last one. */
  public synchronized void write(byte[] document) throws IOException {
    Files.deleteIfExists(next);
    try (SeekableByteChannel out =
        Files.newByteChannel(
            next,
            Set.of(
                StandardOpenOption.WRITE, StandardOpenOption.CREATE_NEW, LinkOption.NOFOLLOW_LINKS),
            OWNER_ONLY)) {
      ByteBuffer rest = ByteBuffer.wrap(document);
      while (rest.hasRemaining()) {
        out.write(rest);
      }
    }
    Files.move(next, file, StandardCopyOption.ATOMIC_MOVE);
  }
}
