package dev.countersign.ledger;

import java.io.FileOutputStream;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.Objects;
import java.util.Set;

/**
 * A file written by the calling thread.
 *
 * <p>Not through a {@code FileChannel}, which is closed for everybody as soon as one interrupted
 * application thread writes to it.
 */
final class KernelFile implements LineFile {

  /** Brings what was written to the device. */
  interface Force {
    void of(RandomAccessFile file) throws IOException;
  }

  /** For {@link Durability#WRITE}. */
  static final Factory FACTORY = factory(null);

  /** For {@link Durability#FSYNC}. */
  static final Factory DURABLE =
      factory(
          new Force() {
            @Override
            public void of(RandomAccessFile file) throws IOException {
              file.getFD().sync();
            }
          });

  /** Longer reads need memory of the C library. */
  private static final int MOST_READ_BACK = 8192;

  /** How much a device may refuse to keep before we stop adding to it, in bytes. */
  private static final int MOST_UNFORCED = 4 * 1024 * 1024;

  private final Path path;
  private final Object key;

  /**
   * What is written goes to the end of the file, wherever that is by then ({@code O_APPEND}): who
   * cut the file meanwhile left it shorter than it has to be, and no hole hides that.
   */
  private final FileOutputStream end;

  /** The same file, to cut it and to write again what a device lost. */
  private final RandomAccessFile file;

  /** Null where nothing is forced. */
  private final Force force;

  /** What the file has beyond {@link #forcedLength}. */
  private final Lines unforced;

  /** What was written since the last look is read into it, and one byte more if there is one. */
  private byte[] back;

  /** Up to where {@link #file} was read; negative where it stands elsewhere. */
  private long readTo = -1;

  private boolean forceFailed;

  /** How much of the file is known to be on the device; never more than its length. */
  private long forcedLength;

  private KernelFile(
      Path path, Object key, FileOutputStream end, RandomAccessFile file, Force force) {
    this.path = path;
    this.key = key;
    this.end = end;
    this.file = file;
    this.force = force;
    this.unforced = force == null ? null : new Lines();
  }

  /**
   * @param force null where nothing is forced
   */
  static Factory factory(Force force) {
    return new Factory() {
      @Override
      public LineFile create(Path path) throws IOException {
        return KernelFile.create(path, force);
      }
    };
  }

  /** Exclusive creation fails on a link, a dangling one included. */
  private static KernelFile create(Path path, Force force) throws IOException {
    Set<OpenOption> exclusively =
        Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS);
    Files.newByteChannel(path, exclusively, ownerOnly(path)).close();
    Object key = attributes(path).fileKey();
    try {
      if (force != null) {
        forceNames(path.getParent());
      }
      return opened(path, key, force);
    } catch (IOException e) {
      delete(path, key);
      throw e;
    }
  }

  private static KernelFile opened(Path path, Object key, Force force) throws IOException {
    FileOutputStream end = new FileOutputStream(path.toString(), true);
    RandomAccessFile file = null;
    try {
      file = new RandomAccessFile(path.toString(), "rw");
      requireOne(path, key, end, file);
      return new KernelFile(path, key, end, file, force);
    } catch (IOException | RuntimeException | Error e) {
      end.close();
      if (file != null) {
        file.close();
      }
      throw e;
    }
  }

  /**
   * The JDK opens by name, and has nothing that both adds to the end of a file and cuts it. So what
   * the one writes is seen by the other and at the path, and what the other cuts off is gone there:
   * whoever exchanged the file in between did it for one of them only.
   *
   * @param key of the file that we made, which is empty
   */
  static void requireOne(Path path, Object key, FileOutputStream end, RandomAccessFile file)
      throws IOException {
    end.write('\n');
    boolean written = file.length() == 1 && isThere(path, key, 1);
    file.setLength(0);
    if (!written || !isThere(path, key, 0)) {
      throw new IOException(path + " was exchanged while it was opened");
    }
  }

  private static boolean isThere(Path path, Object key, long length) throws IOException {
    BasicFileAttributes now = attributes(path);
    return Objects.equals(key, now.fileKey()) && now.size() == length;
  }

  /** Makes the names in a directory survive a power loss. */
  static void forceNames(Path directory) throws IOException {
    boolean interrupted = false;
    try {
      while (true) {
        // Directories can be opened as channels only, and those an interrupt closes.
        interrupted |= Thread.interrupted();
        try (FileChannel channel = FileChannel.open(directory, StandardOpenOption.READ)) {
          channel.force(true);
          return;
        } catch (ClosedByInterruptException meanwhile) {
          interrupted = true;
        }
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
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
    end.write(bytes, 0, length);
    if (force != null) {
      unforced.add(bytes, length);
    }
  }

  @Override
  public void cutOff(long length, Lines standing, Lines tried) throws IOException {
    readTo = -1;
    requireAtLeast(length);
    long torn = file.length() - length;
    if (torn > tried.length
        || !holds(length - standing.length, standing, standing.length)
        || !holds(length, tried, (int) torn)) {
      throw new IOException("it does not hold what was written to it");
    }
    file.setLength(length);
    if (force != null) {
      forcedLength = Math.min(forcedLength, length);
      unforced.length = (int) (length - forcedLength);
    }
  }

  private boolean holds(long from, Lines lines, int count) throws IOException {
    byte[] there = new byte[count];
    file.seek(from);
    file.readFully(there);
    return Arrays.equals(there, 0, count, lines.bytes, 0, count);
  }

  /** What was cut by somebody and made longer by us would look whole. */
  private void requireAtLeast(long length) throws IOException {
    if (file.length() < length) {
      throw new IOException("it is shorter than that");
    }
  }

  /**
   * For {@code write} nothing: it promises that the kernel has the bytes, and it has.
   *
   * <p>After a force that failed, Linux takes the lost pages for clean, and the next force would
   * succeed without them. So what is not known to be on the device is written again first.
   */
  @Override
  public void persist() throws IOException {
    if (force == null) {
      return;
    }
    if (forceFailed) {
      requireAtLeast(forcedLength + unforced.length);
      file.seek(forcedLength);
      file.write(unforced.bytes, 0, unforced.length);
    }
    forceFailed = true;
    force.of(file);
    forceFailed = false;
    forcedLength += unforced.length;
    unforced.clear();
  }

  /**
   * One {@code read}, which unlike {@code fstat} leaves it to the kernel to keep the file's times
   * in memory: what was written since the last one, and nothing behind it.
   */
  @Override
  public boolean isKnownToHave(long length) {
    if (force != null) {
      return false; // its device may have to be given up, and a force takes much longer
    }
    long from = readTo;
    readTo = -1;
    if (back == null) {
      back = new byte[MOST_READ_BACK];
    }
    try {
      if (from < 0 || from > length || length - from >= MOST_READ_BACK) {
        from = Math.max(0, length - 1);
        file.seek(from);
      }
      int expected = (int) (length - from);
      if (Math.max(0, file.read(back, 0, expected + 1)) != expected) {
        return false;
      }
      readTo = length;
      return true;
    } catch (IOException unreadable) {
      return false; // fault has the last word
    }
  }

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
    if (force != null && unforced.length > MOST_UNFORCED) {
      return "could not be made durable for so long that it is given up";
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
    try {
      end.close();
    } finally {
      file.close();
    }
  }

  private static BasicFileAttributes attributes(Path path) throws IOException {
    return Files.readAttributes(path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
  }
}
