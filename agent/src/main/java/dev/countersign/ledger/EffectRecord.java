package dev.countersign.ledger;

import dev.countersign.canonical.Canonical;
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
record EffectRecord(byte[] line, String digest) {

  /** Longest line that a verifier reads, newline included, in bytes (spec 2.6). */
  static final int MAX_LINE = 1 << 20;

  /** Deepest nesting that a verifier reads (spec 2.6). */
  private static final int MAX_NESTING = 64;

  private static final long MAX_INTEGER = (1L << 53) - 1;

  static EffectRecord decision(String callId, Map<String, Object> decision) {
    if ("decision".equals(decision.get("record")) && callId.equals(decision.get("call_id"))) {
      return of(decision); // it says so itself, where canonical order has it
    }
    Map<String, Object> record = new LinkedHashMap<>(32); // room for what a decision holds
    record.putAll(decision);
    record.put("record", "decision");
    record.put("call_id", callId);
    return of(record);
  }

  static EffectRecord outcome(Outcome outcome) {
    Map<String, Object> record = new LinkedHashMap<>(outcome.record());
    record.put("record", "outcome");
    record.put("call_id", outcome.callId());
    record.put("duration_ns", Math.min(Math.max(0, outcome.durationNanos()), MAX_INTEGER));
    return of(record);
  }

  private static EffectRecord of(Map<String, Object> record) {
    byte[] line;
    try {
      line = Canonical.jcsLine(record, MAX_NESTING);
    } catch (NotCanonicalException e) {
      throw new LedgerException(
          "an effect record has no canonical form, so nothing was written: " + e.getMessage(), e);
    }
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
