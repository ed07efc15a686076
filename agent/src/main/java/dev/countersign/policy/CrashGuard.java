package dev.countersign.policy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Notices that a policy kills the JVMs that adopt it (spec 3.3): a JVM that begins with a version
 * leaves a note and takes it away when it ends as it should, or has lived for a minute. A note
 * whose process is gone is a death.
 */
final class CrashGuard {

  static final long TRIAL_NANOS = 60_000_000_000L;
  private static final int MOST_DEATHS = 2;
  private static final String TRIAL = "trial-";
  private static final String DEATHS = "deaths";

  private final PinnedState state;
  private final String own = TRIAL + ProcessHandle.current().pid();
  private boolean onTrial;
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
    int deaths = deaths(state, sha256);
    if (!onTrial) {
      deaths += buried(sha256);
    }
    if (deaths > 0) {
      state.note(DEATHS, (sha256 + ' ' + deaths).getBytes(StandardCharsets.US_ASCII));
    }
    state.note(own, sha256.getBytes(StandardCharsets.US_ASCII));
    onTrial = true;
    began = System.nanoTime();
    return deaths >= MOST_DEATHS;
  }

  /** How many have left a note about this version and are gone; their notes go as well. */
  private int buried(String sha256) throws IOException {
    int dead = 0;
    try (DirectoryStream<Path> notes = Files.newDirectoryStream(state.directory(), TRIAL + "*")) {
      for (Path note : notes) {
        String name = note.getFileName().toString();
        // A process of this number that left a note was another one, before this one.
        boolean gone =
            name.equals(own) || !Files.exists(Path.of("/proc", name.substring(TRIAL.length())));
        if (gone) {
          byte[] of = state.note(name);
          dead += of != null && sha256.equals(new String(of, StandardCharsets.US_ASCII)) ? 1 : 0;
          state.forget(name);
        }
      }
    }
    return dead;
  }

  /** Whether JVMs of this machine have died of a version too often. */
  static boolean hasTooMany(PinnedState state, String sha256) throws IOException {
    return deaths(state, sha256) >= MOST_DEATHS;
  }

  private static int deaths(PinnedState state, String sha256) throws IOException {
    byte[] known = state.note(DEATHS);
    String text = known == null ? "" : new String(known, StandardCharsets.US_ASCII);
    return text.startsWith(sha256 + ' ')
        ? Integer.parseInt(text.substring(sha256.length() + 1))
        : 0;
  }

  /** Once a minute has passed, this version kills nobody. */
  void look() throws IOException {
    if (onTrial && System.nanoTime() - began >= TRIAL_NANOS) {
      end();
      state.forget(DEATHS);
    }
  }

  /** Somebody knows of the deaths. */
  void forgive() throws IOException {
    state.forget(DEATHS);
  }

  /** The JVM ends as it should, or has proved itself. */
  void end() throws IOException {
    if (onTrial) {
      onTrial = false;
      state.forget(own);
    }
  }
}
