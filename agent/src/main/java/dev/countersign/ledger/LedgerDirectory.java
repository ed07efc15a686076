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
import java.util.Objects;
import java.util.Set;

/** The directory of the books and the rules for it (spec 5.9, 6). */
final class LedgerDirectory {

  private final String configured;
  private final Path path;
  private final Object key;

  private LedgerDirectory(String configured, Path path, Object key) {
    this.configured = configured;
    this.path = path;
    this.key = key;
  }

  /**
   * Resolves the parents, this once, and creates the directory 0700 where only itself is missing.
   *
   * @throws LedgerException if it is a link, no directory, not writable by us, or writable by group
   *     or others
   */
  static LedgerDirectory open(String configured, Durability durability) {
    Path path = resolveParents(configured);
    BasicFileAttributes attributes = attributes(configured, path);
    if (attributes == null) {
      create(configured, path, durability);
      attributes = attributes(configured, path);
    }
    requireRules(configured, path, attributes);
    return new LedgerDirectory(configured, path, attributes.fileKey());
  }

  /** Where the files go: absolute, no link in it. */
  Path path() {
    return path;
  }

  /**
   * Checks every rule again, before another chain begins in it.
   *
   * @throws LedgerException also if it is not the directory that was opened: its parents may have
   *     been exchanged
   */
  void requireUnchanged() {
    BasicFileAttributes now = attributes(configured, path);
    requireRules(configured, path, now);
    if (!Objects.equals(key, now.fileKey())) {
      throw refused(
          configured,
          "is another directory than at the start",
          "Restart this JVM if that is right.",
          null);
    }
  }

  private static Path resolveParents(String configured) {
    Path absolute;
    try {
      absolute = BuiltInFiles.system().getPath(configured).toAbsolutePath();
    } catch (InvalidPathException e) {
      throw refused(configured, "is not a path of this system", "Correct it.", e);
    }
    Path parent = absolute.getParent();
    if (parent == null) {
      throw refused(
          configured, "is the root of the file system", "Name a directory of its own.", null);
    }
    try {
      return parent.toRealPath().resolve(absolute.getFileName());
    } catch (NoSuchFileException e) {
      throw refused(configured, "has no parent directory", "Create " + parent + " first.", e);
    } catch (IOException e) {
      throw refused(configured, "cannot be reached (" + e + ")", "Is a parent not a directory?", e);
    }
  }

  private static void create(String configured, Path path, Durability durability) {
    try {
      Files.createDirectory(path, ownerOnly(path));
      if (durability == Durability.FSYNC) {
        KernelFile.forceNames(path.getParent());
      }
    } catch (FileAlreadyExistsException e) {
      // Another JVM with this configuration was faster; what it made is checked like any other.
      return;
    } catch (IOException e) {
      throw refused(
          configured, "cannot be created (" + e + ")", "Create it, writable only by this user.", e);
    }
  }

  private static FileAttribute<?>[] ownerOnly(Path path) {
    return hasPermissions(path)
        ? new FileAttribute<?>[] {
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"))
        }
        : new FileAttribute<?>[0];
  }

  private static void requireRules(String configured, Path path, BasicFileAttributes attributes) {
    if (attributes == null) {
      throw refused(configured, "was deleted", "Is another process cleaning up there?", null);
    }
    if (attributes.isSymbolicLink()) {
      throw refused(configured, "is a symbolic link", "Name the directory itself.", null);
    }
    if (!attributes.isDirectory()) {
      throw refused(
          configured, "is not a directory", "Name a directory, or one that can be created.", null);
    }
    requireOnlyOwnerWrites(configured, path);
    if (!Files.isWritable(path)) {
      throw refused(
          configured,
          "is not writable by the user of this JVM, or its file system is read-only",
          "Give it to that user.",
          null);
    }
  }

  private static void requireOnlyOwnerWrites(String configured, Path path) {
    if (!hasPermissions(path)) {
      return;
    }
    Set<PosixFilePermission> permissions;
    try {
      permissions = Files.getPosixFilePermissions(path, LinkOption.NOFOLLOW_LINKS);
    } catch (IOException e) {
      throw refused(configured, "cannot be examined (" + e + ")", "Check its permissions.", e);
    }
    if (permissions.contains(PosixFilePermission.GROUP_WRITE)
        || permissions.contains(PosixFilePermission.OTHERS_WRITE)) {
      throw refused(
          configured,
          "is writable by group or others (" + PosixFilePermissions.toString(permissions) + ")",
          "Run: chmod go-w " + path,
          null);
    }
  }

  private static boolean hasPermissions(Path path) {
    return path.getFileSystem().supportedFileAttributeViews().contains("posix");
  }

  /** Null when nothing of that name exists. */
  private static BasicFileAttributes attributes(String configured, Path path) {
    try {
      return Files.readAttributes(path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
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
}
