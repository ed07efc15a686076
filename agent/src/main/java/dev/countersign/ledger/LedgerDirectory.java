package dev.countersign.ledger;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/** The rules for {@code ledger.dir} (spec 5.9, 6). */
final class LedgerDirectory {

  /**
   * The directory with its parents resolved, created 0700 where only itself is missing.
   *
   * @throws LedgerException if it is a link, no directory, not writable by us, or writable by group
   *     or others
   */
  static Path open(String configured) {
    Path path;
    try {
      path = BuiltInFiles.system().getPath(configured).toAbsolutePath();
    } catch (InvalidPathException e) {
      throw refused(configured, "is not a path of this system", "Correct it.", e);
    }
    Path directory = resolveParents(configured, path);
    BasicFileAttributes attributes = attributes(configured, directory);
    if (attributes == null) {
      create(configured, directory);
      attributes = attributes(configured, directory);
    }
    if (attributes == null) {
      throw refused(
          configured,
          "vanished while it was created",
          "Is another process cleaning up there?",
          null);
    }
    if (attributes.isSymbolicLink()) {
      throw refused(configured, "is a symbolic link", "Name the directory itself.", null);
    }
    if (!attributes.isDirectory()) {
      throw refused(
          configured, "is not a directory", "Name a directory, or one that can be created.", null);
    }
    requireOnlyOwnerWrites(configured, directory);
    if (!Files.isWritable(directory)) {
      throw refused(
          configured,
          "is not writable by the user of this JVM, or its file system is read-only",
          "Give it to that user.",
          null);
    }
    return directory;
  }

  private static Path resolveParents(String configured, Path path) {
    Path parent = path.getParent();
    if (parent == null) {
      throw refused(
          configured, "is the root of the file system", "Name a directory of its own.", null);
    }
    try {
      return parent.toRealPath().resolve(path.getFileName());
    } catch (NoSuchFileException e) {
      throw refused(configured, "has no parent directory", "Create " + parent + " first.", e);
    } catch (IOException e) {
      throw refused(configured, "cannot be reached (" + e + ")", "Is a parent not a directory?", e);
    }
  }

  private static void create(String configured, Path directory) {
    try {
      Files.createDirectory(directory, ownerOnly(directory));
    } catch (FileAlreadyExistsException e) {
      // Another JVM with this configuration was faster; what it made is checked like any other.
      return;
    } catch (IOException e) {
      throw refused(
          configured, "cannot be created (" + e + ")", "Create it, writable only by this user.", e);
    }
  }

  private static FileAttribute<?>[] ownerOnly(Path directory) {
    return hasPermissions(directory)
        ? new FileAttribute<?>[] {
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"))
        }
        : new FileAttribute<?>[0];
  }

  private static void requireOnlyOwnerWrites(String configured, Path directory) {
    if (!hasPermissions(directory)) {
      return;
    }
    Set<PosixFilePermission> permissions;
    try {
      permissions = Files.getPosixFilePermissions(directory, LinkOption.NOFOLLOW_LINKS);
    } catch (IOException e) {
      throw refused(configured, "cannot be examined (" + e + ")", "Check its permissions.", e);
    }
    if (permissions.contains(PosixFilePermission.GROUP_WRITE)
        || permissions.contains(PosixFilePermission.OTHERS_WRITE)) {
      throw refused(
          configured,
          "is writable by group or others (" + PosixFilePermissions.toString(permissions) + ")",
          "Run: chmod go-w " + directory,
          null);
    }
  }

  private static boolean hasPermissions(Path directory) {
    return directory.getFileSystem().supportedFileAttributeViews().contains("posix");
  }

  /** Null when nothing of that name exists. */
  private static BasicFileAttributes attributes(String configured, Path directory) {
    try {
      return Files.readAttributes(directory, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
    } catch (NoSuchFileException e) {
      return null;
    } catch (IOException e) {
      throw refused(
          configured,
          "cannot be examined (" + e + ")",
          "Check its permissions and its parents'.",
          e);
    }
  }

  private static LedgerException refused(
      String configured, String what, String next, Exception cause) {
    return new LedgerException("ledger.dir: " + configured + " " + what + ". " + next, cause);
  }

  private LedgerDirectory() {}
}
