package dev.countersign.verify;

import dev.countersign.canonical.Canonical;
import dev.countersign.canonical.Json;
import dev.countersign.canonical.NotCanonicalException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/**
 * Observer envelopes: somebody outside of the process signed that this entry is the one they saw.
 * An envelope is never required; one that is there has to verify.
 *
 * <p>A finding lies on the entry that {@code subject.seq} names, and never on the chain as a whole.
 * Of the chain only those entries are kept.
 */
final class Envelopes {

  /** What an envelope is compared with; kept of the entries that one names. */
  private record Covered(
      long index, String chainId, String node, String event, String callId, String hash) {}

  private record Envelope(Object json, byte[] received) {}

  private final Witnesses witnesses;
  private final Failures failures;
  private final List<Envelope> envelopes = new ArrayList<>();
  private final Map<Long, Covered> covered = new HashMap<>();
  private final TreeMap<Long, String> results = new TreeMap<>();
  private boolean present;

  Envelopes(Witnesses witnesses, Failures failures) {
    this.witnesses = witnesses;
    this.failures = failures;
  }

  /**
   * Before the first entry: which envelopes there are.
   *
   * @param enclosed the bundle's array, null without one
   */
  void begin(List<?> enclosed) {
    List<?> own = enclosed == null ? List.of() : enclosed;
    List<byte[]> received = witnesses.received();
    present = enclosed != null || !received.isEmpty();
    for (int i = 0; i < Math.max(own.size(), received.size()) && i < Witnesses.LIMIT; i++) {
      byte[] bytes = i < received.size() ? received.get(i) : null;
      envelopes.add(new Envelope(i < own.size() ? own.get(i) : parsed(bytes), bytes));
      Long seq = seq(envelopes.get(i).json);
      if (seq != null) {
        covered.put(seq, null);
      }
    }
    if (own.size() > Witnesses.LIMIT) {
      add("envelope_subject_mismatch", null, null, "more than " + Witnesses.LIMIT + " envelopes");
    }
  }

  void accept(Entry entry) {
    if (!covered.isEmpty()
        && covered.containsKey(entry.seq())
        && covered.get(entry.seq()) == null) {
      covered.put(
          entry.seq(),
          new Covered(
              entry.index(),
              entry.id("chain_id"),
              entry.id("node"),
              entry.event(),
              entry.id("call_id"),
              entry.id("hash")));
    }
  }

  /** After the last entry. */
  void finish(ChainCheck chain) {
    Map<Long, Integer> claimed = new HashMap<>();
    for (Envelope envelope : envelopes) {
      Long seq = seq(envelope.json);
      Covered entry = seq == null ? null : covered.get(seq);
      // Claimed before it is judged: a second one does not escape this by being defective as well.
      if (entry != null && claimed.merge(seq, 1, Integer::sum) > 1) {
        results.remove(seq);
        add(
            "envelope_duplicate_subject",
            seq,
            entry,
            "another envelope is about the same entry, so neither counts");
      } else if (verifies(envelope, seq, entry, chain)) {
        Map<String, Object> observed = Entry.object(Entry.object(envelope.json).get("observed"));
        results.put(seq, (String) observed.get("result"));
      }
    }
  }

  private boolean verifies(Envelope envelope, Long seq, Covered entry, ChainCheck chain) {
    Map<String, Object> json = Entry.object(envelope.json);
    if (json == null) {
      add(
          envelope.json == null && envelope.received != null
              ? "envelope_non_canonical"
              : "envelope_unknown_version",
          seq,
          entry,
          "an envelope is no JSON object, or its bytes are no strict JSON");
      return false;
    }
    EnvelopeForm.Fault fault = EnvelopeForm.of(json);
    String mismatch = fault != null ? null : mismatch(seq, entry, json, chain);
    if (fault != null || mismatch != null) {
      add(
          fault != null ? fault.reason() : "envelope_subject_mismatch",
          seq,
          entry,
          fault != null ? fault.detail() : mismatch);
      return false;
    }
    byte[] signed;
    byte[] whole;
    try {
      ExactNumbers.require(json);
      whole = Canonical.jcs(json);
      Map<String, Object> body = new LinkedHashMap<>(json);
      body.remove("sig");
      signed = Canonical.jcs(body);
    } catch (NotCanonicalException noForm) {
      add(
          "envelope_non_canonical",
          seq,
          entry,
          "the envelope has no canonical form: " + noForm.getMessage());
      return false;
    }
    boolean canonical = envelope.received == null || Arrays.equals(whole, envelope.received);
    if (!canonical) {
      add(
          "envelope_non_canonical",
          seq,
          entry,
          "the bytes as received are not the canonical form of this envelope");
    }
    return isSigned(json, signed, seq, entry) && canonical;
  }

