package dev.countersign.guardrail;

/** Whose rules a layer holds, the widest first (spec 3.1). */
public enum Level {
  PLATFORM("platform"),
  ORG("org"),
  ORG_UNIT("org_unit"),
  TEAM("team");

  private final String text;

  Level(String text) {
    this.text = text;
  }

  /** As it stands in a layer and in the books. */
  public String text() {
    return text;
  }

  /** From 1, platform, to 4, team. */
  public int rank() {
    return ordinal() + 1;
  }

  /** The level of that name; null for another word. */
  public static Level of(String text) {
    for (Level level : values()) {
      if (level.text.equals(text)) {
        return level;
      }
    }
    return null;
  }
}
