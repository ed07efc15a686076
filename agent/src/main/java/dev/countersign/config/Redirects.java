package dev.countersign.config;

/** What happens where an answer sends a bound request on to another place (spec 5.4). */
public enum Redirects {
  /** It is refused, whatever else is declared; the default. */
  REFUSE("refuse"),
  /** It is a request like any other and needs a preview of its own. */
  REBIND("rebind");

  private final String text;

  Redirects(String text) {
    this.text = text;
  }

  static Redirects of(String word) {
    return "rebind".equals(word) ? REBIND : REFUSE;
  }

  /** As it stands in the file. */
  public String text() {
    return text;
  }
}
