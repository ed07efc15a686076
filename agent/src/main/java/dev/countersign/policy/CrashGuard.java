package dev.countersign.policy;

import dev.countersign.canonical.Hex;
import dev.countersign.canonical.Randomness;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Set;

/**
 * Notices that a policy kills the JVMs that adopt it (spec 3.3): a JVM that begins with a version
 * leaves a note and takes it away when it ends as it should, or has lived for a minute.
 *
 * <p>It holds a lock of the file system on its note. The kernel ends that with the process, however
 * it ends, so that a note which can be locked is a death. Process numbers would not do: containers
 * that share the directory each have one of their own, and all of them a process 1.
 */
final class CrashGuard {

  static final long TRIAL_NANOS = 60_000_000_000L;
  private static final int MOST_DEATHS = 2;
  private static final int RANDOM = 16;
  private static final String DEATHS = "deaths";

  /** The version that is on trial and what tells the JVM stand in the name: nobody reads a note. */
  static final String TRIAL = "trial-";

  private final PinnedState state;
  private FileChannel note;
  private String own;
  private long began;

  CrashGuard(PinnedState state) {
    this.state = state;
  }

  /**
   * This JVM begins with a version.
   *
   * @return whether too many have died of it
   */
  boolean begin(String sha256) throws IOException {
    return state.alone(() -> begun(sha256));
  }

  private boolean begun(String sha256) throws IOException {
    int deaths = deaths(state, sha256) + buried(sha256);
    if (deaths > 0) {
      state.note(DEATHS, (sha256 + ' ' + deaths).getBytes(StandardCharsets.US_ASCII));
    }
    end();
    byte[] random = new byte[RANDOM];
    Randomness.fill(random);
    String name = TRIAL + sha256 + '-' + Hex.of(random);
    FileChannel made =
        FileChannel.open(
            state.directory().resolve(name),
            Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE),
            PinnedState.OWNER_ONLY);
    note = made;
    own = name;
    if (made.tryLock() == null) {
      throw new IOException(name + " is held by somebody else");
    }
    began = System.nanoTime();
    return deaths >= MOST_DEATHS;
  }

  /** How many have left a note about this version and are gone; their notes go as well. */
  private int buried(String sha256) throws IOException {
    int dead = 0;
    for (String name : state.notes(TRIAL)) {
      // Its own is not even opened: to close a file ends every lock that a process has on it.
      if (!name.equals(own) && isGone(name)) {
        dead += name.startsWith(TRIAL + sha256 + '-') ? 1 : 0;
        state.forget(name);
      }
    }
    return dead;
  }

  private boolean isGone(String name) throws IOException {
    Path file = state.directory().resolve(name);
    try (FileChannel of =
        FileChannel.open(file, Set.of(StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS))) {
      return isGone(file, of);
    } catch (OverlappingFileLockException ofThisJvm) {
      return false;
    } catch (NoSuchFileException ended) {
      return false;
    }
  }

  /**
   * Whether who left a note is dead. One that ends as it should takes its note away and lets go of
   * it then: what can be locked and is still there was left behind.
   *
   * @param of the note, as it was opened before
   */
  static boolean isGone(Path note, FileChannel of) throws IOException {
    try (FileLock held = of.tryLock()) {
      return held != null && Files.exists(note, LinkOption.NOFOLLOW_LINKS);
    }
  }

  /** Whether JVMs of this machine have died of a version too often. */
  static boolean hasTooMany(PinnedState state, String sha256) throws IOException {
    return deaths(state, sha256) >= MOST_DEATHS;
  }

  private static int deaths(PinnedState state, String sha256) throws IOException {
    byte[] known = state.note(DEATHS);
    String text = known == null ? "" : new String(known, StandardCharsets.US_ASCII).strip();
    if (!text.startsWith(sha256 + ' ')) {
      return 0;
    }
    try {
      return Integer.parseInt(text.substring(sha256.length() + 1));
    } catch (NumberFormatException changed) {
      // Whoever wrote this is told; not to count is what somebody could have wanted.
      throw new IOException(
          state.directory().resolve(DEATHS)
              + ": expected a hash and a number of deaths, and the agent writes nothing else there."
              + " Who changed it? Remove the file",
          changed);
    }
  }

  /** Once a minute has passed, this version kills nobody. */
  void look() throws IOException {
    if (note != null && System.nanoTime() - began >= TRIAL_NANOS) {
      String sha256 = own.substring(TRIAL.length(), own.lastIndexOf('-'));
      end();
      forgive(sha256);
    }
  }

  /** Somebody knows of the deaths of this version; those of another one stay what they are. */
  void forgive(String sha256) throws IOException {
    state.alone(
        () -> {
          if (deaths(state, sha256) > 0) {
            state.forget(DEATHS);
          }
          return null;
        });
  }

  /** The JVM ends as it should, or has proved itself. */
  void end() throws IOException {
    FileChannel held = note;
    if (held != null) {
      note = null;
      // Away before it can be locked: nobody is to find it and call this JVM dead.
      state.forget(own);
      own = null;
      held.close();
    }
  }
}
