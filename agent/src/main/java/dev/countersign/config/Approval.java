package dev.countersign.config;

/** Who has to approve a call of a tool, whatever the rules say ({@code approval}, spec 5.2). */
public enum Approval {
  NONE("none"),
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
    return HUMAN.text.equals(word) ? HUMAN : NONE;
  }
}
