package dev.countersign.guardrail;

/**
 * A judging object whose layers cannot be used; {@code getMessage} says what is wrong and what was
 * expected.
 */
public final class PolicyException extends Exception {

  private static final long serialVersionUID = 1L;

  private final String path;
  private final int offset;

  PolicyException(String path, int offset, String message) {
    super(message, null, false, false);
    this.path = path;
    this.offset = offset;
  }

  /** Where in the object, as a key path: {@code layers[0].rules[2].when}. */
  public String path() {
    return path;
  }

  /** Where in the sentence, in UTF-16 units from 0; -1 where it is not about a sentence. */
  public int offset() {
    return offset;
  }
}
