package dev.countersign.approval;

import dev.countersign.canonical.Canonical;
import dev.countersign.canonical.Hex;
import dev.countersign.canonical.Randomness;
import dev.countersign.canonical.Sha256;
import java.io.File;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
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
 *
 * <p>Whoever is asked again and again, and whose yes may stand there still, is heard to say yes
 * only where no yes of his that was used stands at the place ({@link LastYeses}).
 */
public final class AskedQuestions {

  /** Files in the directory: whoever makes a model ask on and on fills no device. */
  static final int MOST_FILES = 10_000;

  private static final int MOST_USED = 100_000;
  private static final String DIRECTORY = "asked";
  private static final String QUESTION = ".asked.json";
  private static final String USED = ".used";
  private static final String YESES = "yes";

  private final Duration ttl;
  private final Clock clock;

  /** Guarded by this. */
  private final KeptFiles files;

  /** Guarded by this. */
  private final LastYeses yeses;

  /** By place; older ones are read again. Guarded by this. */
  private final Map<String, Asked> standing = new Latest<>();

  /** The ids of questions whose answer was used, with the end of their time. Guarded by this. */
  private final Map<String, Instant> used = new HashMap<>();

  /**
   * What stands at the place of a question.
   *
   * @param isNew whether it was put just now
   * @param lastYes what the last yes that was used there is called; null where none was, or
   *     something else has been heard since
   */
  public record Put(Asked asked, boolean isNew, String lastYes) {}

  /**
   * @param stateDirectory {@code state.dir}; nothing is made there before somebody is asked
   * @param ttl how long an answer to a question is good for
   */
  public AskedQuestions(String stateDirectory, Duration ttl) {
    this(stateDirectory, ttl, Clock.systemUTC());
  }

  /** The same by another clock of the wall. */
  public AskedQuestions(String stateDirectory, Duration ttl, Clock clock) {
    this(stateDirectory, ttl, clock, LastYeses.MOST);
  }

  /** The same with fewer places. */
  AskedQuestions(String stateDirectory, Duration ttl, Clock clock, int mostYeses) {
    this.ttl = ttl;
    this.clock = clock;
    files = new KeptFiles(stateDirectory).within(DIRECTORY);
    yeses = new LastYeses(files.within(YESES), mostYeses);
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
  public Asked draw(String source, String place, ApprovalRequest request) {
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
        null);
  }

  /**
   * Puts a question in the place of the one that stands there.
   *
   * @throws IOException where it cannot be kept: then nobody may be asked
   */
  public synchronized Asked ask(String source, String place, ApprovalRequest request)
      throws IOException {
    clear();
    Asked asked = draw(source, place, request);
    keep(asked);
    return asked;
  }

  /**
   * The question that stands at a place where it is about that and can be answered still, else a
   * new one: at once, so that two who ask at a time ask the same.
   *
   * @throws IOException where it cannot be kept: then nobody may be asked
   */
  public synchronized Put standOrAsk(String source, String place, ApprovalRequest request)
      throws IOException {
    Asked asked;
    try {
      asked = standing(place);
    } catch (MalformedApprovalException unreadable) {
      asked = null; // asked anew, under another id
    }
    boolean isNew = asked == null || isUsed(asked) || !asked.isFor(request) || isOver(asked);
    return new Put(isNew ? ask(source, place, request) : asked, isNew, yeses.at(place));
  }

  /**
   * Whoever answers there said something else than that yes, after it was used.
   *
   * @param lastYes as it was before he was asked; null where none stood
   */
  public synchronized void heardOtherwise(Asked asked, String lastYes) throws IOException {
    yeses.heardOtherwise(asked.place(), lastYes);
  }

  /** The question was answered by its id: that is no yes to anything else. */
  public synchronized void named(Asked asked) {
    yeses.named(asked);
  }

  /** Whether no yes that may stand counts any more, for no further one can be remembered. */
  public synchronized boolean isFull() throws IOException {
    return yeses.isFull();
  }

  /**
   * The framework put the question that stands at a place, and calls its answer so: once.
   *
   * @throws IOException where that cannot be kept: then no answer to it is taken
   */
  public synchronized void answeredAs(Asked asked, String name) throws IOException {
    if (asked.equals(standing.get(asked.place()))
        && asked.answerId() == null
        && name.length() <= Asked.MOST_ID) {
      keep(asked.answeredAs(name));
    }
  }

  private void keep(Asked asked) throws IOException {
    files.replace(asked.place() + QUESTION, asked.bytes());
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
    byte[] bytes;
    try {
      bytes = files.read(place + QUESTION);
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

  /** Whether something happened by an answer to it. */
  public synchronized boolean isUsed(Asked asked) throws IOException {
    return used.containsKey(asked.id()) || files.has(asked.id() + USED);
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
   * @param mayStand whether whoever gave it is asked again and again, and may say it still
   * @return false where it was used already
   * @throws IOException if it cannot be marked: then nothing may happen by it
   */
  public synchronized boolean use(Asked asked, boolean mayStand) throws IOException {
    if (used.size() >= MOST_USED) {
      forget();
    }
    if (isUsed(asked) || mayStand && !yeses.use(asked)) {
      return false;
    }
    String mark = asked.id() + USED;
    if (!files.create(mark)) {
      return false;
    }
    files.fill(mark, new byte[0]);
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

  /**
   * Removes what is over. A mark outlives its question, and both every answer that counts: of a
   * question that is gone no answer is taken.
   */
  private void clear() throws IOException {
    Instant question = clock.instant().minus(ttl).minus(ttl);
    Instant mark = question.minus(ttl);
    int left = 0;
    for (File file : files.list()) {
      if (file.getName().equals(YESES)) {
        continue;
      }
      Instant written = Instant.ofEpochMilli(file.lastModified());
      boolean over = written.isBefore(file.getName().endsWith(USED) ? mark : question);
      if (!over || !file.delete()) {
        left++;
      }
    }
    if (left >= MOST_FILES) {
      throw new IOException(
          files.directory()
              + " holds "
              + MOST_FILES
              + " files, and takes no more questions. They go by themselves after approvals.ttl");
    }
  }
}
