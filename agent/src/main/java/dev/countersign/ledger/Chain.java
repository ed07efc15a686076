package dev.countersign.ledger;

import dev.countersign.canonical.Hex;
import dev.countersign.canonical.Sha256;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.time.Clock;
import java.time.Instant;

/**
 * One chain and its two files. Its identity never changes; everything that does is the leader's
 * ({@link GroupCommit}).
 *
 * <p>A line stands in the books from the moment at which {@link #tail} is replaced: one store,
 * after which the lengths, the number and the link of the next line are those behind it. Before
 * that, whatever a failing disk left in the files lies beyond the lengths of {@code tail} and is
 * cut off before anything else is written.
 */
final class Chain {

  private static final int CHAIN_ID_BYTES = 8;

  private record Tail(long nextSeq, byte[] head, long entriesLength, long effectsLength) {}

  private final LedgerFiles files;
  private final EntryForm form;
  private final byte[] salt;
  private final Clock clock;
  private final LineFile entries;
  private final LineFile effects;
  private final MessageDigest sha256 = Sha256.own();
  private final Lines records = new Lines();
  private final Lines lines = new Lines();

  private Tail tail = new Tail(0, EntryHash.GENESIS.getBytes(StandardCharsets.US_ASCII), 0, 0);
  private boolean torn;
  private byte[] time = Timestamp.of(Instant.EPOCH);
  private long timeSecond;

  private Chain(
      LedgerFiles files,
      EntryForm form,
      byte[] salt,
      Clock clock,
      LineFile entries,
      LineFile effects) {
    this.files = files;
    this.form = form;
    this.salt = salt;
    this.clock = clock;
    this.entries = entries;
    this.effects = effects;
  }

  /**
   * A new chain with its {@code root}. On failure no file of it remains.
   *
   * @throws IOException if a file cannot be created or written
   * @throws ChainLostException if somebody exchanged a file while it was created
   */
  static Chain begin(
      Path directory, String agent, Entropy entropy, Clock clock, LineFile.Factory factory)
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
    LineFile entries = factory.create(files.chain());
    LineFile effects;
    try {
      effects = factory.create(files.effects());
    } catch (IOException | RuntimeException | Error e) {
      discard(entries, e);
      throw e;
    }
    Chain chain = new Chain(files, new EntryForm(chainId, agent), salt, clock, entries, effects);
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

  LedgerFiles files() {
    return files;
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
   * @throws IOException if nothing was appended; the next attempt may succeed
   * @throws ChainLostException if nothing was appended and nothing ever will be
   */
  void append(Submission batch) throws IOException, ChainLostException {
    if (torn) {
      cutOffTornLines();
    }
    Tail after = link(batch);
    requireIntact();
    torn = true;
    try {
      if (records.length > 0) {
        effects.append(records.bytes, records.length);
        effects.persist();
      }
      entries.append(lines.bytes, lines.length);
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
    tail = after;
    torn = false;
  }

  /** Puts the lines together; returns what the tail is when they stand. */
  private Tail link(Submission batch) {
    records.clear();
    lines.clear();
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
      }
    }
    return new Tail(
        seq, head, tail.entriesLength() + lines.length, tail.effectsLength() + records.length);
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
        lines.bytes, written.lineAt, written.lineEnd - 1 - written.lineAt, StandardCharsets.UTF_8);
  }

  /** Makes what was appended as durable as the settings promise. */
  void persist() throws IOException {
    entries.persist();
  }

  /** Refuses to go on with files that somebody else changed. */
  void requireIntact() throws ChainLostException {
    String fault = entries.fault(tail.entriesLength());
    if (fault != null) {
      throw new ChainLostException("the chain file " + fault, null);
    }
    fault = effects.fault(tail.effectsLength());
    if (fault != null) {
      throw new ChainLostException("the effects file " + fault, null);
    }
  }

  void close() throws IOException {
    try {
      entries.close();
    } finally {
      effects.close();
    }
  }

  /** Removes a chain that never became one. */
  void discard(Throwable why) {
    discard(entries, why);
    discard(effects, why);
  }

  private static void discard(LineFile file, Throwable why) {
    try {
      file.close();
      file.delete();
    } catch (IOException e) {
      why.addSuppressed(e);
    }
  }

  private void cutOffTornLines() throws ChainLostException {
    try {
      entries.truncate(tail.entriesLength());
      effects.truncate(tail.effectsLength());
    } catch (IOException e) {
      throw new ChainLostException("a torn line cannot be cut off (" + e.getMessage() + ")", e);
    }
    torn = false;
  }
}
