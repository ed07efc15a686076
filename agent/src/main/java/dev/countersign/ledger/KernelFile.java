package dev.countersign.ledger;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Objects;
import java.util.Set;

/**
 * A file written by the calling thread.
 *
 * <p>Through {@link RandomAccessFile}, because a {@code FileChannel} is closed for everybody as
 * soon as one interrupted application thread writes to it.
 */
final class KernelFile implements LineFile {

  static final Factory FACTORY =
      new Factory() {
        @Override
        public LineFile create(Path path) throws IOException {
          return KernelFile.create(path);
        }
      };

  private final Path path;
  private final Object key;
  private final RandomAccessFile file;

  private KernelFile(Path path, Object key, RandomAccessFile file) {
    this.path = path;
    this.key = key;
    this.file = file;
  }

  /**
   * Exclusive creation fails on a link, a dangling one included; opening by name afterwards is
   * proven by {@link #fault}.
   */
  private static KernelFile create(Path path) throws IOException {
    Set<OpenOption> exclusively =
        Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS);
    Files.newByteChannel(path, exclusively, ownerOnly(path)).close();
    Object key = attributes(path).fileKey();
    try {
      return new KernelFile(path, key, new RandomAccessFile(path.toString(), "rw"));
    } catch (IOException e) {
      delete(path, key);
      throw e;
    }
  }

  private static FileAttribute<?>[] ownerOnly(Path path) {
    return path.getFileSystem().supportedFileAttributeViews().contains("posix")
        ? new FileAttribute<?>[] {
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"))
        }
        : new FileAttribute<?>[0];
  }

  @Override
  public void append(byte[] bytes, int length) throws IOException {
    file.write(bytes, 0, length);
  }

  @Override
  public void truncate(long length) throws IOException {
    file.setLength(length);
    file.seek(length);
  }

  /** Nothing: durability {@code write} promises that the kernel has the bytes, and it has. */
  @Override
  public void persist() {}

  /**
   * One {@code lstat}: it sees our path's inode and, where that is ours, the length that our
   * descriptor has.
   */
  @Override
  public String fault(long length) {
    BasicFileAttributes now;
    try {
      now = attributes(path);
    } catch (NoSuchFileException e) {
      return "was deleted or moved away";
    } catch (IOException e) {
      return "cannot be examined any more (" + e.getMessage() + ")";
    }
    if (key != null && !key.equals(now.fileKey())) {
      return "was replaced by another file";
    }
    if (now.size() != length) {
      return now.size() < length ? "was truncated" : "was written to by somebody else";
    }
    return null;
  }

  @Override
  public void delete() throws IOException {
    delete(path, key);
  }

  /** Only the file that we made: what somebody put in its place is not ours to remove. */
  private static void delete(Path path, Object key) throws IOException {
    try {
      if (Objects.equals(key, attributes(path).fileKey())) {
        Files.delete(path);
      }
    } catch (NoSuchFileException gone) {
      return;
    }
  }

  @Override
  public void close() throws IOException {
    file.close();
  }

  private static BasicFileAttributes attributes(Path path) throws IOException {
    return Files.readAttributes(path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
  }
}
