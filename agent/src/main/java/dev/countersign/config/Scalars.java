package dev.countersign.config;

import java.math.BigDecimal;
import java.math.BigInteger;

/**
 * What a plain YAML scalar denotes under the core schema of YAML 1.2: {@code off}, {@code on},
 * {@code yes} and {@code 1:30} are text. Decided by hand because the library's resolver is a list
 * of regular expressions, and this runs before {@code main}.
 */
final class Scalars {

  /** Longer digits than this are a mistake, and slow to read. */
  private static final int MAX_DIGITS = 400;

  private static final int MAX_EXPONENT = 400;

  private Scalars() {}

  /**
   * The value of a plain scalar: null, Boolean, String, Long, BigInteger or BigDecimal.
   *
   * @throws NumberFormatException with a message for people where the number has no JSON form
   */
  static Object plain(String text) {
    if (text.isEmpty()) {
      return null;
    }
    char first = text.charAt(0);
    switch (first) {
      case '~':
        return text.length() == 1 ? null : text;
      case 'n':
      case 'N':
        return text.equals("null") || text.equals("Null") || text.equals("NULL") ? null : text;
      case 't':
      case 'T':
        return text.equals("true") || text.equals("True") || text.equals("TRUE")
            ? Boolean.TRUE
            : text;
      case 'f':
      case 'F':
        return text.equals("false") || text.equals("False") || text.equals("FALSE")
            ? Boolean.FALSE
            : text;
      default:
        return first == '-' || first == '+' || first == '.' || digit(first) ? number(text) : text;
    }
  }

  private static Object number(String text) {
    if (text.length() > 2 && text.charAt(0) == '0' && text.charAt(1) == 'x') {
      return radix(text, 16);
    }
    if (text.length() > 2 && text.charAt(0) == '0' && text.charAt(1) == 'o') {
      return radix(text, 8);
    }
    int i = text.charAt(0) == '-' || text.charAt(0) == '+' ? 1 : 0;
    int start = i;
    while (i < text.length() && digit(text.charAt(i))) {
      i++;
    }
    int whole = i - start;
    if (i == text.length()) {
      return whole == 0 ? text : integer(text, text.charAt(0) == '+' ? 1 : 0);
    }
    int fraction = 0;
    if (text.charAt(i) == '.') {
      int dot = i++;
      while (i < text.length() && digit(text.charAt(i))) {
        i++;
      }
      fraction = i - dot - 1;
      if (whole == 0 && fraction == 0) {
        if (special(text, dot + 1)) {
          throw new NumberFormatException(
              "infinity and not-a-number have no JSON form. Quote it if it is a text");
        }
        return text;
      }
    }
    int exponentAt = -1;
    if (i < text.length()
        && whole + fraction > 0
        && (text.charAt(i) == 'e' || text.charAt(i) == 'E')) {
      exponentAt = i + 1;
      i = exponentAt;
      if (i < text.length() && (text.charAt(i) == '-' || text.charAt(i) == '+')) {
        i++;
      }
      int digits = i;
      while (i < text.length() && digit(text.charAt(i))) {
        i++;
      }
      if (i == digits) {
        return text;
      }
    }
    if (i < text.length()) {
      return text;
    }
    return decimal(text, exponentAt);
  }

  private static Object integer(String text, int from) {
    if (text.length() <= 18) {
      return Long.valueOf(Long.parseLong(text, from, text.length(), 10));
    }
    bounded(text);
    BigInteger exact = new BigInteger(text.substring(from));
    return exact.bitLength() < 64 ? (Object) exact.longValue() : exact;
  }

  private static Object radix(String text, int radix) {
    for (int i = 2; i < text.length(); i++) {
      if (Character.digit(text.charAt(i), radix) < 0 || text.charAt(i) > 'f') {
        return text;
      }
    }
    bounded(text);
    BigInteger exact = new BigInteger(text.substring(2), radix);
    return exact.bitLength() < 64 ? (Object) exact.longValue() : exact;
  }

  private static BigDecimal decimal(String text, int exponentAt) {
    bounded(text);
    if (exponentAt >= 0) {
      int from = text.charAt(exponentAt) == '+' ? exponentAt + 1 : exponentAt;
      if (text.length() - from > 8
          || Math.abs(Integer.parseInt(text, from, text.length(), 10)) > MAX_EXPONENT) {
        throw new NumberFormatException(
            "this number's exponent is beyond ±" + MAX_EXPONENT + ". Quote it if it is a text");
      }
    }
    return new BigDecimal(text);
  }

  private static void bounded(String text) {
    if (text.length() > MAX_DIGITS) {
      throw new NumberFormatException(
          "this number has more than " + MAX_DIGITS + " characters. Quote it if it is a text");
    }
  }

  /** {@code .inf} and {@code .nan} in the three spellings of the core schema. */
  private static boolean special(String text, int from) {
    String word = text.substring(from);
    return word.equals("inf")
        || word.equals("Inf")
        || word.equals("INF")
        || from == 1 && (word.equals("nan") || word.equals("NaN") || word.equals("NAN"));
  }

  private static boolean digit(char c) {
    return c >= '0' && c <= '9';
  }
}
