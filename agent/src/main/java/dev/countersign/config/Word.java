package dev.countersign.config;

/** What happens to an effect that nothing bound (spec 5.7). */
public enum Word {
  /** It does not happen. */
  REFUSE("refuse"),
  /** It happens, with an entry ({@code policy:"unlisted"}) and a finding. */
  OBSERVE("observe"),
  /** It happens; nothing is written, it is counted. */
  ALLOW("allow");

  private final String text;

  Word(String text) {
    this.text = text;
  }

  /** The word in the file. */
  public String text() {
    return text;
  }
}
