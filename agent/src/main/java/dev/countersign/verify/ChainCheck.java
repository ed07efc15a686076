package dev.countersign.verify;

import dev.countersign.canonical.Hex;
import dev.countersign.canonical.NotCanonicalException;
import dev.countersign.canonical.Sha256;
import dev.countersign.ledger.Checkpoint;
import dev.countersign.ledger.EntryHash;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Map;

/** Recomputes the chain from its first entry: sequence, link and hash of each (spec 2.1). */
final class ChainCheck {

  private String previous = EntryHash.GENESIS;
  private long count;
  private String head = "GENESIS";
  private String broken;
  private Entry brokenAt;
  private long whole;
  private final MessageDigest sha256 = Sha256.own();
  private final byte[] hash = new byte[32];

  /** Goes on from an entry that is trusted. */
  void resume(Checkpoint from) {
    count = from.size();
    whole = from.size();
    head = from.head();
    previous = from.head();
  }

  void accept(Entry entry) {
    if (broken == null) {
      broken = fault(entry);
      brokenAt = broken == null ? null : entry;
      whole += broken == null ? 1 : 0;
    }
    count++;
    head = entry.id("hash");
    previous = head;
  }

  /** Something stands in the place of the next entry that is none. */
  void acceptUnreadable(String why) {
    if (broken == null) {
      broken = why;
    }
    count++;
    head = null;
    previous = null;
  }

  private String fault(Entry entry) {
    Long seq = entry.seq();
    if (seq == null || seq != count) {
      return "seq gap at "
          + count
          + " (got "
          + Shown.of(entry.get("seq"))
          + ")"
          + (count == 0 && seq != null && seq > 0
              ? ": the entries before are not here. If they were archived, give the checkpoint that"
                  + " was kept of them with --from-checkpoint"
              : "");
    }
    if (!previous.equals(entry.get("prev_hash"))) {
      return "prev_hash mismatch at seq " + seq;
    }
    if (entry.line() != null) {
      entry.line().hash(previous.getBytes(StandardCharsets.US_ASCII), sha256, hash);
      return Hex.of(hash).equals(entry.get("hash")) ? null : "hash mismatch at seq " + seq;
    }
    try {
      ExactNumbers.require(entry.fields());
      return EntryHash.of(previous, entry.fields()).equals(entry.get("hash"))
          ? null
          : "hash mismatch at seq " + seq;
    } catch (NotCanonicalException noForm) {
      return "entry at seq " + seq + " has no canonical form: " + noForm.getMessage();
    }
  }

  /** Whether an entry's hash is that of its fields and of the hash before, whatever that is. */
  static String hashFault(Map<String, Object> fields) {
    if (!Entry.isHex(fields.get("prev_hash"), 64)) {
      return "the entry names no hash before it";
    }
    try {
      ExactNumbers.require(fields);
      return EntryHash.of((String) fields.get("prev_hash"), fields).equals(fields.get("hash"))
          ? null
          : "the entry's hash is not that of its fields";
    } catch (NotCanonicalException noForm) {
      return "the entry has no canonical form: " + noForm.getMessage();
    }
  }

  /** What the first break is, or null while the chain reproduces. */
  String broken() {
    return broken;
  }

  /** Whether the chain reproduces up to and with the entry at {@code index}, from 0. */
  boolean reproduces(long index) {
    return index < whole;
  }

  /** The entry at the break; null where there is no entry. */
  Entry brokenAt() {
    return brokenAt;
  }

  long count() {
    return count;
  }

  /**
   * The last entry's stored hash, {@code GENESIS} when there is none, null when it cannot be read.
   */
  String head() {
    return head;
  }
}
