package dev.countersign.effect;

import dev.countersign.canonical.NotCanonicalException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.List;
import java.util.Map;

/**
 * The text that a {@code String} parameter gets (spec 1.3). A JSON string is that string. For
 * anything else the frameworks document {@code String.valueOf} of what Jackson reads without a
 * type: integers as digits, decimals through {@code double}, objects and arrays as Java's maps and
 * lists print themselves ({@code {a=1}}). A decimal that a {@code double} does not hold exactly has
 * no such text.
 */
final class Texts {

  private Texts() {}

  static boolean denotes(Object json, String actual) {
    if (json instanceof BigDecimal decimal) {
      return actual.equals(decimal.toString())
          || actual.equals(decimal.stripTrailingZeros().toString())
          || isPlain(decimal, actual)
          || actual.equals(throughDouble(decimal));
    }
    try {
      return actual.equals(print(json));
    } catch (NotCanonicalException noSuchText) {
      return false;
    }
  }

  /**
   * The plain text has as many characters as the exponent says: it is written only where the
   * lengths can agree.
   */
  private static boolean isPlain(BigDecimal decimal, String actual) {
    long longest = (long) decimal.precision() + Math.abs((long) decimal.scale()) + 3;
    return longest <= 2_200
        && (actual.equals(decimal.toPlainString())
            || actual.equals(decimal.stripTrailingZeros().toPlainString()));
  }

  private static String throughDouble(BigDecimal decimal) {
    double nearest = Double.parseDouble(decimal.toString());
    if (Double.isInfinite(nearest)) {
      return null;
    }
    String text = Double.toString(nearest);
    return new BigDecimal(text).compareTo(decimal) == 0 ? text : null;
  }

  private static String print(Object json) {
    if (json == null || json instanceof String || json instanceof Boolean || isInteger(json)) {
      return String.valueOf(json);
    }
    StringBuilder out = new StringBuilder();
    print(json, out);
    return out.toString();
  }

  private static void print(Object json, StringBuilder out) {
    if (json instanceof Map<?, ?> map) {
      String separator = "{";
      for (Map.Entry<?, ?> entry : map.entrySet()) {
        out.append(separator).append(entry.getKey()).append('=');
        print(entry.getValue(), out);
        separator = ", ";
      }
      out.append(map.isEmpty() ? "{}" : "}");
    } else if (json instanceof List<?> list) {
      String separator = "[";
      for (Object element : list) {
        out.append(separator);
        print(element, out);
        separator = ", ";
      }
      out.append(list.isEmpty() ? "[]" : "]");
    } else if (json instanceof BigDecimal decimal) {
      String text = throughDouble(decimal);
      if (text == null) {
        throw new NotCanonicalException("a decimal has no text that holds it exactly");
      }
      out.append(text);
    } else {
      out.append(json);
    }
  }

  private static boolean isInteger(Object json) {
    return json instanceof Integer || json instanceof Long || json instanceof BigInteger;
  }
}
