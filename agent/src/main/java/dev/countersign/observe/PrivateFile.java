package dev.countersign.observe;

import java.io.FileInputStream;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.EnumSet;
import java.util.Set;

/**
 * A file that holds a private key: this user's, and nobody else may read or write it. Whoever can
 * read it signs as we do, and whoever owns it can give it to others at any time.
 */
public final class PrivateFile {

  private static final int MOST = 64 * 1024;

  private static final Set<PosixFilePermission> OWNERS =
      EnumSet.of(PosixFilePermission.OWNER_READ, PosixFilePermission.OWNER_WRITE);

  /**
   * Its text, in ISO 8859-1, at most 64 KiB of it. Links are followed: orchestrators mount keys so.
   *
   * @throws IOException if it cannot be read, is another user's, or others may get at it; the
   *     message says what to do
   */
  public static String read(String file) throws IOException {
    if (FileSystems.getDefault().getClass().getClassLoader() != null) {
      throw new IOException(
          "the application replaced the file system, and only the JDK's is asked whose a file is");
    }
    Path path = Path.of(file);
    try (InputStream in = new FileInputStream(file)) {
      requireOwners(path);
      return new String(in.readNBytes(MOST), StandardCharsets.ISO_8859_1);
    } catch (FileNotFoundException unopened) {
      throw new IOException(
          Files.exists(path)
              ? "it may not be read by this user"
              : "there is no such file, \"" + file + "\". Is the path right?",
          unopened);
    }
  }

  private static void requireOwners(Path path) throws IOException {
    if (!isOwn(path)) {
      throw new IOException(
          "it belongs to "
              + Files.getOwner(path).getName()
              + ", who can show it to others, and not to the user of this JVM. Give it to that user:"
              + " chown, or use a copy of that user's");
    }
    Set<PosixFilePermission> permissions = Files.getPosixFilePermissions(path);
    if (!OWNERS.containsAll(permissions)) {
      throw new IOException(
          "others may use it ("
              + PosixFilePermissions.toString(permissions)
              + "). Run: chmod 600 "
              + path
              + ", and replace the key if somebody could have read it");
    }
  }

  /** As the kernel says where it does: a user's name can be set by whoever starts the JVM. */
  private static boolean isOwn(Path path) throws IOException {
    return StateDirectory.hasUsers()
        ? (Integer) Files.getAttribute(path, "unix:uid") == StateDirectory.ownUser()
        : Files.getOwner(path).getName().equals(System.getProperty("user.name"));
  }

  private PrivateFile() {}
}
