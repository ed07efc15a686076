package dev.countersign.config;

/** Who has to approve a call of a tool, whatever the rules say ({@code approval}, spec 5.2). */
public enum Approval {
  /** Nobody, but for what a rule says. */
  NONE("none"),
  /**
   * Nobody where the entry's effects bind every value, a person where they leave one to the tool
   * ({@code coverage: partial}): then nobody knows beforehand what would happen.
   */
  AUTO("auto"),
  /** A person, each call. */
  HUMAN("human");

  private final String text;

  Approval(String text) {
    this.text = text;
  }

  /** As it stands in the configuration and in ρ's context. */
  public String text() {
    return text;
  }

  static Approval of(String word) {
    return HUMAN.text.equals(word) ? HUMAN : AUTO.text.equals(word) ? AUTO : NONE;
  }
}
