package dev.countersign.approval;

import dev.countersign.canonical.Canonical;
import dev.countersign.canonical.Hex;
import dev.countersign.canonical.Randomness;
import dev.countersign.canonical.Sha256;
import dev.countersign.observe.StateDirectory;
import java.io.File;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The questions that are put to people inside this JVM, and which of their answers were used: kept
 * in a directory of the agent's own state, so that an answer that comes after a restart is compared
 * with what was asked before. Made only where {@code approvals.from} names such a source.
 * Thread-safe.
 *
 * <p>An answer is used up as a ticket is: by a mark, made exclusively and on the device before
 * anything happens by it. What this JVM asked and used it also remembers itself, for a tool of the
 * same user can write in the directory.
 */
public final class AskedQuestions {

  /** Questions of this JVM that are remembered; older ones are read again. */
  static final int MOST_REMEMBERED = 10_000;

  /** Files in the directory: whoever makes a model ask on and on fills no device. */
  static final int MOST_FILES = 10_000;

  private static final int MOST_USED = 100_000;
  private static final int MOST_BYTES = 4096;
  private static final String DIRECTORY = "asked";
  private static final String QUESTION = ".asked.json";
  private static final String USED = ".used";
  private static final String BESIDE = ".beside";

  private final String stateDirectory;
  private final Duration ttl;
  private final Clock clock;

