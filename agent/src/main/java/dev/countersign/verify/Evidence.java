package dev.countersign.verify;

import dev.countersign.canonical.Canonical;
import dev.countersign.canonical.NotCanonicalException;
import dev.countersign.canonical.Sha256;
import java.util.Map;
import java.util.Objects;

/**
 * What a receipt is checked with: the entry that it is about, the one before, the two records and
 * the outcome. From the books, or carried beside the receipt; what is not there is null.
 *
 * @param entry the {@code allow} or {@code deny}
 * @param previous the entry before it
 * @param decision the decision record
 * @param outcomeEntry the {@code outcome} of the call
 * @param outcome the outcome record
 */
record Evidence(
    Map<String, Object> entry,
    Map<String, Object> previous,
    Map<String, Object> decision,
    Map<String, Object> outcomeEntry,
    Map<String, Object> outcome) {

  /** What an envelope carries; null where it carries none. */
  static Evidence carried(Map<String, Object> envelope) {
    Map<String, Object> evidence = Entry.object(envelope.get("evidence"));
    return evidence == null
        ? null
        : new Evidence(
            Entry.object(evidence.get("entry")),
            Entry.object(evidence.get("previous")),
            Entry.object(evidence.get("decision")),
            Entry.object(evidence.get("outcome_entry")),
            Entry.object(evidence.get("outcome")));
  }

  /** Whether entries and records belong together; null, or what is wrong. */
  String fault() {
    if (entry == null || decision == null) {
      return "the entry or its decision record is missing";
    }
    String fault = entryFault();
    if (fault == null) {
      fault = outcomeFault();
    }
    return fault;
  }

  private String entryFault() {
    String fault = ChainCheck.hashFault(entry);
    if (fault != null) {
      return fault;
    }
    if (!"allow".equals(entry.get("event")) && !"deny".equals(entry.get("event"))) {
      return "the entry is neither an allow nor a deny";
    }
    Long seq = Integral.of(entry.get("seq"));
    if (seq == null || seq < 0 || previous == null && seq > 0) {
      return "the entry before is missing";
    }
    if (previous != null) {
      Long before = Integral.of(previous.get("seq"));
      if (ChainCheck.hashFault(previous) != null
          || !entry.get("prev_hash").equals(previous.get("hash"))
          || before == null
          || before != seq - 1
          || !Objects.equals(previous.get("chain_id"), entry.get("chain_id"))) {
        return "the entry before is another one, or was changed";
      }
    }
    Map<String, Object> context = Entry.object(entry.get("context"));
    return context != null
            && isLineOf(decision, context.get("record"))
            && isOf("decision", decision)
        ? null
        : "the decision record is not the one that the entry names: it was changed";
  }

  private String outcomeFault() {
    if (outcomeEntry == null) {
      return outcome == null ? null : "there is an outcome record without its entry";
    }
    String fault = ChainCheck.hashFault(outcomeEntry);
    if (fault != null) {
      return "the outcome: " + fault;
    }
    Long seq = Integral.of(entry.get("seq"));
    Long later = Integral.of(outcomeEntry.get("seq"));
    Map<String, Object> receipt = Entry.object(outcomeEntry.get("receipt"));
    boolean of =
        "allow".equals(entry.get("event"))
            && "outcome".equals(outcomeEntry.get("event"))
            && Objects.equals(entry.get("chain_id"), outcomeEntry.get("chain_id"))
            && Objects.equals(entry.get("call_id"), outcomeEntry.get("call_id"))
            && later != null
            && later > seq;
    if (!of) {
      return "the outcome is of another call";
    }
    return receipt != null
            && outcome != null
            && isLineOf(outcome, receipt.get("digest"))
            && isOf("outcome", outcome)
        ? null
        : "the outcome record is not the one that the outcome names: it is missing, or was changed";
  }

  private boolean isOf(String kind, Map<String, Object> record) {
    return kind.equals(record.get("record"))
        && Objects.equals(record.get("call_id"), entry.get("call_id"));
  }

  /** Whether a digest is that of the record's line; records are canonical JSON. */
  private static boolean isLineOf(Map<String, Object> record, Object digest) {
    try {
      ExactNumbers.require(record);
      return Sha256.hex(Canonical.jcs(record)).equals(digest);
    } catch (NotCanonicalException noForm) {
      return false;
    }
  }
}
