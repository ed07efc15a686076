package dev.countersign.ledger;

import dev.countersign.canonical.Canonical;
import dev.countersign.canonical.CanonicalObject;
import dev.countersign.canonical.NotCanonicalException;
import dev.countersign.canonical.Sha256;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * One line of the effects file (spec 2.4) and the digest under which its entry binds it.
 *
 * @param line canonical JSON with its newline
 * @param digest SHA-256 over the line without its newline, 64 hex digits
 */
public record EffectRecord(byte[] line, String digest) {

  /** Longest line that a verifier reads, newline included, in bytes (spec 2.6). */
  static final int MAX_LINE = 1 << 20;

  /** Deepest nesting that a verifier reads (spec 2.6). */
  private static final int MAX_NESTING = 64;

  private static final long MAX_INTEGER = (1L << 53) - 1;

  /** A record whose members are written one by one: all of them, {@code record} included. */
  public static CanonicalObject begin() {
    return CanonicalObject.jcs(MAX_NESTING - 1);
  }

  /**
   * The record that {@link #begin} began.
   *
   * @throws LedgerException when it is longer than a verifier reads
   */
  public static EffectRecord of(CanonicalObject complete) {
    return of(complete.line());
  }

  /**
   * A decision record.
   *
   * @param decision a JSON value; {@code record} and {@code call_id} are set here
   * @throws LedgerException when it has no canonical form or is longer than a verifier reads
   */
  public static EffectRecord decision(String callId, Map<String, Object> decision) {
    Map<String, Object> record = new LinkedHashMap<>(32); // room for what a decision holds
    record.putAll(decision);
    record.put("record", "decision");
    record.put("call_id", callId);
    return of(record);
  }

  /**
   * An outcome record.
   *
   * @param outcome a JSON value; {@code record}, {@code call_id} and {@code duration_ns} are set
   *     here
   * @throws LedgerException when it has no canonical form or is longer than a verifier reads
   */
  static EffectRecord outcome(String callId, long durationNanos, Map<String, Object> outcome) {
    Map<String, Object> record = new LinkedHashMap<>(outcome);
    record.put("record", "outcome");
    record.put("call_id", callId);
    record.put("duration_ns", bounded(durationNanos));
    return of(record);
  }

  /** A duration as a record has it: not negative, and a number that every reader keeps. */
  public static long bounded(long durationNanos) {
    return Math.min(Math.max(0, durationNanos), MAX_INTEGER);
  }

  /** What a record without a canonical form is to the ledger. */
  public static LedgerException unwritable(NotCanonicalException reason) {
    return new LedgerException(
        "an effect record has no canonical form, so nothing was written: " + reason.getMessage(),
        reason);
  }

  private static EffectRecord of(Map<String, Object> record) {
    byte[] line;
    try {
      line = Canonical.jcsLine(record, MAX_NESTING);
    } catch (NotCanonicalException e) {
      throw unwritable(e);
    }
    return of(line);
  }

  private static EffectRecord of(byte[] line) {
    int json = line.length - 1;
    if (json >= MAX_LINE) {
      throw new LedgerException(
          "an effect record has "
              + json
              + " bytes: a verifier reads lines below 1 MiB, so nothing was written");
    }
    return new EffectRecord(line, Sha256.hex(line, json));
  }
}
