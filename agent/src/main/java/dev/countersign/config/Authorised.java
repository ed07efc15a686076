package dev.countersign.config;

/** What a tool's sink is compared with ({@code tools[].authorised}, spec 5.1). */
public enum Authorised {
  /** What the model's JSON denotes. */
  MODEL("model"),
  /** What the application's hooks between the model's call and the argument builder made of it. */
  AFTER_HOOKS("after-hooks");

  private final String text;

  Authorised(String text) {
    this.text = text;
  }

  /** As the configuration writes it. */
  public String text() {
    return text;
  }

  static Authorised of(String text) {
    return AFTER_HOOKS.text.equals(text) ? AFTER_HOOKS : MODEL;
  }
}
