package dev.countersign.ledger;

import dev.countersign.canonical.Hex;
import java.nio.charset.StandardCharsets;
import java.security.DigestException;
import java.security.MessageDigest;

/**
 * A canonical entry but for what only its place in the chain can give it: {@code hash}, {@code
 * prev_hash}, {@code seq} and {@code ts}, which stand in this order in every entry because
 * canonical JSON sorts names.
 */
final class EntryDraft {

  private static final byte[] HASH_OPEN = ascii("\"hash\":\"");
  private static final byte[] HASH_CLOSE = ascii("\",");
  private static final int HASH_MEMBER = HASH_OPEN.length + EntryHash.LENGTH + HASH_CLOSE.length;
  private static final int DIGITS_OF_LONG = 19;
  private static final int SHA_256 = 32;

  /** Null once it is written or given up. */
  private byte[] text;

  private final int length;
  private final int hash;
  private final int prevHash;
  private final int seq;
  private final int ts;

  /**
   * @param text the entry with its newline, with room for {@code prev_hash} and {@code ts} and none
   *     for the others; its own from here on
   * @param length of the text, in bytes
   * @param hash where the member {@code hash} goes, its comma included
   * @param prevHash where the digits of {@code prev_hash} go
   * @param seq where the digits of {@code seq} go
   * @param ts where the time goes
   */
  EntryDraft(byte[] text, int length, int hash, int prevHash, int seq, int ts) {
    this.text = text;
    this.length = length;
    this.hash = hash;
    this.prevHash = prevHash;
    this.seq = seq;
    this.ts = ts;
  }

  /** Longest line that this can become, its newline included, in bytes. */
  int mostBytes() {
    return length + HASH_MEMBER + DIGITS_OF_LONG;
  }

  /**
   * This, where a verifier reads it.
   *
   * @throws LedgerException if the line would be longer than {@link EffectRecord#MAX_LINE}
   */
  EntryDraft bounded() {
    if (mostBytes() > EffectRecord.MAX_LINE) {
      throw new LedgerException(
          "an entry would be a line of up to "
              + mostBytes()
              + " bytes; a verifier reads at most 1 MiB, so nothing was written. Is a tool name"
              + " that long?");
    }
    return this;
  }

  /**
   * Writes the line, linked to the one before it (spec 2.1). Allocates nothing.
   *
   * @param out has room for {@link #mostBytes} from {@code at}
   * @param head hash of the entry before this; becomes that of this entry
   * @param number of this entry, not negative
   * @param time as {@link Timestamp} has it
   * @param sha256 reset
   * @return where the line ends
   */
  int write(byte[] out, int at, byte[] head, long number, byte[] time, MessageDigest sha256) {
    int afterHash = at + hash + HASH_MEMBER;
    System.arraycopy(text, 0, out, at, hash);
    System.arraycopy(text, hash, out, afterHash, seq - hash);
    System.arraycopy(head, 0, out, afterHash + prevHash - hash, EntryHash.LENGTH);
    int afterSeq = digits(out, afterHash + seq - hash, number);
    System.arraycopy(text, seq, out, afterSeq, length - seq);
    System.arraycopy(time, 0, out, afterSeq + ts - seq, Timestamp.LENGTH);
    int end = afterSeq + length - seq;

    // Without "hash" and the newline the parts simply follow each other.
    sha256.update(head, 0, EntryHash.LENGTH);
    sha256.update(out, at, hash);
    sha256.update(out, afterHash, end - 1 - afterHash);
    int digest = at + hash + HASH_OPEN.length;
    try {
      sha256.digest(head, 0, SHA_256);
    } catch (DigestException tooShort) {
      throw new IllegalStateException("a hash has " + EntryHash.LENGTH + " bytes", tooShort);
    }
    Hex.expand(head, SHA_256);
    System.arraycopy(HASH_OPEN, 0, out, at + hash, HASH_OPEN.length);
    System.arraycopy(head, 0, out, digest, EntryHash.LENGTH);
    System.arraycopy(HASH_CLOSE, 0, out, digest + EntryHash.LENGTH, HASH_CLOSE.length);
    return end;
  }

  /** It will not be written again: its memory is another one's. */
  void isOver() {
    byte[] mine = text;
    text = null;
    if (mine != null) {
      EntryText.giveBack(mine);
    }
  }

  private static int digits(byte[] out, int at, long number) {
    int end = at + 1;
    for (long rest = number; rest >= 10; rest /= 10) {
      end++;
    }
    long rest = number;
    for (int i = end - 1; i >= at; i--) {
      out[i] = (byte) ('0' + rest % 10);
      rest /= 10;
    }
    return end;
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }
}
