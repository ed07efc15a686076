package dev.countersign.observe;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/**
 * The directory of the agent's own state (spec 5.9, {@code state.dir}): nobody else may even look
 * into it, so that nobody else reaches a socket in it.
 */
public final class StateDirectory {

  private static final String OWN_STATUS = "/proc/self/status";
  private static final String USERS = "Uid:\t";

  private static final Set<PosixFilePermission> OWNER_ONLY =
      PosixFilePermissions.fromString("rwx------");

  /**
   * Resolves the parents and creates the directory where only itself is missing.
   *
   * @return its path: absolute, no link in it
   * @throws IOException if it is a link or no directory, another user's, or others may enter it;
   *     the message says what to do
   */
  public static Path open(String configured) throws IOException {
    requireFileSystemOfJdk();
    return open(configured, ownUser());
  }

  /**
   * The same where it is there; nothing is made.
   *
   * @return null where it is not there
   */
  public static Path existing(String configured) throws IOException {
    requireFileSystemOfJdk();
    return Files.isDirectory(Path.of(configured), LinkOption.NOFOLLOW_LINKS)
        ? open(configured)
        : null;
  }

  /** Before anything is asked of one, which must not notice us if it is not the JDK's. */
  private static void requireFileSystemOfJdk() throws IOException {
    if (FileSystems.getDefault().getClass().getClassLoader() != null) {
      throw new IOException("the application replaced the file system, and sockets need the JDK's");
    }
  }

  /**
   * @param user the number of the user of this process
   */
  static Path open(String configured, int user) throws IOException {
    Path absolute = Path.of(configured).toAbsolutePath();
    Path parent = absolute.getParent();
    if (parent == null) {
      throw new IOException(configured + " is the root of the file system. Name a directory");
    }
    Path path = parent.toRealPath().resolve(absolute.getFileName());
    try {
      Files.createDirectory(path, PosixFilePermissions.asFileAttribute(OWNER_ONLY));
    } catch (FileAlreadyExistsException known) {
      requireOwners(path, user);
    }
    return path;
  }

  /** Whether the kernel of this system says whose a process is; Linux does. */
  static boolean hasUsers() {
    return Files.exists(Path.of(OWN_STATUS));
  }

  /**
   * Who owns what this process makes, as the kernel says: {@code user.name} can be set, and root
   * may write in the directories of others, who could then put a socket of theirs there.
   */
  public static int ownUser() throws IOException {
    for (String line : Files.readAllLines(Path.of(OWN_STATUS))) {
      if (line.startsWith(USERS)) {
        // Real, effective, saved, and that of files.
        return Integer.parseUnsignedInt(line.substring(line.lastIndexOf('\t') + 1));
      }
    }
    throw new IOException(OWN_STATUS + " does not say whose process this is");
  }

  private static void requireOwners(Path path, int user) throws IOException {
    BasicFileAttributes attributes =
        Files.readAttributes(path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
    if (!attributes.isDirectory()) {
      throw new IOException(
          path + " is a link or no directory. Name a directory, or one that can be created");
    }
    int owner = (Integer) Files.getAttribute(path, "unix:uid", LinkOption.NOFOLLOW_LINKS);
    if (owner != user) {
      throw new IOException(
          path
              + " belongs to another user ("
              + Integer.toUnsignedString(owner)
              + ") than this JVM's ("
              + Integer.toUnsignedString(user)
              + "), who can do there as he likes. Name a directory of this user's");
    }
    Set<PosixFilePermission> permissions =
        Files.getPosixFilePermissions(path, LinkOption.NOFOLLOW_LINKS);
    if (!OWNER_ONLY.containsAll(permissions)) {
      throw new IOException(
          path
              + " can be entered by group or others ("
              + PosixFilePermissions.toString(permissions)
              + "). Run: chmod 700 "
              + path);
    }
    if (!Files.isWritable(path)) {
      throw new IOException(
          path + " is not writable by the user of this JVM. Give it to that user");
    }
  }

  private StateDirectory() {}
}
