package dev.countersign.guardrail;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What a judging object says about one effect: the part of a decision record that can be computed
 * again from that object, the intent and the actor's state (spec 3.4).
 *
 * @param verdict over all layers
 * @param reason of the matched rule; {@code default} where none matched
 * @param policyBundleHash {@code sha256:} and the hash of the judging object
 * @param policyId the matched rule's id; null where none matched, and then the rest is as well
 * @param policyHash {@code sha256:} and SHA-256 over JCS of the matched rule as written
 * @param layer where the matched rule stands
 * @param guardrail the matched rule's sentence
 * @param waived whether an exception for a while has the rule refuse nothing, and no other rule
 *     refuses: what is said stays as it is, and nothing is refused for it
 */
public record Judgment(
    Verdict verdict,
    String reason,
    String policyBundleHash,
    String policyId,
    String policyHash,
    Level layer,
    Guardrail guardrail,
    boolean waived) {

  /** {@link #reason} where no rule matched. */
  public static final String DEFAULT = "default";

  /**
   * The sentence that took part, pinned by hashes.
   *
   * @param id of its rule
   * @param sentenceHash {@code sha256:} and SHA-256 over the sentence in UTF-8, as written
   * @param compilerVersion which compiler made the predicate of it
   * @param predicateHash {@code sha256:} and SHA-256 over the predicate's canonical bytes (spec
   *     1.2)
   */
  public record Guardrail(
      String id, String sentenceHash, String compilerVersion, String predicateHash) {

    /** The member {@code guardrail} of a decision record. */
    public Map<String, Object> toJson() {
      Map<String, Object> json = new LinkedHashMap<>(8);
      json.put("compiled_predicate_hash", predicateHash);
      json.put("guardrail_compiler_version", compilerVersion);
      json.put("guardrail_id", id);
      json.put("guardrail_sentence_hash", sentenceHash);
      return json;
    }
  }

  /** Where no rule matched. */
  static Judgment byDefault(Verdict verdict, String policyBundleHash) {
    return new Judgment(verdict, DEFAULT, policyBundleHash, null, null, null, null, false);
  }

  /** The same, which refuses nothing for now. */
  public Judgment asWaived() {
    return new Judgment(
        verdict, reason, policyBundleHash, policyId, policyHash, layer, guardrail, true);
  }

  /** Whether a rule decided, and not the default. */
  public boolean matched() {
    return policyId != null;
  }

  /**
   * The members {@code guardrail} (only where a rule matched), {@code policy}, {@code verdict} and
   * {@code verdict_reason} of a decision record.
   */
  public Map<String, Object> toJson() {
    Map<String, Object> json = new LinkedHashMap<>(8);
    if (guardrail != null) {
      json.put("guardrail", guardrail.toJson());
    }
    json.put("policy", policy());
    json.put("verdict", verdict.text());
    json.put("verdict_reason", reason);
    return json;
  }

  /** The member {@code policy} of a decision record. */
  public Map<String, Object> policy() {
    Map<String, Object> policy = new LinkedHashMap<>(8);
    if (matched()) {
      policy.put("cascade_layer", layer.text());
      policy.put("matched_policy_hash", policyHash);
      policy.put("matched_policy_id", policyId);
    }
    policy.put("policy_bundle_hash", policyBundleHash);
    return policy;
  }
}
