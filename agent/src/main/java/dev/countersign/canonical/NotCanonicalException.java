package dev.countersign.canonical;

/**
 * A value or a text has no canonical form (spec 1.2): refused in {@code enforce}, {@code
 * unsupported} where a parameter hash is due.
 */
public final class NotCanonicalException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final boolean malformed;

  /**
   * @param message what is wrong and where (line and column of a text, JSON pointer or Java type of
   *     a value); never the value itself
   */
  public NotCanonicalException(String message) {
    this(message, false);
  }

  NotCanonicalException(String message, boolean malformed) {
    super(message);
    this.malformed = malformed;
  }

  /**
   * Whether the text is no JSON at all. False for JSON (RFC 8259) that only has no canonical form:
   * duplicate keys, lone surrogates, too deep, a number too long.
   */
  public boolean isMalformed() {
    return malformed;
  }
}