  private boolean isSigned(Map<String, Object> json, byte[] signed, Long seq, Covered entry) {
    Map<String, Object> witness = Entry.object(json.get("witness"));
    Object kid = witness.get("kid");
    AnchorKey key = kid instanceof String text ? witnesses.keys().get(text) : null;
    if (key == null || !"EdDSA".equals(witness.get("alg"))) {
      add(
          "envelope_unknown_witness",
          seq,
          entry,
          "witness kid="
              + Shown.of(kid)
              + " alg="
              + Shown.of(witness.get("alg"))
              + " is not among the trusted keys"
              + (witnesses.keys().isEmpty() ? ": none were given (--witness-keys)" : ""));
      return false;
    }
    if (!key.verifies(signed, json.get("sig"))) {
      add(
          "envelope_bad_signature",
          seq,
          entry,
          "the signature is not one of the key that kid=" + Shown.of(kid) + " names");
      return false;
    }
    return true;
  }

  private static String mismatch(
      Long seq, Covered entry, Map<String, Object> json, ChainCheck chain) {
    if (entry == null) {
      return "there is no entry with seq " + seq;
    }
    if (!chain.reproduces(entry.index)) {
      return "the chain is broken at or before the entry, so its hash is not what was signed";
    }
    Map<String, Object> subject = Entry.object(json.get("subject"));
    Map<String, String> actual = new LinkedHashMap<>();
    actual.put("entry_hash", entry.hash);
    actual.put("chain_id", entry.chainId);
    actual.put("node", entry.node);
    actual.put("event", entry.event);
    if (subject.containsKey("call_id")) {
      actual.put("call_id", entry.callId);
    }
    for (Map.Entry<String, String> member : actual.entrySet()) {
      if (!Objects.equals(member.getValue(), subject.get(member.getKey()))) {
        return "subject "
            + member.getKey()
            + "="
            + Shown.quoted(subject.get(member.getKey()))
            + ", but the entry has "
            + Shown.quoted(member.getValue());
      }
    }
    return null;
  }

  private static Object parsed(byte[] bytes) {
    try {
      return Json.parse(bytes);
    } catch (NotCanonicalException malformed) {
      return null; // reported where it is judged
    }
  }

  private static Long seq(Object envelope) {
    Map<String, Object> json = Entry.object(envelope);
    Map<String, Object> subject = json == null ? null : Entry.object(json.get("subject"));
    return subject == null ? null : Integral.of(subject.get("seq"));
  }

  private void add(String reason, Long seq, Covered entry, String detail) {
    failures.add(
        Check.ENVELOPES,
        entry == null
            ? new Failure(reason, seq, null, null, detail, null)
            : new Failure(reason, seq, entry.node, entry.callId, detail, entry.index));
  }

  /** {@code not present}, {@code verified} or {@code FAILED}. */
  String status() {
    if (!present) {
      return "not present";
    }
    return failures.any(Check.ENVELOPES) ? "FAILED" : "verified";
  }

  int count() {
    return envelopes.size();
  }

  /** What the witness of each signed entry saw, by {@code seq}; no other entry is vouched for. */
  Map<Long, String> results() {
    return results;
  }

  /** How many were compared with the bytes as they were received. */
  int received() {
    return Math.min(witnesses.received().size(), envelopes.size());
  }

  Map<String, Object> toJson() {
    Map<String, Object> each = new LinkedHashMap<>();
    results.forEach((seq, result) -> each.put(seq.toString(), result));
    List<Object> texts = new ArrayList<>();
    failures.of(Check.ENVELOPES).forEach(failure -> texts.add(failure.toString()));
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("status", status());
    json.put("count", count());
    json.put("received", received());
    json.put("witness_signed", new ArrayList<>(results.keySet()));
    json.put("results", each);
    json.put("failures", texts);
    return json;
  }
}
