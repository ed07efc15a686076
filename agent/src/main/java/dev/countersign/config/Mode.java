package dev.countersign.config;

/** What a finding leads to ({@code mode}, spec 5.7). */
public enum Mode {
  /** What differs or is unbound is refused. */
  ENFORCE("enforce"),
  /** Nothing is refused; what would have been is recorded. */
  OBSERVE("observe");

  private final String text;

  Mode(String text) {
    this.text = text;
  }

  /** The word in the file. */
  public String text() {
    return text;
  }
}
