package dev.countersign.policy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/**
 * What is done to a device, step by step, in an order that survives a crash between any two: a
 * whole file beside its place, on the device; then its name; then the directory that holds the
 * name.
 */
public class Disk {

  /** Ends the name of a file that is not yet in its place. */
  static final String BESIDE = ".next";

  private static final FileAttribute<Set<PosixFilePermission>> OWNER_ONLY =
      PosixFilePermissions.asFileAttribute(
          Set.of(PosixFilePermission.OWNER_READ, PosixFilePermission.OWNER_WRITE));

  /** Puts a whole file in a place, for good once this has returned. */
  public final void put(Path file, byte[] content) throws IOException {
    Path beside = file.resolveSibling(file.getFileName() + BESIDE);
    delete(beside);
    write(beside, content);
    rename(beside, file);
    forceDirectory(file.getParent());
  }

  /** Removes a file for good; one that is not there is none. */
  final void remove(Path file) throws IOException {
    delete(file);
    forceDirectory(file.getParent());
  }

  /**
   * The content of a file, links not followed; null where there is none.
   *
   * @throws IOException also where it is longer than {@code most}
   */
  public final byte[] read(Path file, int most) throws IOException {
    try (FileChannel in =
        FileChannel.open(file, Set.of(StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS))) {
      if (in.size() > most) {
        throw new IOException(file + " has more than " + most + " bytes");
      }
      ByteBuffer content = ByteBuffer.allocate((int) in.size());
      while (content.hasRemaining() && in.read(content) >= 0) {
        // as much as there is
      }
      byte[] bytes = new byte[content.position()];
      content.flip().get(bytes);
      return bytes;
    } catch (NoSuchFileException absent) {
      return null;
    }
  }

  void delete(Path file) throws IOException {
    Files.deleteIfExists(file);
  }

  void write(Path file, byte[] content) throws IOException {
    try (FileChannel out =
        FileChannel.open(
            file,
            Set.of(
                StandardOpenOption.WRITE, StandardOpenOption.CREATE_NEW, LinkOption.NOFOLLOW_LINKS),
            OWNER_ONLY)) {
      ByteBuffer rest = ByteBuffer.wrap(content);
      while (rest.hasRemaining()) {
        out.write(rest);
      }
      out.force(true);
    }
  }

  void rename(Path from, Path to) throws IOException {
    Files.move(from, to, StandardCopyOption.ATOMIC_MOVE);
  }

  void forceDirectory(Path directory) throws IOException {
    try (FileChannel open = FileChannel.open(directory, StandardOpenOption.READ)) {
      open.force(true);
    }
  }
}
