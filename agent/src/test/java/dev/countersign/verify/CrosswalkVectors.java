package dev.countersign.verify;

import dev.countersign.canonical.Canonical;
import dev.countersign.canonical.Sha256;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Books and what they say in the words of crewAIInc/crewAI#6030 (seed 6). */
final class CrosswalkVectors {

  private final StringBuilder effects = new StringBuilder();
  private final List<Object> records = new ArrayList<>();

  static List<VectorCase> all() {
    return List.of(
        new CrosswalkVectors().states(),
        new CrosswalkVectors().refusals(true),
        new CrosswalkVectors().refusals(false),
        new CrosswalkVectors().withoutDecision());
  }

  private VectorCase states() {
    Books books = new Books(2).root();
    String[] states = {"returned", "raised", "abandoned", "deferred"};
    String[] outcomes = {"executed", "error", null, null};
    for (int i = 0; i < states.length; i++) {
      books.allow(id(i)).outcome(id(i)).with("body_state", states[i]);
      if (states[i].equals("raised")) {
        books.with("error_code", "TimeoutException");
      }
      allowed(id(i), Books.HASH);
      outcome(id(i), outcomes[i]);
    }
    books.allow(id(9)).without("authorized_params_hash").with("capture", "pre_hook_only");
    allowed(id(9), null);
    return vector(
        "crosswalk_body_states",
        "Each state, and a call without an outcome. An exception that is called a timeout is an"
            + " error: no deadline of ours fired.",
        books.done(),
        3,
        Map.of("abandoned", 1L, "deferred", 1L));
  }

  private VectorCase refusals(boolean atHand) {
    Map<String, Object> divergence = Map.of("commit", "4".repeat(64), "paths", List.of());
    Books books = new Books(2).root();
    books.deny(id(1)).with("context", Map.of("record", record("decision", id(1), null)));
    denied(id(1));
    outcome(id(1), atHand ? "blocked" : null);
    books.deny(id(2));
    denied(id(2));
    refused(books, id(3), record("outcome", id(3), divergence));
    outcome(id(3), atHand ? "blocked" : "error");
    refused(books, id(4), record("outcome", id(4), null));
    outcome(id(4), "error");
    VectorCase vector =
        vector(
            atHand ? "crosswalk_refusals" : "crosswalk_refusals_without_their_records",
            atHand
                ? "blocked only by our own record: of a deny, and of a refusal at the call's own"
                    + " sink. An exception of the application that has the same name is an error."
                : "The same books without the records beside them: nothing is blocked.",
            books.done(),
            atHand ? 0 : 3,
            Map.of("deny_without_its_record", atHand ? 1L : 2L));
    if (!atHand) {
      vector.input.remove("effects_text");
    }
    return vector;
  }

  private VectorCase withoutDecision() {
    Books books = new Books(2).root().edit(0, "authority", Books.authority("tool.*", "agent.*"));
    books.allow(id(1)).with("policy", "unlisted").outcome(id(1));
    books.allow(id(2)).with("tool", "countersign").with("scope", "agent.start").outcome(id(2));
    return vector(
        "crosswalk_without_a_decision",
        "What nothing authorised has no decision, and the producer's own acts are no tool calls.",
        books.done(),
        0,
        Map.of("unlisted", 1L, "own_act", 1L));
  }

  private VectorCase vector(
      String name, String about, Books books, int exit, Map<String, Object> notMapped) {
    VectorCase vector =
        VectorCase.of(name, about).chain(books).given("effects_text", effects.toString());
    return vector.says("exit", (long) exit).says("records", records).says("not_mapped", notMapped);
  }

  private void refused(Books books, String callId, String digest) {
    books
        .allow(callId)
        .without("authorized_params_hash")
        .outcome(callId)
        .with("body_state", "raised")
        .with("error_code", "EffectRefused")
        .without("invoked_params_hash")
        .with("receipt", Map.of("type", EffectCheck.RECEIPT_TYPE, "ref", callId, "digest", digest));
    allowed(callId, null);
  }

  private String record(String kind, String callId, Map<String, Object> divergence) {
    Map<String, Object> record = new LinkedHashMap<>();
    record.put("record", kind);
    record.put("call_id", callId);
    if (divergence != null) {
      record.put("divergence", divergence);
    }
    byte[] line = Canonical.jcs(record);
    effects.append(new String(line, StandardCharsets.UTF_8)).append('\n');
    return Sha256.hex(line);
  }

  private void allowed(String callId, String paramsHash) {
    Map<String, Object> decision = new LinkedHashMap<>();
    decision.put("decision_id", callId);
    decision.put("decision", "allow");
    decision.put("tool", "pay");
    if (paramsHash != null) {
      decision.put("params_hash", paramsHash);
    }
    records.add(Map.of("decision", decision));
  }

  private void denied(String callId) {
    records.add(
        Map.of(
            "decision",
            Map.of("decision_id", callId, "decision", "deny", "tool", "pay", "reason", "revoked")));
  }

  private void outcome(String callId, String outcome) {
    if (outcome != null) {
      records.add(Map.of("outcome", Map.of("decision_id", callId, "outcome", outcome)));
    }
  }

  private static String id(int number) {
    return "%032x".formatted(number);
  }
}
