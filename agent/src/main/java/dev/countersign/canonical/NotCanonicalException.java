package dev.countersign.canonical;

/**
 * A value or a text has no canonical form (spec 1.2): refused in {@code enforce}, {@code unsupported} where a parameter
 * hash is due.
 */
public final class NotCanonicalException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  /**
   * @param message what is wrong and where (line and column of a text, JSON pointer or Java type of a value); never the
   *     value itself
   */
  public NotCanonicalException(String message) {
    super(message);
  }
}
