package dev.countersign.approval;

import dev.countersign.canonical.Hex;
import dev.countersign.canonical.Randomness;
import dev.countersign.observe.StateDirectory;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A directory whose files several users write and read: nothing in it is trusted for its name.
 * Every file is whole before it has its name. A link is no file of ours, wherever it leads, and a
 * directory that was replaced is none of ours any more.
 */
final class SharedDirectory {

  static final String BESIDE = ".next";

  /** Names that a directory may hold before it is no longer looked through. */
  private static final int MOST_NAMES = 100_000;

  private static final Set<PosixFilePermission> MODE = PosixFilePermissions.fromString("rw-r-----");

  private static final Set<PosixFilePermission> OWNER_ONLY =
      PosixFilePermissions.fromString("rwx------");

  private final Path path;
  private final Object fileKey;
  private final BoundedOpening opening;

  private SharedDirectory(Path path, Object fileKey, BoundedOpening opening) {
    this.path = path;
    this.fileKey = fileKey;
    this.opening = opening;
  }

  /**
   * One that is there.
   *
   * @param opening opens its files
   * @throws IOException if it is none, is a link, or everybody may write in it; the message says
   *     what to do
   */
  static SharedDirectory open(Path directory, BoundedOpening opening) throws IOException {
    Path absolute = directory.toAbsolutePath();
    Path parent = absolute.getParent();
    if (parent == null) {
      throw new IOException(directory + " is the root of the file system. Name a directory");
    }
    Path real;
    try {
      real = parent.toRealPath().resolve(absolute.getFileName());
    } catch (NoSuchFileException none) {
      throw new IOException(
          parent + " is not there. Is the path of approvals.dir right? Make that directory", none);
    }
    BasicFileAttributes attributes = usable(real);
    return new SharedDirectory(real, attributes.fileKey(), opening);
  }

  /** Makes one 0700 where only itself is missing: then it is this user's, and root's. */
  static void make(String configured) throws IOException {
    // Before anything is asked of the file system, which must not notice us if it is not the JDK's.
    if (FileSystems.getDefault().getClass().getClassLoader() != null) {
      throw new IOException("the application replaced the file system, and only the JDK's is used");
    }
    Path absolute = Path.of(configured).toAbsolutePath();
    if (absolute.getParent() == null
        || !Files.isDirectory(absolute.getParent())
        || Files.exists(absolute, LinkOption.NOFOLLOW_LINKS)) {
      return;
    }
    try {
      Files.createDirectory(absolute, PosixFilePermissions.asFileAttribute(OWNER_ONLY));
    } catch (FileAlreadyExistsException another) {
      // by another JVM that starts just now
      return;
    }
  }

