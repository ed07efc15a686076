package dev.countersign.pin;

import dev.countersign.canonical.Canonical;
import dev.countersign.canonical.Json;
import dev.countersign.canonical.NotCanonicalException;
import dev.countersign.canonical.Sha256;
import dev.countersign.policy.Disk;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.FileLockInterruptionException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Where pins are kept: {@code pins.json} in a directory of the agent's own state (spec 5.9), 0600.
 *
 * <p>The file is replaced as a whole, on the device before its name is, so that a crash leaves the
 * one or the other. JVMs may share the directory: a change is made under a lock of the file system,
 * from what is there then. The file carries a digest of its content, and the file of the lock
 * remembers that there were pins: one that was cut, edited by hand or removed is not taken for one
 * that has none yet.
 */
public final class PinStore {

  /** How many tools may be pinned. */
  public static final int MOST_TOOLS = 10_000;

  private static final String FILE = "pins.json";
  private static final String LOCK = "pins.lock";
  private static final int MOST_BYTES = 64 << 20;
  private static final byte THERE_ARE_PINS = 1;

  /** The file system locks for a JVM, not for a thread of it. */
  private static final Object ONE_OF_THIS_JVM = new Object();

  private final Path directory;
  private final Disk disk = new Disk();

  private PinStore(Path directory) {
    this.directory = directory;
  }

  /**
   * @param stateDirectory {@code state.dir}, which exists
   */
  public static PinStore in(Path stateDirectory) {
    return new PinStore(stateDirectory);
  }

  /** What the pins become; may throw what {@link #change} throws. */
  @FunctionalInterface
  public interface Change {
    /**
     * @param now sorted by tool and method
     * @return the same list where nothing is to be written
     */
    List<PinnedTool> of(List<PinnedTool> now) throws IOException;
  }

  /**
   * The pins, sorted by tool and method; none where none was ever made.
   *
   * @throws IOException also where there were pins and they are not whole: somebody made the agent
   *     forget
   */
  public List<PinnedTool> read() throws IOException {
    return uninterrupted(this::whole);
  }

  /**
   * Changes the pins, from what is there when the lock is held.
   *
   * @return what is there afterwards
   */
  public List<PinnedTool> change(Change change) throws IOException {
    return change(change, stamp -> {});
  }

  /**
   * The same.
   *
   * @param stamped is told the {@link #stamp} of what is there afterwards, before anybody else can
   *     change it
   */
  List<PinnedTool> change(Change change, Consumer<Object> stamped) throws IOException {
    return uninterrupted(
        () -> {
          synchronized (ONE_OF_THIS_JVM) {
            try (FileChannel channel =
                    FileChannel.open(
                        directory.resolve(LOCK),
                        Set.of(
                            StandardOpenOption.CREATE,
                            StandardOpenOption.WRITE,
                            LinkOption.NOFOLLOW_LINKS),
                        PosixFilePermissions.asFileAttribute(
                            PosixFilePermissions.fromString("rw-------")));
                FileLock held = channel.lock()) {
              List<PinnedTool> now = whole();
              List<PinnedTool> next = change.of(now);
              if (next != now && held.isValid()) {
                write(next);
              }
              // Also where a crash came between the two the last time.
              if (!next.isEmpty() && channel.size() == 0) {
                channel.write(ByteBuffer.wrap(new byte[] {THERE_ARE_PINS}));
                channel.force(true);
              }
              stamped.accept(stamp());
              return next;
            }
          }
        });
  }

