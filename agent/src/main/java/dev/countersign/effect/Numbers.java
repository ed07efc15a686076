package dev.countersign.effect;

import java.math.BigDecimal;
import java.math.BigInteger;

/**
 * What number a JSON value denotes for rule V (spec 1.3): a JSON number, or a string that is one.
 */
final class Numbers {

  /**
   * Longest numeric string that is looked at, in characters, as in the canonical form (spec 1.2).
   */
  private static final int MAX_TEXT = 1_100;

  private Numbers() {}

  /** The exact value; null when it is neither a number nor a numeric string. */
  static BigDecimal of(Object json) {
    if (json instanceof String text) {
      return of(text);
    }
    return ofNumber(json);
  }

  /** The exact value of a JSON number; null for anything else. */
  static BigDecimal ofNumber(Object json) {
    if (json instanceof Integer || json instanceof Long) {
      return BigDecimal.valueOf(((Number) json).longValue());
    }
    if (json instanceof BigInteger integer) {
      return new BigDecimal(integer);
    }
    return json instanceof BigDecimal decimal ? decimal : null;
  }

  /** ASCII digits only: {@code new BigDecimal} would also take those of other scripts. */
  private static BigDecimal of(String text) {
    String trimmed = text.trim();
    if (trimmed.isEmpty() || trimmed.length() > MAX_TEXT) {
      return null;
    }
    for (int i = 0; i < trimmed.length(); i++) {
      char c = trimmed.charAt(i);
      if ((c < '0' || c > '9') && c != '-' && c != '+' && c != '.' && c != 'e' && c != 'E') {
        return null;
      }
    }
    try {
      return new BigDecimal(trimmed);
    } catch (NumberFormatException notNumeric) {
      return null;
    }
  }
}
