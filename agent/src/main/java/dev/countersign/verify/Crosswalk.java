package dev.countersign.verify;

import java.io.IOException;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Verified books in the words of crewAIInc/crewAI#6030 (seed 6): a {@code GovernanceDecision} for
 * each judged call, a {@code GovernanceOutcome} where there is a right to one.
 *
 * <p>Theirs is a vocabulary of outcomes, ours of observations, so that most of it is a question of
 * what may not be said:
 *
 * <ul>
 *   <li>{@code returned} is {@code executed}, {@code raised} is {@code error}.
 *   <li>{@code blocked} needs our own record that the body was kept from being entered: the
 *       decision record of a deny, or the outcome record of a refusal at the call's own sink.
 *       Without that record at hand a deny has no outcome, and a raise is an error.
 *   <li>{@code timeout} would need a deadline of our own that fired. There is none.
 *   <li>{@code abandoned} and {@code deferred} end without anybody having seen an end, and a call
 *       without an outcome ended nowhere: they have a decision and no outcome.
 *   <li>A call that nothing authorised ({@code policy: unlisted}) has no decision; neither have the
 *       agent's own acts, which are no tool calls.
 * </ul>
 *
 * <p>Not carried: whatever #6030 has and these books have not (intents, targets, idempotency,
 * policies, credentials, expiry, record counts, outputs). Where an entry stands, {@code ledger}
 * says; that is no {@code seq} of theirs.
 */
public final class Crosswalk {

  private static final String OWN_TOOL = "countersign";

  private final EffectRecords records;
  private final Set<String> withoutDecision = new HashSet<>();
  private final TreeMap<String, Long> notMapped = new TreeMap<>();

  private Crosswalk(EffectRecords records) {
    this.records = records;
  }

  /** The books do not verify, so nothing is said in other words either. */
  public static final class Refused extends Exception {

    private static final long serialVersionUID = 1L;

    private final transient Report report;

    Refused(Report report) {
      super("the books do not verify", null, false, false);
      this.report = report;
    }

    /** What was found. */
    public Report report() {
      return report;
    }
  }

  /**
   * Verifies a chain and writes it as one JSON document.
   *
   * @param out nothing is written when this refuses
   * @return the report about the chain; its {@link Report#exit} is that of the export
   * @throws IOException when a file cannot be read, or changes meanwhile
   */
  public static Report write(ChainFiles files, Given given, Appendable out)
      throws IOException, Refused {
    Report report = Verifier.chain(files, given);
    if (!report.ok() || "failed".equals(report.aggregate()) || report.aggregate() == null) {
      throw new Refused(report);
    }
    try (EffectRecords records = files.records()) {
      new Crosswalk(records).write(files, report, given.progress(), new JsonText(out));
    }
    return report;
  }

  private void write(ChainFiles files, Report report, Progress progress, JsonText out)
      throws IOException {
    out.write(
        (JsonText.Members)
            sink -> {
              sink.member("vocabulary", "crewAIInc/crewAI#6030");
              sink.member("chain_id", report.chainId());
              sink.member("head", report.head());
              sink.member("aggregate", report.aggregate());
              sink.member("verified_against", report.verifiedAgainst());
              sink.member("effects", report.effects());
              sink.member(
                  "records",
                  (JsonText.Elements)
                      each ->
                          SecondReading.of(
                              files,
                              report,
                              progress,
                              entry -> {
                                for (Map<String, Object> record : of(entry)) {
                                  each.element(record);
                                }
                              }));
              sink.member("not_mapped", notMapped);
            });
  }

  /** The records of one entry, in the order in which they are said. */
  private List<Map<String, Object>> of(Entry entry) throws IOException {
    return switch (entry.event()) {
      case "allow" -> allow(entry);
      case "deny" -> deny(entry);
      case "outcome" -> outcome(entry);
      default -> List.of();
    };
  }

  private List<Map<String, Object>> allow(Entry entry) throws IOException {
    String without = entry.has("policy") ? "unlisted" : isOwnAct(entry) ? "own_act" : null;
    if (without != null) {
      notMapped.merge(without, 1L, Long::sum);
      withoutDecision.add(entry.text("call_id"));
      return List.of();
    }
    Map<String, Object> decision = decision(entry, "allow");
    if (entry.has("authorized_params_hash")) {
      decision.put("params_hash", entry.get("authorized_params_hash"));
    }
    return List.of(at(entry, "decision", decision));
  }

  private static boolean isOwnAct(Entry entry) {
    String scope = entry.text("scope");
    return OWN_TOOL.equals(entry.get("tool")) && scope != null && scope.startsWith("agent.");
  }

  private List<Map<String, Object>> deny(Entry entry) throws IOException {
    Map<String, Object> decision = decision(entry, "deny");
    decision.put("reason", entry.get("reason"));
    Map<String, Object> said = at(entry, "decision", decision);
    Map<String, Object> context = Entry.object(entry.get("context"));
    Object digest = context == null ? null : context.get("record");
    EffectRecord record = Entry.isHex(digest, 64) ? record((String) digest) : null;
    if (record == null) {
      notMapped.merge("deny_without_its_record", 1L, Long::sum);
      return List.of(said);
    }
    return List.of(said, at(entry, "outcome", ended(entry, "blocked")));
  }

  private List<Map<String, Object>> outcome(Entry entry) throws IOException {
    if (withoutDecision.remove(entry.text("call_id"))) {
      return List.of();
    }
    String state = entry.text("body_state");
    String outcome =
        switch (state) {
          case "returned" -> "executed";
          case "raised" -> wasKeptOut(entry) ? "blocked" : "error";
          default -> null;
        };
    if (outcome == null) {
      notMapped.merge(state, 1L, Long::sum);
      return List.of();
    }
    return List.of(at(entry, "outcome", ended(entry, outcome)));
  }

  /** Refused at the call's own sink: its record has a divergence, and the body was not entered. */
  private boolean wasKeptOut(Entry entry) throws IOException {
    Map<String, Object> receipt = Entry.object(entry.get("receipt"));
    if (receipt == null
        || !EffectCheck.RECEIPT_TYPE.equals(receipt.get("type"))
        || !"EffectRefused".equals(entry.get("error_code"))
        || entry.has("invoked_params_hash")) {
      return false;
    }
    EffectRecord record = record((String) receipt.get("digest"));
    return record != null && record.diverged();
  }

  private EffectRecord record(String digest) throws IOException {
    byte[] line = records == null ? null : records.find(digest);
    return line == null ? null : EffectRecord.ofLine(line);
  }

  private static Map<String, Object> decision(Entry entry, String verdict) {
    Map<String, Object> decision = new LinkedHashMap<>();
    decision.put("decision_id", entry.get("call_id"));
    decision.put("decision", verdict);
    if (entry.get("tool") != null) {
      decision.put("tool", entry.get("tool"));
    }
    return decision;
  }

  private static Map<String, Object> ended(Entry entry, String outcome) {
    Map<String, Object> ended = new LinkedHashMap<>();
    ended.put("decision_id", entry.get("call_id"));
    ended.put("outcome", outcome);
    return ended;
  }

  private static Map<String, Object> at(Entry entry, String kind, Map<String, Object> said) {
    Map<String, Object> ledger = new LinkedHashMap<>();
    ledger.put("node", entry.get("node"));
    ledger.put("seq", entry.seq());
    Map<String, Object> record = new LinkedHashMap<>();
    record.put("ledger", ledger);
    record.put(kind, said);
    return record;
  }
}
