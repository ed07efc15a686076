package dev.countersign.policy;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;

/**
 * The policy of one machine, for whoever runs it: what is pinned, a look at the source, the end.
 * Not thread-safe; one thread uses it at a time.
 */
public final class Pins {

  private final Pinning pinning;
  private final Source source;

  private Pins(Pinning pinning, Source source) {
    this.pinning = pinning;
    this.source = source;
  }

  /**
   * A single document.
   *
   * @param state {@code state.dir}, which exists and is nobody else's
   * @throws IOException if what this machine remembers cannot be read, or was changed
   * @throws PolicyException if the trusted root, or what was pinned, is not what it was
   */
  public static Pins ofFile(Settings settings, Host host, Path file, Path state)
      throws IOException, PolicyException {
    return of(settings, host, FileSource.file(file), state);
  }

  /** A directory with the tree of documents; throws as {@link #ofFile}. */
  public static Pins ofDirectory(Settings settings, Host host, Path directory, Path state)
      throws IOException, PolicyException {
    return of(settings, host, FileSource.directory(directory), state);
  }

  /**
   * The same tree behind a server; throws as {@link #ofFile}.
   *
   * @param url {@code https://HOST[:PORT]/PATH/}
   * @param authorities a PEM file; null for those of the JDK
   * @param proxy {@code host:port}; null for none
   */
  public static Pins ofServer(
      Settings settings, Host host, String url, String authorities, String proxy, Path state)
      throws IOException, PolicyException {
    return of(settings, host, HttpsSource.at(url, authorities, proxy), state);
  }

  private static Pins of(Settings settings, Host host, Source source, Path state)
      throws IOException, PolicyException {
    PinnedState pinned = PinnedState.in(state, new Disk());
    return new Pins(Pinning.open(settings, host, source, pinned, Clock.systemUTC()), source);
  }

  /**
   * Before anything is woven: counts the deaths of the last JVMs, and takes what waited for this.
   */
  public Standing begin() throws IOException {
    Standing staged = pinning.startStaged();
    pinning.begin();
    Standing standing = pinning.standing();
    List<Event> events = new ArrayList<>(staged.events());
    events.addAll(standing.events());
    return standing.with(events);
  }

  /**
   * Looks at the source once; whatever goes wrong, what is pinned goes on.
   *
   * @param running whether hooks are woven already
   */
  public Standing look(boolean running) {
    return pinning.look(running);
  }

  /** What time alone has changed, without a look at the source. */
  public Standing tick() {
    return pinning.tick();
  }

  /** Nanoseconds until {@link #tick} has something to say; at most 0 where it has. */
  public long nanosToNext() {
    return pinning.nanosToNext();
  }

  /** The JVM ends as it should. */
  public void end() throws IOException {
    try {
      pinning.end();
    } finally {
      source.close();
    }
  }
}