  /** Another value after every change of the file, whoever made it. */
  Object stamp() throws IOException {
    try {
      BasicFileAttributes now =
          Files.readAttributes(
              directory.resolve(FILE), BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
      return List.of(String.valueOf(now.fileKey()), now.lastModifiedTime(), now.size());
    } catch (NoSuchFileException none) {
      return List.of();
    }
  }

  private List<PinnedTool> whole() throws IOException {
    Path file = directory.resolve(FILE);
    byte[] content = bytes(file);
    if (content == null) {
      if (Files.exists(directory.resolve(LOCK), LinkOption.NOFOLLOW_LINKS)
          && Files.size(directory.resolve(LOCK)) > 0) {
        throw broken(file, "is gone, and tools were pinned in it");
      }
      return List.of();
    }
    try {
      if (Json.parse(content) instanceof Map<?, ?> map
          && map.get("tools") instanceof List<?> tools
          && Sha256.hex(Canonical.jcs(tools)).equals(map.get("sha256"))) {
        return tools(tools);
      }
    } catch (NotCanonicalException | ClassCastException torn) {
      throw broken(file, "was cut or changed");
    }
    throw broken(file, "was cut or changed");
  }

  private byte[] bytes(Path file) throws IOException {
    try {
      return disk.read(file, MOST_BYTES);
    } catch (ClosedByInterruptException | FileSystemException known) {
      throw known; // names the file, or is no matter of the file's
    } catch (IOException unreadable) {
      throw broken(file, "cannot be read (" + unreadable.getMessage() + ")");
    }
  }

  private static IOException broken(Path file, String what) {
    return new IOException(
        file
            + " "
            + what
            + ". Who did that? Restore it, or remove it together with "
            + LOCK
            + " to pin every tool anew at its next use");
  }

  private void write(List<PinnedTool> tools) throws IOException {
    if (tools.size() > MOST_TOOLS) {
      throw new IOException(
          directory.resolve(FILE)
              + " has "
              + MOST_TOOLS
              + " tools and takes no more. Are names of tools made up at run time? Set pin: off for"
              + " them");
    }
    List<Object> all = new ArrayList<>(tools.size());
    for (PinnedTool tool : tools) {
      all.add(json(tool));
    }
    Map<String, Object> file = new LinkedHashMap<>();
    file.put("sha256", Sha256.hex(Canonical.jcs(all)));
    file.put("tools", all);
    byte[] content = Canonical.jcs(file);
    if (content.length > MOST_BYTES) {
      throw new IOException(
          directory.resolve(FILE)
              + " would have more than "
              + MOST_BYTES
              + " bytes, and takes no more. Does the description of a tool change with every call?"
              + " Set pin: off for it");
    }
    disk.put(directory.resolve(FILE), content);
  }

  /** In the order of the file. */
  static List<PinnedTool> sorted(List<PinnedTool> tools) {
    List<PinnedTool> sorted = new ArrayList<>(tools);
    sorted.sort(Comparator.comparing(PinnedTool::tool).thenComparing(PinnedTool::method));
    return sorted;
  }

  private static Map<String, Object> json(PinnedTool tool) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("tool", tool.tool());
    json.put("method", tool.method());
    json.put("pinned", json(tool.pinned()));
    json.put("waiting", json(tool.waiting()));
    return json;
  }

  private static List<Object> json(List<PinnedDefinition> definitions) {
    List<Object> json = new ArrayList<>(definitions.size());
    for (PinnedDefinition each : definitions) {
      Map<String, Object> one = new LinkedHashMap<>();
      one.put("digest", each.digest());
      one.put("since", each.since());
      one.put("by", each.by());
      one.put("definition", each.text());
      json.add(one);
    }
    return json;
  }

  private static List<PinnedTool> tools(List<?> json) {
    List<PinnedTool> tools = new ArrayList<>(json.size());
    for (Object each : json) {
      Map<?, ?> tool = (Map<?, ?>) each;
      tools.add(
          new PinnedTool(
              (String) tool.get("tool"),
              (String) tool.get("method"),
              definitions((List<?>) tool.get("pinned")),
              definitions((List<?>) tool.get("waiting"))));
    }
    return tools;
  }

  private static List<PinnedDefinition> definitions(List<?> json) {
    List<PinnedDefinition> definitions = new ArrayList<>(json.size());
    for (Object each : json) {
      Map<?, ?> one = (Map<?, ?>) each;
      definitions.add(
          new PinnedDefinition(
              (String) one.get("digest"),
              (String) one.get("since"),
              (String) one.get("by"),
              (String) one.get("definition")));
    }
    return List.copyOf(definitions);
  }

  /** Something with files that can be begun again. */
  @FunctionalInterface
  private interface Work {
    List<PinnedTool> done() throws IOException;
  }

  /**
   * An interrupted thread of the application must neither lose its interrupt nor its call: channels
   * close themselves under one.
   */
  private static List<PinnedTool> uninterrupted(Work work) throws IOException {
    boolean interrupted = Thread.interrupted();
    try {
      while (true) {
        try {
          return work.done();
        } catch (ClosedByInterruptException | FileLockInterruptionException again) {
          interrupted = true;
          Thread.interrupted();
        }
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