  private static BasicFileAttributes usable(Path path) throws IOException {
    BasicFileAttributes attributes;
    try {
      attributes = Files.readAttributes(path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
    } catch (NoSuchFileException none) {
      throw new IOException(
          path
              + " is not there. Make it for the group of those who answer: install -d -m 2770 -g"
              + " GROUP "
              + path,
          none);
    }
    if (!attributes.isDirectory()) {
      throw new IOException(path + " is a link or no directory. Name the directory itself");
    }
    if (Files.getPosixFilePermissions(path, LinkOption.NOFOLLOW_LINKS)
        .contains(PosixFilePermission.OTHERS_WRITE)) {
      throw new IOException(path + " can be written by everybody. Run: chmod o-w " + path);
    }
    return attributes;
  }

  /** Its path: absolute, no link in it. */
  Path path() {
    return path;
  }

  /** Whether it is still the one that was opened. */
  void requireSame() throws IOException {
    if (!usable(path).fileKey().equals(fileKey)) {
      throw new IOException(
          path
              + " is another directory than the one that was there at the start. Who replaced it?"
              + " Put it back, or start again");
    }
  }

  List<String> names() throws IOException {
    List<String> names = new ArrayList<>();
    try (DirectoryStream<Path> files = Files.newDirectoryStream(path)) {
      for (Path file : files) {
        if (names.size() == MOST_NAMES) {
          throw new IOException(path + " holds more than " + MOST_NAMES + " files. Clean it");
        }
        names.add(String.valueOf(file.getFileName()));
      }
    } catch (DirectoryIteratorException unreadable) {
      throw unreadable.getCause();
    }
    return names;
  }

  /** When a file was written; {@link Instant#MAX} where there is none. */
  Instant written(String name) throws IOException {
    try {
      return Files.readAttributes(
              path.resolve(name), BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS)
          .lastModifiedTime()
          .toInstant();
    } catch (NoSuchFileException gone) {
      return Instant.MAX;
    }
  }

  /**
   * The content of a file; null where there is none.
   *
   * @throws IOException also where it is a link or no file, longer than that, others may write it,
   *     or it is of somebody who has no business here
   */
  byte[] read(String name, int most) throws IOException {
    Path file = path.resolve(name);
    return new Uninterrupted<byte[]>() {
      @Override
      protected byte[] once() throws IOException {
        try {
          requireHonest(file);
          return content(opening, file, most);
        } catch (NoSuchFileException absent) {
          return null;
        }
      }
    }.whole();
  }

  /** Of what has the name by now, whatever it was when one looked. */
  static byte[] content(BoundedOpening opening, Path file, int most) throws IOException {
    try (FileChannel in = opening.open(file)) {
      long size = Math.min(in.size(), ApprovalRequest.MOST_BYTES + 1L);
      if (size > most) {
        throw new IOException("it has more than " + most + " bytes");
      }
      return beginning(in, (int) size);
    }
  }

  /** At most so many bytes, and no more than the file has. */
  static byte[] beginning(FileChannel in, int most) throws IOException {
    ByteBuffer content = ByteBuffer.allocate((int) Math.min(in.size(), most));
    while (content.hasRemaining() && in.read(content) >= 0) {
      // as much as there is
    }
    byte[] bytes = new byte[content.position()];
    content.flip().get(bytes);
    return bytes;
  }

  /**
   * A plain file of the directory's owner, of this process's user or of root. In a directory that
   * its group may write, also of another one in that group: there are several people who answer.
   */
  private void requireHonest(Path file) throws IOException {
    Map<String, Object> of =
        Files.readAttributes(file, "unix:isRegularFile,mode,uid,gid", LinkOption.NOFOLLOW_LINKS);
    if (!Boolean.TRUE.equals(of.get("isRegularFile"))) {
      throw new IOException("it is a link or no plain file");
    }
    if (((Integer) of.get("mode") & 022) != 0) {
      throw new IOException("others than its owner may write it");
    }
    Map<String, Object> in =
        Files.readAttributes(path, "unix:mode,uid,gid", LinkOption.NOFOLLOW_LINKS);
    Object owner = of.get("uid");
    boolean shared = ((Integer) in.get("mode") & 020) != 0 && of.get("gid").equals(in.get("gid"));
    if (!owner.equals(in.get("uid")) && !owner.equals(0) && !shared && !isOwn(owner)) {
      throw new IOException(
          "it belongs to another user ("
              + owner
              + ") than the directory. Let those who answer share a group: chmod 2770 "
              + path);
    }
  }

  private static boolean isOwn(Object uid) {
    try {
      return uid.equals(StateDirectory.ownUser());
    } catch (IOException unknown) {
      return false; // this system does not say whose a process is
    }
  }

  /**
   * Makes a file, whole from the first moment that it has its name.
   *
   * @return false where there is one of that name
   */
  boolean make(String name, byte[] content) throws IOException {
    Path beside = beside(name, content);
    try {
      Files.createLink(path.resolve(name), beside);
    } catch (FileAlreadyExistsException first) {
      return false;
    } finally {
      Files.deleteIfExists(beside);
    }
    forceDirectory();
    return true;
  }

  /** Puts a file in the place of another one. */
  void replace(String name, byte[] content) throws IOException {
    Path beside = beside(name, content);
    try {
      Files.move(beside, path.resolve(name), StandardCopyOption.ATOMIC_MOVE);
    } finally {
      Files.deleteIfExists(beside);
    }
    forceDirectory();
  }

  /** Whether something has that name, whatever it is. */
  boolean has(String name) {
    return Files.exists(path.resolve(name), LinkOption.NOFOLLOW_LINKS);
  }

  /** Removes a file where there is one. */
  void remove(String name) throws IOException {
    Files.deleteIfExists(path.resolve(name));
  }

  private Path beside(String name, byte[] content) throws IOException {
    byte[] random = new byte[8];
    Randomness.fill(random);
    Path beside = path.resolve('.' + name + '.' + Hex.of(random) + BESIDE);
    return new Uninterrupted<Path>() {
      @Override
      protected Path once() throws IOException {
        Files.deleteIfExists(beside);
        try (FileChannel out =
            FileChannel.open(
                beside,
                Set.of(
                    StandardOpenOption.WRITE,
                    StandardOpenOption.CREATE_NEW,
                    LinkOption.NOFOLLOW_LINKS),
                PosixFilePermissions.asFileAttribute(MODE))) {
          // Whatever the process's mask is: those who answer have to read it.
          permit(beside);
          ByteBuffer rest = ByteBuffer.wrap(content);
          while (rest.hasRemaining()) {
            out.write(rest);
          }
          out.force(true);
        } catch (ClosedByInterruptException again) {
          throw again;
        } catch (IOException | Error failed) {
          Files.deleteIfExists(beside); // a full device keeps the name of what it could not hold
          throw failed;
        }
        return beside;
      }
    }.whole();
  }

  /** Of that very file: a link that was put in its place meanwhile is not followed. */
  private static void permit(Path beside) throws IOException {
    PosixFileAttributeView view =
        Files.getFileAttributeView(beside, PosixFileAttributeView.class, LinkOption.NOFOLLOW_LINKS);
    if (!view.readAttributes().permissions().equals(MODE)) {
      view.setPermissions(MODE);
    }
  }

  private void forceDirectory() throws IOException {
    new Uninterrupted<Void>() {
      @Override
      protected Void once() throws IOException {
        try (FileChannel open = FileChannel.open(path, StandardOpenOption.READ)) {
          open.force(true);
        }
        return null;
      }
    }.whole();
  }
}
