package dev.countersign.effect.template;

/** How much of an effect a preview decides (spec 5.4). */
public enum Coverage {
  /** Every part. */
  FULL("full"),
  /** All but what a placeholder leaves to the tool body. */
  PARTIAL("partial");

  private final String text;

  Coverage(String text) {
    this.text = text;
  }

  /** As it stands in records. */
  public String text() {
    return text;
  }
}
