package dev.countersign.verify;

import dev.countersign.canonical.Json;
import dev.countersign.canonical.NotCanonicalException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * Compares each effect record with the entry that names it, and the two records of a call with each
 * other (spec 2.4). The public verifiers do not read these records.
 */
final class EffectCheck {

  static final String RECEIPT_TYPE = "countersign/effect-outcome/v1";

  /** Divergences kept word for word; the rest are counted. */
  private static final int KEPT = 1_000;

  private static final int MAX_PATHS = 32;

  /** Each of them was a person's answer; what is beyond is not compared with each other. */
  private static final int MOST_TICKETS = 100_000;

  private final EffectRecords records;
  private final CallTable calls;
  private final Failures failures;
  private final List<Divergence> divergences = new ArrayList<>();
  private final Set<String> tickets = new HashSet<>();
  private long named;
  private long checked;
  private long refused;
  private long executed;
  private boolean resumed;
  private Observer observer = Observer.NOBODY;

  /**
   * @param records null when none are at hand
   */
  EffectCheck(EffectRecords records, CallTable calls, Failures failures) {
    this.records = records;
    this.calls = calls;
    this.failures = failures;
  }

  /** What a call previewed may lie before the checkpoint. */
  void resume() {
    resumed = true;
  }

  void tell(Observer other) {
    observer = other;
  }

  /** Takes a well-formed entry of version 2, after {@link ExecutionBinding} has seen it. */
  void accept(Entry entry) throws IOException {
    switch (entry.event()) {
      case "allow", "deny" -> {
        Map<String, Object> context = Entry.object(entry.get("context"));
        // Free-form in the format: only a digest is a reference to one of our records.
        if (context != null && Entry.isHex(context.get("record"), 64)) {
          EffectRecord record = find(entry, (String) context.get("record"));
          if (record != null) {
            decision(entry, context, record);
          }
        }
      }
      case "outcome" -> {
        Map<String, Object> receipt = Entry.object(entry.get("receipt"));
        if (receipt != null && RECEIPT_TYPE.equals(receipt.get("type"))) {
          if (!Objects.equals(receipt.get("ref"), entry.get("call_id"))) {
            mismatch(entry, "receipt.ref is not the call id of its own outcome");
          }
          EffectRecord record = find(entry, (String) receipt.get("digest"));
          if (record != null) {
            outcome(entry, record);
          }
        }
      }
      default -> {}
    }
  }

  private EffectRecord find(Entry entry, String digest) throws IOException {
    named++;
    if (records == null) {
      return null;
    }
    byte[] line = records.find(digest);
    if (line == null) {
      if (records.complete()) {
        failures.add(
            Check.EFFECTS,
            Failure.at(
                entry,
                "effect_record_missing",
                "no line of the effects file has the digest "
                    + digest
                    + " that this entry names: it was changed, removed, or named before"));
      }
      return null;
    }
    checked++;
    try {
      Object json = Json.parse(line, EffectRecord.EXPECTED);
      EffectRecord record = EffectRecord.of(json);
      observer.record(entry, Entry.object(json));
      if (record.kind().equals("decision")) {
        approval(entry, Entry.object(json));
      }
      return record;
    } catch (NotCanonicalException | EffectRecord.Malformed malformed) {
      failures.add(
          Check.EFFECTS,
          Failure.at(
              entry,
              "invalid_effect_record",
              "the record that this entry names is malformed: " + malformed.getMessage()));
      return null;
    }
  }

  private void approval(Entry entry, Map<String, Object> decision) {
    boolean allowed = entry.event().equals("allow");
    String fault = CarriedApproval.fault(decision, allowed);
    if (fault != null) {
      mismatch(entry, fault);
    }
    CarriedApproval carried = allowed ? CarriedApproval.in(decision) : null;
    if (carried != null
        && carried.isApproval()
        && tickets.size() < MOST_TICKETS
        && !tickets.add(carried.id())) {
      mismatch(entry, "its approval was used for another call before");
    }
  }

