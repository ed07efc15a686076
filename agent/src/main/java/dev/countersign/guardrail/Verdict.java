package dev.countersign.guardrail;

/** What a rule says about an effect, the mildest first (spec 3.1). */
public enum Verdict {
  ALLOW("allow"),
  REQUIRES_APPROVAL("requires_approval"),
  DENY("deny");

  private final String text;

  Verdict(String text) {
    this.text = text;
  }

  /** As it stands in a rule and in the books. */
  public String text() {
    return text;
  }

  /** The verdict of that name; null for another word. */
  public static Verdict of(String text) {
    for (Verdict verdict : values()) {
      if (verdict.text.equals(text)) {
        return verdict;
      }
    }
    return null;
  }

  /** Of two verdicts the one that lets less happen. */
  public Verdict stricter(Verdict other) {
    return compareTo(other) >= 0 ? this : other;
  }
}
