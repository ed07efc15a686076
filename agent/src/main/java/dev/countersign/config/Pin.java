package dev.countersign.config;

/** How a tool's definition is pinned ({@code tools[].pin}, spec 5.2). */
public enum Pin {
  /** The definition that the first judged call saw. */
  FIRST_USE("first-use");

  private final String text;

  Pin(String text) {
    this.text = text;
  }

  /** The word in the file. */
  public String text() {
    return text;
  }
}
