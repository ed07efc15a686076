package dev.countersign.config;

/**
 * What happens to a value that the framework's own coercion changed ({@code tools[].lossy}, spec
 * 5.1).
 */
public enum Lossy {
  /** It is a divergence. */
  REFUSE("refuse"),
  /** The coerced value is previewed anew, with a finding in its record. */
  RECORD("record"),
  /** The coerced value is previewed anew. */
  ALLOW("allow");

  private final String text;

  Lossy(String text) {
    this.text = text;
  }

  /** As the configuration writes it. */
  public String text() {
    return text;
  }

  static Lossy of(String text) {
    for (Lossy lossy : values()) {
      if (lossy.text.equals(text)) {
        return lossy;
      }
    }
    return REFUSE;
  }
}
