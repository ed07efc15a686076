package dev.countersign.verify;

/**
 * One of the five steps of checking a receipt (spec 3.5), and what came of it.
 *
 * @param name {@code chain}, {@code decision}, {@code guardrail}, {@code signature} or {@code
 *     inclusion}
 * @param result of it
 * @param why what was compared, or what is wrong, or what is missing; one line
 */
public record ReceiptStep(String name, Result result, String why) {

  /** What came of a step. */
  public enum Result {
    VERIFIED("verified"),
    FAILED("FAILED"),
    /** Something that it needs was not at hand. */
    NOT_CHECKED("not checked"),
    /** There is nothing to check: no guardrail took part. */
    DOES_NOT_APPLY("not checked");

    private final String text;

    Result(String text) {
      this.text = text;
    }

    /** As reports have it. */
    public String text() {
      return text;
    }
  }

  static ReceiptStep verified(String name, String why) {
    return new ReceiptStep(name, Result.VERIFIED, why);
  }

  static ReceiptStep failed(String name, String why) {
    return new ReceiptStep(name, Result.FAILED, why);
  }

  static ReceiptStep notChecked(String name, String why) {
    return new ReceiptStep(name, Result.NOT_CHECKED, why);
  }
}
