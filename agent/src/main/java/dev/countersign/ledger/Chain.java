package dev.countersign.ledger;

import dev.countersign.canonical.Hex;
import dev.countersign.canonical.Sha256;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.time.Clock;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * One chain and the two files of each of its segments. Its identity never changes; everything that
 * does is the leader's ({@link GroupCommit}).
 *
 * <p>A line stands in the books from the moment at which {@link #tail} is replaced: one store,
 * after which the lengths, the number and the link of the next line are those behind it. Before
 * that, whatever a failing disk left in the files lies beyond the lengths of {@code tail} and is
 * cut off before anything else is written.
 */
final class Chain {

  private static final int CHAIN_ID_BYTES = 8;

  /** How long a chain whose next segment could not be begun stays in the old one. */
  private static final long RETRY_NANOS = 60_000_000_000L;

  private record Tail(
      long nextSeq, byte[] head, long entriesLength, long effectsLength, Segment segment) {}

  private final LedgerFiles first;
  private final EntryForm form;
  private final byte[] salt;
  private final Clock clock;
  private final Rotation rotation;
  private final LineFile.Factory factory;
  private final Names names;

  /** Null where nothing is signed. */
  private final Checkpoints checkpoints;

  private final MessageDigest sha256 = Sha256.own();

  /** What is being appended. */
  private Lines records = new Lines();

  private Lines lines = new Lines();

  /** What was appended last to each file of the segment, and stands. */
  private Lines lastRecords = new Lines();

  private Lines lastLines = new Lines();

  /** The hashes of the entries since the last batch for a checkpoint; unused without a key. */
  private Lines leaves = new Lines();

  /** How much of {@link #leaves} is of entries that stand. */
  private int standing;

  private Tail tail;
  private boolean torn;

  /**
   * The calls whose outcomes were written since the files were last seen to be ours, newest first.
   */
  Owed unproved;

  /** The number of the newest segment that was tried. */
  private int number;

  /** When the last attempt to begin a segment failed, in nanoseconds; null if it did not. */
  private Long failedAt;

  private byte[] time = Timestamp.of(Instant.EPOCH);
  private long timeSecond;

  private Chain(
      Segment segment,
      EntryForm form,
      byte[] salt,
      Clock clock,
      Rotation rotation,
      Checkpoints checkpoints,
      LineFile.Factory factory,
      Names names) {
    this.first = segment.files();
    this.form = form;
    this.salt = salt;
    this.clock = clock;
    this.rotation = rotation;
    this.factory = factory;
    this.names = names;
    this.checkpoints = checkpoints;
    this.tail = new Tail(0, EntryHash.GENESIS.getBytes(StandardCharsets.US_ASCII), 0, 0, segment);
  }

  /**
   * A new chain with its {@code root}. On failure no file of it remains.
   *
   * @throws IOException if a file cannot be created or written
   * @throws ChainLostException if somebody exchanged a file while it was created
   */
  static Chain begin(
      Path directory,
      String agent,
      Rotation rotation,
      Checkpoints checkpoints,
      Entropy entropy,
      Clock clock,
      Ledger.Ticks ticks,
      LineFile.Factory factory)
      throws IOException, ChainLostException {
    byte[] id = new byte[CHAIN_ID_BYTES];
    entropy.fill(id);
    byte[] salt = new byte[16];
    entropy.fill(salt);
    String chainId = Hex.of(id);
    Instant start = clock.instant();
    LedgerFiles files =
        new LedgerFiles(
            directory, Timestamp.compact(start) + "-" + ProcessNumber.own() + "-" + chainId);
    Segment segment = Segment.create(files, factory, ticks.now());
    Chain chain =
        new Chain(
            segment,
            new EntryForm(chainId, agent),
            salt,
            clock,
            rotation,
            checkpoints,
            factory,
            new Names(directory, ticks));
    try {
      Submission root =
          new Submission(chain, null, chain.form.root(Hex.of(salt)), null, null, false);
      root.chosen = true;
      chain.append(root);
      chain.persist();
      chain.requireIntact();
    } catch (IOException | ChainLostException | RuntimeException | Error e) {
      chain.discard(e);
      throw e;
    }
    return chain;
  }

  /** Of the segment that is written to. */
  LedgerFiles files() {
    return tail.segment().files();
  }

  EntryForm form() {
    return form;
  }

  /** 16 bytes; not to be changed. */
  byte[] salt() {
    return salt;
  }

  /** The number that the next entry gets. */
  long nextSeq() {
    return tail.nextSeq();
  }

  /** The hash of the last entry, 64 hex digits. */
  String head() {
    return new String(tail.head(), StandardCharsets.US_ASCII);
  }

  /**
   * Appends the chosen ones of a list: all their records, then all their entries, so that a killed
   * process leaves records too many, never an entry without its record. Where power loss counts,
   * the records are durable before the first entry is written.
   *
   * <p>Outcomes alone are written without a look at the files: what they tell of has happened, and
   * nothing could be refused any more. Where the files are not ours by then, whatever is to happen
   * next is refused, and the new chain names the calls ({@link #unproved}).
   *
   * @throws IOException if nothing was appended; the next attempt may succeed
   * @throws ChainLostException if nothing was appended and nothing ever will be
   */
  void append(Submission batch) throws IOException, ChainLostException {
    if (torn) {
      cutOffTornLines();
    }
    Tail after = link(batch, tail.segment());
    if (!isOutcomes(batch)) {
      requireIntact();
    }
    torn = true;
    try {
      write(after.segment());
    } catch (IOException | RuntimeException | Error e) {
      // At once, so that a process which dies now leaves whole lines; if it fails, the next append
      // tries again.
      try {
        cutOffTornLines();
      } catch (ChainLostException again) {
        e.addSuppressed(again);
      }
      throw e;
    }
    stands(after);
    torn = false;
  }

  /** What was linked last is in the files: only stores. */
  private void stands(Tail after) {
    Lines free = lastLines;
    lastLines = lines;
    lines = free;
    if (records.length > 0) {
      free = lastRecords;
      lastRecords = records;
      records = free;
    }
    tail = after;
    standing = leaves.length;
  }

  private static boolean isOutcomes(Submission batch) {
    for (Submission each = batch; each != null; each = each.next) {
      if (each.chosen && !each.settles) {
        return false;
      }
    }
    return true;
  }

  private void write(Segment segment) throws IOException {
    if (records.length > 0) {
      segment.effects().append(records.bytes, records.length);
      segment.effects().persist();
    }
    segment.entries().append(lines.bytes, lines.length);
  }

  /**
   * Whether the segment is as large or as old as one may become.
   *
   * @param nanos now, of the monotonic clock
   */
  boolean isFull(long nanos) {
    Tail now = tail;
    return (now.entriesLength() + now.effectsLength() >= rotation.bytes()
            || nanos - now.segment().begun() >= rotation.nanos())
        && (failedAt == null || nanos - failedAt >= RETRY_NANOS);
  }

  /** What the act that begins the next segment says about this one (spec 2.2). */
  Map<String, Object> segmentRecord() {
    Map<String, Object> previous = new LinkedHashMap<>();
    previous.put("file", files().chain().getFileName().toString());
    previous.put("head", head());
    previous.put("seq", nextSeq() - 1);
    previous.put("bytes", tail.entriesLength());
    previous.put("effects_bytes", tail.effectsLength());
    Map<String, Object> record = new LinkedHashMap<>();
    record.put("previous", previous);
    record.put("segment", (long) number + 1);
    return record;
  }

  /**
   * Goes on in a new segment, of which the act is the first. The new files are complete before
   * {@link #tail} is replaced: a process that dies before leaves this segment as the last one, and
   * beside it at most files without a whole entry, or with the act, which continues the chain.
   *
   * @param act with {@link #segmentRecord}
   * @param nanos now, of the monotonic clock
   * @return what closing the files of the old one failed with; null for nothing
   * @throws IOException if the chain stays where it is: nothing was appended, and nothing is lost
   * @throws ChainLostException if nothing ever will be appended to it
   */
  IOException rotate(Submission act, long nanos) throws IOException, ChainLostException {
    failedAt = nanos; // for whatever happens from here on
    number++; // a name that was tried may be taken now
    if (torn) {
      cutOffTornLines();
    }
    requireIntact();
    handOver(true); // the last checkpoint of this segment is of all of it
    Segment old = tail.segment();
    // What is not on the device yet could not be written again once the file is closed.
    old.effects().persist();
    old.entries().persist();
    Segment next = Segment.create(first.segment(number), factory, nanos);
    Tail after;
    try {
      after = link(act, next);
      write(next);
      next.entries().persist();
      String fault = next.entries().fault(after.entriesLength());
      if (fault != null) {
        throw new IOException("the file of the next segment " + fault);
      }
    } catch (IOException | RuntimeException | Error e) {
      next.takeBack(lines, records, e);
      throw e;
    }
    stands(after);
    failedAt = null;
    try {
      old.close();
      return null;
    } catch (IOException unclosed) {
      return unclosed;
    }
  }

  /**
   * Lets what stands be signed.
   *
   * @param all even if it is little
   */
  void handOver(boolean all) {
    if (checkpoints == null || standing == 0 || !all && !checkpoints.isDue(standing)) {
      return;
    }
    Lines next = new Lines();
    checkpoints.add(
        new Checkpoints.Batch(files(), form.chainId(), leaves.bytes, standing, nextSeq()));
    leaves = next;
    standing = 0;
  }

  /** Puts the lines together; returns what the tail is when they stand. */
  private Tail link(Submission batch, Segment segment) {
    records.clear();
    lines.clear();
    leaves.length = standing;
    sha256.reset(); // a leader before us may have failed half way
    byte[] head = tail.head().clone();
    long seq = tail.nextSeq();
    for (Submission handedIn = batch; handedIn != null; handedIn = handedIn.next) {
      for (Submission each = handedIn; handedIn.chosen && each != null; each = each.also) {
        if (each.record != null) {
          records.add(each.record.line(), each.record.line().length);
        }
        lines.reserve(each.draft.mostBytes());
        each.seq = seq;
        each.lineAt = lines.length;
        lines.length = each.draft.write(lines.bytes, lines.length, head, seq++, now(), sha256);
        each.lineEnd = lines.length;
        if (checkpoints != null) {
          leaves.add(head, EntryHash.LENGTH);
        }
      }
    }
    boolean goesOn = segment == tail.segment();
    return new Tail(
        seq,
        head,
        (goesOn ? tail.entriesLength() : 0) + lines.length,
        (goesOn ? tail.effectsLength() : 0) + records.length,
        segment);
  }

  /** Valid until the next call. */
  private byte[] now() {
    Instant now = clock.instant();
    if (now.getEpochSecond() != timeSecond) {
      time = Timestamp.of(now);
      timeSecond = now.getEpochSecond();
    } else {
      Timestamp.withNanos(time, now.getNano());
    }
    return time;
  }

  /** The entry of a submission that was just appended, without its newline. */
  String entry(Submission written) {
    return new String(
        lastLines.bytes,
        written.lineAt,
        written.lineEnd - 1 - written.lineAt,
        StandardCharsets.UTF_8);
  }

  /** Makes what was appended as durable as the settings promise. */
  void persist() throws IOException {
    tail.segment().entries().persist();
  }

  /** Refuses to go on with files that somebody else changed. */
  void requireIntact() throws ChainLostException {
    LineFile entries = tail.segment().entries();
    LineFile effects = tail.segment().effects();
    if (!names.areKnown()
        || !entries.isKnownToHave(tail.entriesLength())
        || !effects.isKnownToHave(tail.effectsLength())) {
      names.look();
      requireWithout(entries.fault(tail.entriesLength()), "the chain file ");
      requireWithout(effects.fault(tail.effectsLength()), "the effects file ");
    }
    unproved = null;
  }

  /** The same where there is something to prove; what is torn is seen when it is cut off. */
  void look() throws ChainLostException {
    if (unproved != null && !torn) {
      requireIntact();
    }
  }

  private static void requireWithout(String fault, String file) throws ChainLostException {
    if (fault != null) {
      throw new ChainLostException(file + fault, null);
    }
  }

  void close() throws IOException {
    tail.segment().close();
  }

  /** Removes a chain that never became one. */
  void discard(Throwable why) {
    tail.segment().discard(why);
  }

  private void cutOffTornLines() throws ChainLostException {
    try {
      tail.segment().entries().cutOff(tail.entriesLength(), lastLines, lines);
      tail.segment().effects().cutOff(tail.effectsLength(), lastRecords, records);
    } catch (IOException e) {
      throw new ChainLostException("a torn line cannot be cut off (" + e.getMessage() + ")", e);
    }
    torn = false;
  }
}
