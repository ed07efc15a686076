package dev.countersign.ledger;

import dev.countersign.canonical.Hex;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;

/**
 * One chain and its two files. Its identity never changes; everything that does is guarded by the
 * ledger's lock.
 *
 * <p>A line stands in the books from the moment at which {@link #tail} is replaced: one store,
 * after which the lengths, the number and the link of the next line are those behind it. Before
 * that, whatever a failing disk left in the files lies beyond the lengths of {@code tail} and is
 * cut off before anything else is written.
 */
final class Chain {

  private static final int CHAIN_ID_BYTES = 8;
  private static final byte[] NO_RECORD = {};

  /** Kept between lines; a longer line gets a buffer of its own. */
  private static final int BUFFER = 16 * 1024;

  private record Tail(long nextSeq, byte[] head, long entriesLength, long effectsLength) {}

  private final LedgerFiles files;
  private final EntryForm form;
  private final byte[] salt;
  private final Clock clock;
  private final LineFile entries;
  private final LineFile effects;
  private final byte[] buffer = new byte[BUFFER];

  private Tail tail = new Tail(0, EntryHash.GENESIS.getBytes(StandardCharsets.US_ASCII), 0, 0);
  private boolean torn;
  private byte[] lastLine = buffer;
  private int lastLength;

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
      chain.append(NO_RECORD, chain.form.root(Hex.of(salt)));
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

  /** The last appended line without its newline; valid until the next one. */
  String lastEntry() {
    return new String(lastLine, 0, lastLength - 1, StandardCharsets.UTF_8);
  }

  /** Appends an entry that binds no record. */
  void append(EntryDraft draft) throws IOException, ChainLostException {
    append(NO_RECORD, draft);
  }

  /**
   * Appends a record and the entry that binds it, in this order: a killed process leaves a record
   * too many, never an entry without its record.
   *
   * @throws IOException if nothing was appended; the next attempt may succeed
   * @throws ChainLostException if nothing was appended and nothing ever will be
   */
  void append(byte[] record, EntryDraft draft) throws IOException, ChainLostException {
    if (torn) {
      cutOffTornLines();
    }
    requireIntact();
    Tail before = tail;
    byte[] seq = Long.toString(before.nextSeq()).getBytes(StandardCharsets.US_ASCII);
    byte[] ts = Timestamp.of(clock.instant());
    byte[] hash = draft.hash(before.head(), seq, ts);
    int length = draft.length(seq, ts);
    if (length > EffectRecord.MAX_LINE) {
      throw new LedgerException(
          "an entry would be a line of "
              + length
              + " bytes; a verifier reads at most 1 MiB, so nothing was written. Is a tool name"
              + " that long?");
    }
    byte[] line = length <= BUFFER ? buffer : new byte[length];
    draft.write(line, hash, before.head(), seq, ts);
    Tail after =
        new Tail(
            before.nextSeq() + 1,
            hash,
            before.entriesLength() + length,
            before.effectsLength() + record.length);
    torn = true;
    try {
      if (record.length > 0) {
        effects.append(record, record.length);
      }
      entries.append(line, length);
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
    lastLine = line;
    lastLength = length;
  }

  /** Makes the last line durable. */
  void persist() throws IOException {
    effects.persist();
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
