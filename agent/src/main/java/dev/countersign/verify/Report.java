package dev.countersign.verify;

import dev.countersign.ledger.Checkpoint;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What a verification found (spec 2.6). {@link #toJson} has its exact fields; {@link ReportText}
 * says it in words.
 *
 * <p>{@code ok} is that of the public verifiers: it does not know of an aggregate that failed only
 * by calls that were never accounted for. {@link #exit} does.
 */
public final class Report {

  private final Given given;
  private final Failures failures;
  private final Header header;
  private final ChainCheck chain;
  private final Delegation delegation;
  private final ExecutionBinding binding;
  private final EffectCheck effects;
  private final Envelopes envelopes;
  private final CheckpointCheck checkpoints;
  private final long archived;
  private final long unfinished;
  private final long unnamedRecords;

  /**
   * @param header null when nothing could be read
   * @param binding null where execution binding does not apply
   * @param archived entries before the first segment at hand, where they are trusted
   * @param unfinished bytes of a last line that is no whole entry yet
   */
  Report(
      Given given,
      Failures failures,
      Header header,
      ChainCheck chain,
      Delegation delegation,
      ExecutionBinding binding,
      EffectCheck effects,
      Envelopes envelopes,
      CheckpointCheck checkpoints,
      long archived,
      long unfinished,
      long unnamedRecords) {
    this.given = given;
    this.failures = failures;
    this.header = header;
    this.chain = chain;
    this.delegation = delegation;
    this.binding = binding;
    this.effects = effects;
    this.envelopes = envelopes;
    this.checkpoints = checkpoints;
    this.archived = archived;
    this.unfinished = unfinished;
    this.unnamedRecords = unnamedRecords;
  }

  /** The checkpoint from which on the chain was read; null when it was read from its beginning. */
  public Checkpoint resumedFrom() {
    return given.checkpoints().from();
  }

  /** Entries before the first segment that is at hand, covered by {@link #resumedFrom}. */
  public long archived() {
    return archived;
  }

  /** {@code not present}, {@code verified}, {@code FAILED} or {@code not checked}. */
  public String checkpoints() {
    return checkpoints.status();
  }

  /** Checkpoints that agree with the chain. */
  public long checkpointsAgreed() {
    return checkpoints.agreed();
  }

  /** Entries of the largest of them. */
  public long checkpointedEntries() {
    return checkpoints.largest();
  }

  /** Allowed calls of nodes made before {@link #resumedFrom}, which were not measured. */
  public long unmeasured() {
    return delegation.unmeasured();
  }

  /** Outcomes of calls that were allowed before {@link #resumedFrom}. */
  public long carried() {
    return binding == null ? 0 : binding.carried();
  }

  boolean hasCheckpointKey() {
    return given.checkpoints().key() != null;
  }

  boolean expectsCheckpoint() {
    return given.checkpoints().expected() != null;
  }

  /**
   * How many calls are {@code observed}, {@code unobserved} and {@code unaccounted}, how many ended
   * in each body state, and how many nodes there are in each state of their life.
   */
  public Map<String, Long> counts() {
    Map<String, Long> counts = new LinkedHashMap<>();
    if (binding != null) {
      for (int slot = 0; slot < binding.calls().size(); slot++) {
        count(counts, binding.observation(slot));
        count(counts, binding.bodyState(slot));
      }
      binding.lifecycles().values().forEach(state -> count(counts, (String) state));
    }
    return counts;
  }

  private static void count(Map<String, Long> counts, String what) {
    if (what != null) {
      counts.merge(what, 1L, Long::sum);
    }
  }

  /** {@code complete}, {@code partial}, {@code none}; null where it does not apply. */
  public String paramsCoverage() {
    return binding == null ? null : binding.paramsCoverage();
  }

  /** Every check passed and there is no finding. */
  public boolean ok() {
    return failures.none();
  }

  /**
   * The first finding about the books themselves, as against what they say that somebody did; null
   * for none.
   */
  Failure bookFault() {
    for (Check check : Check.values()) {
      boolean deeds =
          check == Check.AUTHORITY
              || check == Check.MONOTONICITY
              || check == Check.CONTAINMENT
              || check == Check.BINDING
              || check == Check.POLICY;
      if (!deeds && failures.any(check)) {
        return failures.of(check).get(0);
      }
    }
    return null;
  }

  /** Findings, in the order of the checks. */
  public List<Failure> failures() {
    return failures.all();
  }

  /** Findings beyond those that are kept word for word. */
  public long omitted() {
    return failures.omitted();
  }

  /**
   * {@code clean}, {@code incomplete}, {@code failed}; null where it does not apply (version 1).
   */
  public String aggregate() {
    return binding == null ? null : binding.aggregate();
  }

  public List<Divergence> divergences() {
    return effects.divergences();
  }

  /** Divergent effects that were refused. */
  public long refused() {
    return effects.refused();
  }

  /** Divergent effects that happened all the same. */
  public long executed() {
    return effects.executed();
  }

  /** {@code not present}, {@code verified}, {@code FAILED}, {@code not checked}. */
  public String effects() {
    return effects.status();
  }

  /** Lines beside the chain that no entry names. */
  public long unnamedRecords() {
    return unnamedRecords;
  }

  /**
   * Bytes after the last newline of a chain file that are the beginning of an entry: it was being
   * written when the process was killed, or when this looked. No entry, and no finding.
   */
  public long unfinished() {
    return unfinished;
  }

  public long effectsChecked() {
    return effects.checked();
  }

  public long entries() {
    return chain.count();
  }

  public long nodes() {
    return delegation.nodes();
  }

  public long actionsChecked() {
    return delegation.checked();
  }

  public long ungated() {
    return delegation.ungated();
  }

  /** The chain's id as the document states it; null when it is no string. */
  public String chainId() {
    return header != null && header.chainId() instanceof String id ? id : null;
  }

  /** The schema version that the document states; 0 when it states none. */
  long version() {
    Long version = header == null ? null : header.integralVersion();
    return version == null ? 0 : version;
  }

  /**
   * The last entry, as {@code SEQ:HASH}, to be kept for a later {@code --expected-head}; null when
   * there is none.
   */
  public String head() {
    return chain.count() == 0 || chain.head() == null
        ? null
        : chain.count() - 1 + ":" + chain.head();
  }

  ExecutionBinding binding() {
    return binding;
  }

  boolean isBundle() {
    return header == null || header.isBundle();
  }

  /** {@code verified}, {@code FAILED} or {@code not checked}. */
  public String anchor() {
    boolean checkable = isBundle() || given.expectedAnchor() != null;
    if (given.key() == null || !checkable || header == null) {
      return "not checked";
    }
    return failures.any(Check.ANCHOR) ? "FAILED" : "verified";
  }

  /** As {@link #anchor}, for the head or anchor that the reader kept. */
  public String expectedAnchor() {
    if (!given.expectsAnything() || header == null) {
      return "not checked";
    }
    return failures.any(Check.EXPECTED) ? "FAILED" : "verified";
  }

  /** {@code expected_anchor}, {@code bundle_anchor}, or {@code nothing} for chain files alone. */
  public String verifiedAgainst() {
    if (given.expectsAnything()) {
      return "expected_anchor";
    }
    return isBundle() ? "bundle_anchor" : "nothing";
  }

  /** Observer envelopes: {@code not present}, {@code verified} or {@code FAILED}. */
  public String envelopes() {
    return envelopes.status();
  }

  /** What observers signed, by {@code seq}: {@code matched, not_matched, indeterminate}. */
  public Map<Long, String> observations() {
    return envelopes.results();
  }

  /**
   * The exit code of this report alone (spec 6).
   *
   * @param requireAnchor whether the reader asked for an anchor without naming a key
   */
  public int exit(boolean requireAnchor) {
    if (!ok() || "failed".equals(aggregate())) {
      return 1;
    }
    boolean anchorAsked = given.key() != null || requireAnchor;
    if (anchorAsked && anchor().equals("not checked")) {
      return 4;
    }
    if (given.checkpoints().key() != null && checkpoints().equals("not present")) {
      return 4;
    }
    return "incomplete".equals(aggregate()) || unfinished > 0 || !isBundle() && effects.unchecked()
        ? 3
        : 0;
  }

  /** As the JSON output has them: booleans and words. */
  public Map<String, Object> checks() {
    boolean read = header != null;
    Map<String, Object> checks = new LinkedHashMap<>();
    checks.put("integrity", read && none(Check.INTEGRITY, Check.ANCHOR) && chain.count() > 0);
    checks.put("monotonicity", read && none(Check.MONOTONICITY, Check.AUTHORITY));
    checks.put("containment", read && none(Check.CONTAINMENT));
    checks.put("version", read && none(Check.VERSION, Check.ENTRY_VERSIONS));
    checks.put("chain_id", read && none(Check.CHAIN_ID));
    checks.put("root", read && none(Check.ROOT));
    checks.put("ledger_fields", read && none(Check.LEDGER_FIELDS));
    checks.put("anchor", anchor());
    checks.put("expected_anchor", expectedAnchor());
    checks.put("envelopes", envelopes());
    return checks;
  }

  private boolean none(Check... checks) {
    for (Check check : checks) {
      if (failures.any(check)) {
        return false;
      }
    }
    return true;
  }

  /** Writes this report as one JSON document; calls are written one by one. */
  public void writeJson(Appendable out) throws IOException {
    new JsonText(out).write(toJson());
  }

  /** Writes several reports as one document, {@code {ok, reports[]}}. */
  public static void writeJson(List<Report> reports, Appendable out) throws IOException {
    List<Object> all = new ArrayList<>();
    boolean ok = true;
    for (Report report : reports) {
      ok &= report.ok();
      all.add(report.toJson());
    }
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("ok", ok);
    json.put("reports", all);
    new JsonText(out).write(json);
  }

  private JsonText.Members toJson() {
    List<Failure> all = failures.all();
    List<Object> texts = new ArrayList<>();
    List<Object> details = new ArrayList<>();
    List<Object> entries = new ArrayList<>();
    for (Failure failure : all) {
      texts.add(failure.toString());
      details.add(failure.toJson());
      entries.add(failure.entry());
    }
    return sink -> {
      sink.member("ok", ok());
      sink.member("checks", checks());
      sink.member("failures", texts);
      sink.member("failure_details", details);
      sink.member("failure_entries", entries);
      if (failures.omitted() > 0) {
        sink.member("failures_omitted", failures.omitted());
      }
      if (unfinished > 0) {
        sink.member("unfinished_bytes", unfinished);
      }
      sink.member("nodes", delegation.nodes());
      sink.member("actions_checked", delegation.checked());
      sink.member("ungated", delegation.ungated());
      sink.member("chain_id", chainId());
      sink.member("verified_against", verifiedAgainst());
      sink.member("execution_binding", bindingJson());
      sink.member("envelopes", envelopes.toJson());
      sink.member("checkpoints", checkpoints());
      if (resumedFrom() != null) {
        Map<String, Object> resumed = new LinkedHashMap<>();
        resumed.put("size", resumedFrom().size());
        resumed.put("head", resumedFrom().head());
        resumed.put("archived_entries", archived);
        resumed.put("unmeasured_calls", unmeasured());
        resumed.put("outcomes_of_earlier_calls", carried());
        sink.member("resumed_from", resumed);
      }
      if (checkpoints.agreed() > 0) {
        sink.member("checkpointed_entries", checkpoints.largest());
      }
      sink.member("effects", effects.status());
      Map<String, Object> divergences = new LinkedHashMap<>();
      divergences.put("refused", effects.refused());
      divergences.put("executed", effects.executed());
      sink.member("divergences", divergences);
      List<Object> each = new ArrayList<>();
      effects.divergences().forEach(divergence -> each.add(divergence.toJson()));
      sink.member("divergence_details", each);
    };
  }

  private Object bindingJson() {
    List<Object> texts = new ArrayList<>();
    failures.of(Check.BINDING).forEach(failure -> texts.add(failure.toString()));
    if (binding == null) {
      Map<String, Object> json = new LinkedHashMap<>();
      json.put("status", "not applicable");
      if (!texts.isEmpty()) {
        json.put("failures", texts);
      }
      return json;
    }
    CallTable calls = binding.calls();
    return (JsonText.Members)
        sink -> {
          sink.member("aggregate", binding.aggregate());
          sink.member("params_coverage", binding.paramsCoverage());
          sink.member(
              "per_call",
              (JsonText.Members)
                  each -> {
                    for (int slot = 0; slot < calls.size(); slot++) {
                      if (binding.observation(slot) != null) {
                        each.member(calls.callId(slot), binding.observation(slot));
                      }
                    }
                  });
          sink.member(
              "body_states",
              (JsonText.Members)
                  each -> {
                    for (int slot = 0; slot < calls.size(); slot++) {
                      if (binding.bodyState(slot) != null) {
                        each.member(calls.callId(slot), binding.bodyState(slot));
                      }
                    }
                  });
          sink.member("per_node_lifecycle", binding.lifecycles());
          sink.member("failures", texts);
        };
  }
}
