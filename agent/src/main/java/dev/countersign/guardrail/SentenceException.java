package dev.countersign.guardrail;

/** A guardrail sentence that does not compile: where, and which words were expected there. */
public final class SentenceException extends Exception {

  private static final long serialVersionUID = 1L;

  private final int offset;

  SentenceException(int offset, String message) {
    super(message, null, false, false);
    this.offset = offset;
  }

  /** Where in the sentence, in UTF-16 units from 0. */
  public int offset() {
    return offset;
  }
}
