package dev.countersign.policy;

import dev.countersign.canonical.Hex;
import dev.countersign.canonical.Sha256;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/**
 * The judging objects that have judged (spec 3.1), each under its own hash: {@code
 * policies/<hash>.json} in the state directory. Never changed and never removed by the agent, so
 * that a decision can be replayed however many policies came after it.
 *
 * <p>Whoever reads one has to hash it: a file here is only what somebody put under that name.
 */
public final class JudgingObjects {

  /** What stands in front of the digits wherever a judging object is named. */
  public static final String PREFIX = "sha256:";

  /** Longest judging object that is read, in bytes. */
  public static final int MAX = 4 << 20;

  private static final String FOLDER = "policies";
  private static final String SUFFIX = ".json";
  private static final int DIGITS = 64;

  private static final FileAttribute<Set<PosixFilePermission>> OWNER_ONLY =
      PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));

  private final Path directory;
  private final Disk disk;

  private JudgingObjects(Path directory, Disk disk) {
    this.directory = directory;
    this.disk = disk;
  }

  /** Those in a state directory, which exists; nothing is made before {@link #keep}. */
  public static JudgingObjects in(Path stateDirectory) {
    return in(stateDirectory, new Disk());
  }

  static JudgingObjects in(Path stateDirectory, Disk disk) {
    return new JudgingObjects(stateDirectory.resolve(FOLDER), disk);
  }

  /** Those in a directory of such files, wherever it was copied to. */
  public static JudgingObjects at(Path directory) {
    return new JudgingObjects(directory, new Disk());
  }

  /** Where they are. */
  public Path directory() {
    return directory;
  }

  /** {@code sha256:} and the digits: how receipts name a judging object. */
  public static String name(byte[] canonical) {
    return PREFIX + Hex.of(Sha256.hash(canonical));
  }

  /**
   * Keeps one, unless it is there already.
   *
   * @param canonical the JCS text that judges, in UTF-8
   * @return its name
   * @throws IOException if it is not on disk as a whole afterwards
   */
  public String keep(byte[] canonical) throws IOException {
    String name = name(canonical);
    Path file = file(name);
    if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
      try {
        Files.createDirectory(directory, OWNER_ONLY);
      } catch (FileAlreadyExistsException known) {
        if (!Files.isDirectory(directory, LinkOption.NOFOLLOW_LINKS)) {
          throw new IOException(directory + " is a link or no directory", known);
        }
      }
      // On the device before anything is judged by it: a receipt may be all that is left of a
      // crash.
      disk.put(file, canonical);
    }
    return name;
  }

  /**
   * What lies under a name, of at most {@link #MAX} bytes; null where there is nothing.
   *
   * @param name as {@link #keep} returned it; anything else names nothing
   */
  public byte[] find(String name) throws IOException {
    Path file = file(name);
    if (file == null) {
      return null;
    }
    try (InputStream in = Files.newInputStream(file, LinkOption.NOFOLLOW_LINKS)) {
      return in.readNBytes(MAX);
    } catch (NoSuchFileException absent) {
      return null;
    }
  }

  /** Null where the name is none: it comes from a receipt, which may say anything. */
  private Path file(String name) {
    if (!name.startsWith(PREFIX) || name.length() != PREFIX.length() + DIGITS) {
      return null;
    }
    String digits = name.substring(PREFIX.length());
    for (int i = 0; i < DIGITS; i++) {
      char c = digits.charAt(i);
      if (!(c >= '0' && c <= '9' || c >= 'a' && c <= 'f')) {
        return null;
      }
    }
    return directory.resolve(digits + SUFFIX);
  }
}
