package dev.countersign.policy;

import dev.countersign.canonical.Canonical;
import dev.countersign.canonical.Json;
import dev.countersign.canonical.NotCanonicalException;
import dev.countersign.canonical.Sha256;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What a machine remembers of its policy, in a directory of the agent's own state (spec 3.3, 5.9).
 *
 * <p>The high-water mark lies in two slots that are written in turn, each whole and on the device
 * before the next step: whatever a crash leaves, one of them is whole and none is older than the
 * last that was finished but one. Envelopes are kept as they came. What a mark names is on the
 * device before the mark.
 *
 * <p>JVMs may share the directory: a change is made under a lock of the file system, from what is
 * there then.
 */
final class PinnedState {

  private static final int SLOTS = 2;
  private static final int MOST_SLOT = 64 << 10;

  /**
   * What a note may have. Roots are kept as they came, with whatever stood beside what was signed.
   */
  private static final int MOST_NOTE = Kind.ROOT.mostBytes();

  /** Of a file that is made and held open. */
  static final FileAttribute<Set<PosixFilePermission>> OWNER_ONLY =
      PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));

  private final Path directory;
  private final JudgingObjects policies;
  private final Disk disk;

  private PinnedState(Path directory, JudgingObjects policies, Disk disk) {
    this.directory = directory;
    this.policies = policies;
    this.disk = disk;
  }

  /**
   * @param state {@code state.dir}, which exists and is nobody else's
   */
  static PinnedState in(Path state, Disk disk) throws IOException {
    Path directory = state.resolve("policy");
    for (Path each : new Path[] {directory, directory.resolve("envelopes")}) {
      try {
        Files.createDirectory(
            each,
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
      } catch (FileAlreadyExistsException known) {
        continue;
      }
    }
    return new PinnedState(directory, JudgingObjects.in(state, disk), disk);
  }

  Path directory() {
    return directory;
  }

  /**
   * The higher of the slots that are whole.
   *
   * @throws IOException also where there are slots and none is whole: somebody made it forget
   */
  HighWater highWater() throws IOException {
    HighWater highest = null;
    boolean any = false;
    for (int slot = 0; slot < SLOTS; slot++) {
      byte[] content = disk.read(slot(slot), MOST_SLOT);
      any |= content != null;
      HighWater mark = content == null ? null : whole(slot(slot), content);
      if (mark != null && (highest == null || mark.sequence() > highest.sequence())) {
        highest = mark;
      }
    }
    if (highest == null && any) {
      throw new IOException(
          directory
              + " has a high-water mark, but no slot of it is whole. Who changed it? Restore it, or"
              + " remove the directory to begin anew, which forgets every version that was pinned");
    }
    return highest == null ? HighWater.NOTHING : highest;
  }

  /**
   * The slots that are there and not whole. No crash leaves one: a slot is put in its place when it
   * is on the device.
   */
  List<String> damaged() throws IOException {
    List<String> damaged = new ArrayList<>();
    for (int slot = 0; slot < SLOTS; slot++) {
      byte[] content = disk.read(slot(slot), MOST_SLOT);
      if (content != null && whole(slot(slot), content) == null) {
        damaged.add(slot(slot).getFileName().toString());
      }
    }
    return damaged;
  }

  /** A change of the mark, from the one that is there. */
  @FunctionalInterface
  interface Change {
    HighWater of(HighWater now);
  }

  /** Something that is read and written again. */
  @FunctionalInterface
  interface Step<T> {
    T now() throws IOException;
  }

  /** Takes a step that no other JVM of this machine takes meanwhile; not within another one. */
  <T> T alone(Step<T> step) throws IOException {
    try (FileChannel lock =
            FileChannel.open(
                directory.resolve("lock"),
                Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE),
                OWNER_ONLY);
        FileLock held = lock.lock()) {
      if (!held.isValid()) {
        throw new IOException(directory + " could not be locked");
      }
      return step.now();
    }
  }

  /** Writes the next mark; what it names has to be on the device already. */
  HighWater advance(Change change) throws IOException {
    return alone(
        () -> {
          HighWater now = highWater();
          HighWater next = change.of(now).numbered(now.sequence() + 1);
          Map<String, Object> mark = next.toJson();
          Map<String, Object> slot = new LinkedHashMap<>();
          slot.put("high_water", mark);
          slot.put("sha256", Sha256.hex(Canonical.jcs(mark)));
          disk.put(slot((int) (next.sequence() % SLOTS)), Canonical.jcs(slot));
          return next;
        });
  }

  private Path slot(int number) {
    return directory.resolve("high-water." + number);
  }

  /**
   * Null for a slot that was not written to its end.
   *
   * @throws IOException for one that was, by somebody else
   */
  private static HighWater whole(Path file, byte[] content) throws IOException {
    try {
      if (Json.parse(content) instanceof Map<?, ?> slot
          && slot.get("high_water") instanceof Map<?, ?> mark
          && Sha256.hex(Canonical.jcs(mark)).equals(slot.get("sha256"))) {
        return HighWater.of(file.toString(), mark);
      }
      return null;
    } catch (NotCanonicalException torn) {
      return null;
    } catch (PolicyException changed) {
      throw new IOException(
          changed.getMessage()
              + ". The agent does not write this; who did? Restore the file, or remove "
              + file.getParent()
              + " to begin anew, which forgets every version that was pinned",
          changed);
    }
  }

  /** Keeps an envelope as it came. */
  void keep(Sealed<?> sealed) throws IOException {
    Path file = envelope(sealed.sha256());
    if (disk.read(file, Kind.BUNDLE.mostBytes()) == null) {
      disk.put(file, sealed.envelope());
    }
  }

  /** An envelope that was kept; null for none. */
  byte[] kept(String sha256) throws IOException {
    return disk.read(envelope(sha256), Kind.BUNDLE.mostBytes());
  }

  /** Removes one that nothing names any more. */
  void drop(String sha256) throws IOException {
    disk.remove(envelope(sha256));
  }

  private Path envelope(String sha256) {
    return directory.resolve("envelopes").resolve(sha256 + ".json");
  }

  /** Keeps a judging object by its hash, so that whatever it judged can be judged again. */
  void keepJudging(byte[] canonical) throws IOException {
    policies.keep(canonical);
  }

  /** A small file of its own; null for none. */
  byte[] note(String name) throws IOException {
    return disk.read(directory.resolve(name), MOST_NOTE);
  }

  /** The names of those that begin so. */
  List<String> notes(String prefix) throws IOException {
    List<String> names = new ArrayList<>();
    try (DirectoryStream<Path> files = Files.newDirectoryStream(directory, prefix + "*")) {
      for (Path file : files) {
        String name = file.getFileName().toString();
        if (!name.endsWith(Disk.BESIDE)) {
          names.add(name);
        }
      }
    }
    return names;
  }

  /** Writes such a file. */
  void note(String name, byte[] content) throws IOException {
    disk.put(directory.resolve(name), content);
  }

  /** Removes it. */
  void forget(String name) throws IOException {
    disk.remove(directory.resolve(name));
  }
}
