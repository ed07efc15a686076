package dev.countersign.policy;

/** Who signs what (spec 3.2). */
public enum Role {
  ROOT("root"),
  POLICY("policy"),
  ROLLOUT("rollout"),
  TIMESTAMP("timestamp"),
  BREAKGLASS("breakglass");

  private final String text;

  Role(String text) {
    this.text = text;
  }

  /** As the root document names it. */
  public String text() {
    return text;
  }
}