  private void decision(Entry entry, Map<String, Object> context, EffectRecord record) {
    boolean allow = entry.event().equals("allow");
    if (!isOf(entry, record, "decision")) {
      return;
    }
    Object preview = context.get("preview");
    if (preview != null && !preview.equals(record.preview())) {
      mismatch(entry, "context.preview is not the record's preview_digest");
    } else if (allow && preview == null && record.preview() != null) {
      mismatch(entry, "the record has a preview_digest that the entry does not name");
    }
    if (!Objects.equals(context.get("parent"), record.parent())) {
      mismatch(entry, "context.parent is not the record's parent");
    }
    if (record.supersedes() != null && !isPreviewOf(record.parent(), record.supersedes())) {
      mismatch(entry, "supersedes is not what the record of its parent previewed");
    }
    boolean wouldRefuse = record.wouldRefuse() || entry.has("policy");
    if (allow && "deny".equals(record.verdict()) && !wouldRefuse
        || !allow && "allow".equals(record.verdict())) {
      mismatch(
          entry,
          "the entry is " + entry.event() + " but the record's verdict is " + record.verdict());
    }
    if (allow) {
      if (record.diverged()) {
        mismatch(entry, "an allowed call's decision record carries a divergence");
      }
      if (record.preview() != null) {
        calls.previewed(calls.find(entry.text("call_id")), record.preview());
      }
    } else if (record.diverged()) {
      if (!Objects.equals(record.divergencePreview(), record.preview())) {
        mismatch(entry, "divergence.preview is not the record's own preview_digest");
      }
      divergence(entry, record, false);
    }
  }

  private boolean isPreviewOf(String callId, String digest) {
    int slot = callId == null ? -1 : calls.find(callId);
    if (resumed && slot < 0) {
      return true;
    }
    return slot >= 0 && calls.has(slot, CallTable.PREVIEWED) && calls.isPreviewed(slot, digest);
  }

  private void outcome(Entry entry, EffectRecord record) {
    if (!isOf(entry, record, "outcome")) {
      return;
    }
    int slot = calls.find(entry.text("call_id"));
    boolean previewed = slot >= 0 && calls.has(slot, CallTable.PREVIEWED);
    String preview = record.diverged() ? record.divergencePreview() : record.commit();
    // What fired without a preview has only a commit; there is nothing to compare it with.
    if (previewed && preview != null && !calls.isPreviewed(slot, preview)) {
      mismatch(
          entry,
          record.diverged()
              ? "divergence.preview is not what the decision record previewed"
              : "commit_digest is not what the decision record previewed, and no divergence is stated");
    }
    boolean before = resumed && (slot < 0 || !calls.has(slot, CallTable.ALLOW));
    if (record.diverged()) {
      if (!before && previewed != (record.divergencePreview() != null)) {
        mismatch(entry, "decision and divergence disagree on whether there was a preview");
      }
      boolean neverEntered =
          "raised".equals(entry.get("body_state"))
              && "EffectRefused".equals(entry.get("error_code"))
              && !entry.has("invoked_params_hash");
      divergence(entry, record, !neverEntered);
    }
  }

  private boolean isOf(Entry entry, EffectRecord record, String kind) {
    if (!record.kind().equals(kind)) {
      mismatch(entry, "the entry names a record of kind " + record.kind());
      return false;
    }
    if (!record.callId().equals(entry.get("call_id"))) {
      mismatch(entry, "the record is of another call, " + record.callId());
      return false;
    }
    return true;
  }

  private void divergence(Entry entry, EffectRecord record, boolean happened) {
    if (happened) {
      executed++;
    } else {
      refused++;
    }
    if (divergences.size() < KEPT) {
      divergences.add(
          new Divergence(
              happened,
              entry.seq(),
              record.callId(),
              entry.id("scope"),
              bounded(record.paths()),
              record.divergencePreview(),
              record.divergenceCommit()));
    }
  }

  /** Pointers as they are kept: the record itself holds all of them. */
  private static List<String> bounded(List<String> paths) {
    List<String> bounded = new ArrayList<>();
    for (String path : paths.subList(0, Math.min(paths.size(), MAX_PATHS))) {
      bounded.add(path.length() <= Entry.MAX_ID ? path : path.substring(0, Entry.MAX_ID) + "...");
    }
    return bounded;
  }

  private void mismatch(Entry entry, String detail) {
    failures.add(Check.EFFECTS, Failure.at(entry, "effect_record_mismatch", detail));
  }

  /** Whether records are named that were not at hand. */
  boolean unchecked() {
    return named > 0 && (records == null || !records.complete() && checked < named);
  }

  /** {@code not present}, {@code verified}, {@code FAILED} or {@code not checked}. */
  String status() {
    if (failures.any(Check.EFFECTS)) {
      return "FAILED";
    }
    if (named == 0) {
      return "not present";
    }
    return unchecked() ? "not checked" : "verified";
  }

  long checked() {
    return checked;
  }

  long unnamed() throws IOException {
    return records == null ? 0 : records.unnamed();
  }

  long refused() {
    return refused;
  }

  long executed() {
    return executed;
  }

  List<Divergence> divergences() {
    return divergences;
  }
}
