package dev.countersign.policy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/** What closed a machine, for whoever has to look at it (spec 3.3). */
public final class Incidents {

  private final PinnedState state;
  private final String id;
  private final String text;

  private Incidents(PinnedState state, String id, String text) {
    this.state = state;
    this.id = id;
    this.text = text;
  }

  /**
   * @param stateDirectory {@code state.dir}
   * @throws IOException if it is none, or cannot be read
   */
  public static Incidents in(Path stateDirectory) throws IOException {
    if (!Files.isDirectory(stateDirectory.resolve("policy"))) {
      throw new NoSuchFileException(stateDirectory.resolve("policy").toString());
    }
    PinnedState state = PinnedState.in(stateDirectory, new Disk());
    HighWater mark = state.highWater();
    if (mark.incident() != null) {
      return new Incidents(state, mark.incident().id(), mark.incident().text());
    }
    String of = mark.bundle() == null ? null : mark.bundle().sha256();
    return of != null && CrashGuard.hasTooMany(state, of)
        ? new Incidents(
            state, of, "JVMs died twice within a minute of adopting " + mark.bundle().version())
        : new Incidents(state, null, null);
  }

  /** By what an acknowledgement names it; null where nothing closed the machine. */
  public String id() {
    return id;
  }

  /** What happened; null for nothing. */
  public String text() {
    return text;
  }

  /** Lets the machine's JVMs go on with what is pinned. */
  public void acknowledge() throws IOException {
    state.note(Pinning.ACK, id.getBytes(StandardCharsets.US_ASCII));
  }
}