  /** By place. Guarded by this. */
  private final Map<String, Asked> standing =
      new LinkedHashMap<>() {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Asked> eldest) {
          return size() > MOST_REMEMBERED;
        }
      };

  /** The ids of questions whose answer was used, with the end of their time. Guarded by this. */
  private final Map<String, Instant> used = new HashMap<>();

  /** Null until something is looked for. Guarded by this. */
  private Path directory;

  /**
   * @param stateDirectory {@code state.dir}; nothing is made there before somebody is asked
   * @param ttl how long an answer to a question is good for
   */
  public AskedQuestions(String stateDirectory, Duration ttl) {
    this(stateDirectory, ttl, Clock.systemUTC());
  }

  /** The same by another clock of the wall. */
  public AskedQuestions(String stateDirectory, Duration ttl, Clock clock) {
    this.stateDirectory = stateDirectory;
    this.ttl = ttl;
    this.clock = clock;
  }

  /**
   * Where the answer to a question is looked for.
   *
   * @param labels what names the place: texts, no two places the same ones
   */
  public static String place(Map<String, Object> labels) {
    return Sha256.hex(Canonical.jcs(labels));
  }

  /** How long an answer to a question is good for. */
  public Duration ttl() {
    return ttl;
  }

  /** A question that is kept nowhere: whoever puts it holds it until its answer comes. */
  public Asked draw(String source, String place, ApprovalRequest request, boolean again) {
    byte[] id = new byte[16];
    Randomness.fill(id);
    Instant now = clock.instant().truncatedTo(ChronoUnit.SECONDS);
    return new Asked(
        Hex.of(id),
        source,
        place,
        request.requestDigest(),
        request.shown(),
        now,
        now.plus(ttl),
        again);
  }

  /**
   * Puts a question in the place of the one that stands there.
   *
   * @param again whether the last thing that was heard from there is a yes which was used
   * @throws IOException where it cannot be kept: then nobody may be asked
   */
  public synchronized Asked ask(String source, String place, ApprovalRequest request, boolean again)
      throws IOException {
    open();
    clear();
    Asked asked = draw(source, place, request, again);
    keep(asked);
    return asked;
  }

  /** Whoever answers there said something else than the yes that was used. */
  public synchronized Asked heardOtherwise(Asked asked) throws IOException {
    Asked now = asked.heardOtherwise();
    open();
    keep(now);
    return now;
  }

  private void keep(Asked asked) throws IOException {
    write(asked.place() + QUESTION, asked.bytes());
    standing.put(asked.place(), asked);
  }

  /**
   * The question that stands at a place; null for none.
   *
   * @throws IOException where it cannot be read
   * @throws MalformedApprovalException where it was cut or changed
   */
  public synchronized Asked standing(String place) throws IOException, MalformedApprovalException {
    Asked known = standing.get(place);
    if (known != null) {
      return known;
    }
    open();
    byte[] bytes;
    try {
      bytes = read(directory.resolve(place + QUESTION));
    } catch (NoSuchFileException none) {
      return null;
    }
    Asked asked = Asked.parse(bytes);
    if (!asked.place().equals(place)) {
      throw new MalformedApprovalException("it is of another place");
    }
    // Of a JVM with another ttl, or written by somebody else: this JVM's own limit holds.
    if (asked.expiresAt().isAfter(clock.instant().plus(ttl))) {
      throw new MalformedApprovalException("it waits for longer than approvals.ttl");
    }
    return asked;
  }

  /** Whoever can write there can put a pipe in its place, or a link to a device. */
  private static byte[] read(Path file) throws IOException, MalformedApprovalException {
    byte[] bytes =
        new ApprovalDirectory.Uninterrupted<byte[]>() {
          @Override
          protected byte[] once() throws IOException {
            try (FileChannel in = BoundedOpening.ofApprovals().openPlain(file)) {
              return in == null ? null : ApprovalDirectory.beginning(in, MOST_BYTES);
            }
          }
        }.whole();
    if (bytes == null) {
      throw new MalformedApprovalException("it is a link or no plain file");
    }
    return bytes;
  }

  /** Whether something happened by an answer to it. */
  public synchronized boolean isUsed(Asked asked) throws IOException {
    if (used.containsKey(asked.id())) {
      return true;
    }
    open();
    return Files.exists(directory.resolve(asked.id() + USED), LinkOption.NOFOLLOW_LINKS);
  }

  /** Whether it is too late to answer it. */
  public boolean isOver(Asked asked) {
    return !clock.instant().isBefore(asked.expiresAt());
  }

  /** Through which its answer is looked at again where something happens by it. */
  public Grant grant(Asked asked) {
    return new Grant(asked.requestDigest(), asked.expiresAt(), clock);
  }

  /**
   * Uses the answer to a question up: from here on nothing else happens by it.
   *
   * @return false where it was used already
   * @throws IOException if it cannot be marked: then nothing may happen by it
   */
  public synchronized boolean use(Asked asked) throws IOException {
    if (used.size() >= MOST_USED) {
      forget();
    }
    if (used.containsKey(asked.id())) {
      return false;
    }
    open();
    File mark = directory.resolve(asked.id() + USED).toFile();
    if (!mark.createNewFile()) {
      return false;
    }
    try (FileOutputStream out = new FileOutputStream(mark)) {
      out.getFD().sync();
    }
    forceDirectory();
    used.put(asked.id(), asked.expiresAt());
    return true;
  }

  private void forget() throws IOException {
    Instant now = clock.instant();
    used.values().removeIf(ends -> ends.isBefore(now));
    if (used.size() >= MOST_USED) {
      throw new IOException(
          MOST_USED + " approvals were used within approvals.ttl, and no more are remembered");
    }
  }

  private void open() throws IOException {
    if (directory == null) {
      directory = StateDirectory.open(StateDirectory.open(stateDirectory) + "/" + DIRECTORY);
    }
  }

  /**
   * Removes what is over. A mark outlives its question, and both every answer that counts: of a
   * question that is gone no answer is taken.
   */
  private void clear() throws IOException {
    Instant question = clock.instant().minus(ttl).minus(ttl);
    Instant mark = question.minus(ttl);
    int left = 0;
    File[] files = directory.toFile().listFiles();
    if (files == null) {
      throw new IOException(directory + " cannot be listed");
    }
    for (File file : files) {
      Instant written = Instant.ofEpochMilli(file.lastModified());
      boolean over = written.isBefore(file.getName().endsWith(USED) ? mark : question);
      if (!over || !file.delete()) {
        left++;
      }
    }
    if (left >= MOST_FILES) {
      throw new IOException(
          directory
              + " holds "
              + MOST_FILES
              + " files, and takes no more questions. They go by themselves after approvals.ttl");
    }
  }

  /** Whole from the first moment that it has its name. */
  private void write(String name, byte[] content) throws IOException {
    byte[] random = new byte[8];
    Randomness.fill(random);
    File beside = directory.resolve('.' + name + '.' + Hex.of(random) + BESIDE).toFile();
    if (!beside.createNewFile()) {
      throw new IOException(beside + " is there already");
    }
    boolean moved = false;
    try {
      try (FileOutputStream out = new FileOutputStream(beside)) {
        out.write(content);
        out.getFD().sync();
      }
      Files.move(
          beside.toPath(),
          directory.resolve(name),
          StandardCopyOption.ATOMIC_MOVE,
          StandardCopyOption.REPLACE_EXISTING);
      moved = true;
    } finally {
      if (!moved) {
        Files.deleteIfExists(beside.toPath());
      }
    }
    forceDirectory();
  }

  private void forceDirectory() throws IOException {
    Path path = directory;
    new ApprovalDirectory.Uninterrupted<Void>() {
      @Override
      protected Void once() throws IOException {
        try (FileChannel open = FileChannel.open(path, StandardOpenOption.READ)) {
          open.force(true);
        }
        return null;
      }
    }.whole();
  }
}
