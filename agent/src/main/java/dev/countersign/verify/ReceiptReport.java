package dev.countersign.verify;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What came of checking one receipt.
 *
 * @param line its number in the input, from 1
 * @param receipt {@code <chain_id>/<call_id>}; null where the line is none
 * @param verdict {@code allow}, {@code deny} or {@code requires_approval}, as it claims; or null
 * @param type of its action, or null
 * @param target of its action, or null
 * @param policy the hash of the judging object, or null
 * @param decidedAt as it claims, or null
 * @param steps the five, in order
 */
public record ReceiptReport(
    long line,
    String receipt,
    String verdict,
    String type,
    String target,
    String policy,
    String decidedAt,
    List<ReceiptStep> steps) {

  /** What came of all steps together. */
  public enum Result {
    VERIFIED("verified"),
    FAILED("FAILED"),
    INCOMPLETE("incomplete");

    private final String text;

    Result(String text) {
      this.text = text;
    }

    /** As reports have it. */
    public String text() {
      return text;
    }
  }

  /** One step that failed fails the receipt; one that was not checked leaves it incomplete. */
  public Result result() {
    Result result = Result.VERIFIED;
    for (ReceiptStep step : steps) {
      if (step.result() == ReceiptStep.Result.FAILED) {
        return Result.FAILED;
      }
      if (step.result() == ReceiptStep.Result.NOT_CHECKED) {
        result = Result.INCOMPLETE;
      }
    }
    return result;
  }

  /** As JSON has it: every member always there, null where it does not apply. */
  public Map<String, Object> json() {
    Map<String, Object> steps = new LinkedHashMap<>(8);
    for (ReceiptStep step : this.steps) {
      Map<String, Object> json = new LinkedHashMap<>(4);
      json.put("result", step.result().text());
      json.put("applies", step.result() != ReceiptStep.Result.DOES_NOT_APPLY);
      json.put("why", step.why());
      steps.put(step.name(), json);
    }
    Map<String, Object> json = new LinkedHashMap<>(16);
    json.put("line", line);
    json.put("receipt", receipt);
    json.put("result", result().text());
    json.put("verdict", verdict);
    json.put("action_type", type);
    json.put("action_target", target);
    json.put("policy_bundle_hash", policy);
    json.put("decided_at", decidedAt);
    json.put("steps", steps);
    return json;
  }
}
