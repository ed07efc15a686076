package dev.countersign;

/** Why an effect was refused: the closed family of codes and fixed texts of spec 1.7. */
public enum RefusalCode {
  /** The request at the sink differs from the one that was previewed. */
  DIVERGENCE(
      "NIKA-SEC-011",
      "changed after it was approved",
      ". Nothing was executed. You may request the same tool call again with its original arguments, or continue without"
          + " it."),
  /** An effect with no preview. */
  UNBOUND(
      "CS-UNBOUND",
      "was never previewed",
      ". Nothing was executed. You may use a tool that declares this effect, or continue without it."),
  /** The preview was spent already. */
  REPLAY(
      "CS-REPLAY",
      "was already executed once",
      ". Nothing was executed again. You may continue with the earlier result."),
  /** The preview or the approval is too old. */
  EXPIRED(
      "CS-EXPIRED",
      null,
      "Refused: the approval of this %s is no longer valid. Nothing was executed. You may request it again."),
  /** Denied by policy. */
  POLICY(
      "CS-POLICY",
      null,
      "Refused: the policy in force does not allow this %s. You may continue without it or ask for approval."),
  /** A person's approval is required and absent. */
  APPROVAL("CS-APPROVAL", "needs a person's approval first", ". You may ask for it and try again."),
  /** The tool's definition changed since it was pinned. */
  PIN(
      "CS-PIN",
      null,
      "Refused: the definition of this tool changed since it was first used. You may continue without it."),
  /** The request has no canonical form. */
  UNSUPPORTED(
      "CS-UNSUPPORTED",
      "contains a value that cannot be verified",
      ". You may request it again with plain values."),
  /** The check itself failed, a hook is missing, or the ledger cannot be written. */
  INTERNAL(
      "CS-INTERNAL", "could not be verified", ". Nothing was executed. You may try again later.");

  private final String code;
  private final String reason;
  private final String rest;

  RefusalCode(String code, String reason, String rest) {
    this.code = code;
    this.reason = reason;
    this.rest = rest;
  }

  /** The code as it stands in messages and books, for example {@code NIKA-SEC-011}. */
  public String code() {
    return code;
  }

  /** The fixed sentence for this code, without the code; nothing of the request ever enters it. */
  public String sentence(ActionClass action) {
    if (reason == null) {
      return rest.replace("%s", action.text());
    }
    return "Refused: this " + action.text() + " " + reason + rest;
  }

  /**
   * The short clause that the ledger carries as a reason's message, in lower case and without a
   * full stop.
   */
  public String clause(ActionClass action) {
    if (reason != null) {
      return "this " + action.text() + " " + reason;
    }
    String whole = sentence(action);
    return whole.substring("Refused: ".length(), whole.indexOf('.'));
  }
}
