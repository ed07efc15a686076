package dev.countersign.sink.http;

import java.io.EOFException;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A file of one body, which has no name from the moment it is open: nobody finds it in its
 * directory, and nothing is left of it however this JVM ends. Whoever runs as the same user still
 * reaches it under {@code /proc}, so what is read from it is compared, see {@link HeldBytes}.
 *
 * <p>Not a channel: one of those is closed for good when a thread that uses it is interrupted,
 * which a client survives.
 */
final class SpoolFile {

  private static final Set<PosixFilePermission> OWNER_ONLY =
      PosixFilePermissions.fromString("rw-------");

  private static final Set<OpenOption> NEW =
      Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS);

  private static final AtomicLong NUMBER = new AtomicLong();

  private final RandomAccessFile file;
  private long end;

  /** Whoever reads it or may do so again; it is closed behind the last one. */
  private final AtomicInteger users = new AtomicInteger(1);

  private SpoolFile(RandomAccessFile file) {
    this.file = file;
  }

  /**
   * @param directory of this JVM's user alone
   * @throws IOException when it cannot be made there, or keeps its name
   */
  static SpoolFile in(Path directory) throws IOException {
    Path path =
        directory.resolve(
            "spool-"
                + ProcessHandle.current().pid()
                + '-'
                + Long.toHexString(System.nanoTime())
                + '-'
                + NUMBER.incrementAndGet());
    FileChannel.open(path, NEW, PosixFilePermissions.asFileAttribute(OWNER_ONLY)).close();
    RandomAccessFile file = null;
    try {
      file = new RandomAccessFile(path.toString(), "rw");
    } finally {
      try {
        Files.delete(path);
      } catch (IOException | RuntimeException named) {
        if (file != null) {
          file.close();
        }
        throw named;
      }
    }
    return new SpoolFile(file);
  }

  /** Adds bytes behind what was added before. */
  synchronized void append(byte[] bytes, int length) throws IOException {
    file.seek(end);
    file.write(bytes, 0, length);
    end += length;
  }

  /**
   * @throws EOFException when it is shorter by now
   */
  synchronized void read(long at, byte[] into, int length) throws IOException {
    file.seek(at);
    file.readFully(into, 0, length);
  }

  /**
   * One more reads it.
   *
   * @return false when it is closed already
   */
  boolean join() {
    int known = users.get();
    while (known > 0 && !users.compareAndSet(known, known + 1)) {
      known = users.get();
    }
    return known > 0;
  }

  /** Of those who read it, one less. */
  void leave() {
    if (users.decrementAndGet() == 0) {
      try {
        file.close();
      } catch (IOException unwritten) {
        end = 0; // it has no name and nobody reads it: nothing is lost
      }
    }
  }
}
