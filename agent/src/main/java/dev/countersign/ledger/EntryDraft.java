package dev.countersign.ledger;

import dev.countersign.canonical.Sha256;
import java.nio.charset.StandardCharsets;

/**
 * A canonical entry but for what only the lock can give it: {@code hash}, {@code prev_hash}, {@code
 * seq} and {@code ts}, which stand in this order in every entry because canonical JSON sorts names.
 */
final class EntryDraft {

  private static final byte[] HASH_OPEN = ascii("\"hash\":\"");
  private static final byte[] HASH_CLOSE = ascii("\",");

  private final byte[] toHash;
  private final byte[] toPrevHash;
  private final byte[] toSeq;
  private final byte[] toTs;
  private final byte[] toEnd;

  EntryDraft(byte[] toHash, byte[] toPrevHash, byte[] toSeq, byte[] toTs, byte[] toEnd) {
    this.toHash = toHash;
    this.toPrevHash = toPrevHash;
    this.toSeq = toSeq;
    this.toTs = toTs;
    this.toEnd = toEnd;
  }

  /**
   * The entry's hash (spec 2.1): 64 hex digits in ASCII. Without {@code "hash"} the parts simply
   * follow each other.
   */
  byte[] hash(byte[] prevHash, byte[] seq, byte[] ts) {
    return ascii(Sha256.hex(prevHash, toHash, toPrevHash, prevHash, toSeq, seq, toTs, ts, toEnd));
  }

  /** Length of the line with its newline, in bytes. */
  int length(byte[] seq, byte[] ts) {
    return toHash.length
        + HASH_OPEN.length
        + 64
        + HASH_CLOSE.length
        + toPrevHash.length
        + 64
        + toSeq.length
        + seq.length
        + toTs.length
        + ts.length
        + toEnd.length
        + 1;
  }

  /**
   * Puts the line with its newline at the start of {@code out}, which has room for {@link #length}.
   */
  void write(byte[] out, byte[] hash, byte[] prevHash, byte[] seq, byte[] ts) {
    int at = put(out, 0, toHash);
    at = put(out, at, HASH_OPEN);
    at = put(out, at, hash);
    at = put(out, at, HASH_CLOSE);
    at = put(out, at, toPrevHash);
    at = put(out, at, prevHash);
    at = put(out, at, toSeq);
    at = put(out, at, seq);
    at = put(out, at, toTs);
    at = put(out, at, ts);
    at = put(out, at, toEnd);
    out[at] = '\n';
  }

  private static int put(byte[] out, int at, byte[] part) {
    System.arraycopy(part, 0, out, at, part.length);
    return at + part.length;
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }
}
