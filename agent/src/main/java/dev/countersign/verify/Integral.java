package dev.countersign.verify;

import java.math.BigDecimal;
import java.math.BigInteger;

/** Numbers as the format reads them: {@code 1.0} is the integer 1, and a boolean is no number. */
final class Integral {

  /**
   * The integer that a JSON number denotes, or null when it is none or does not fit a {@code long}.
   */
  static Long of(Object value) {
    if (value instanceof Integer || value instanceof Long) {
      return ((Number) value).longValue();
    }
    BigDecimal decimal = decimal(value);
    if (decimal == null) {
      return null;
    }
    decimal = decimal.stripTrailingZeros();
    // Looked at before it is converted: 1e999999 as digits would be a megabyte.
    if (decimal.scale() > 0 || (long) decimal.precision() - decimal.scale() > 19) {
      return null;
    }
    BigInteger integer = decimal.toBigIntegerExact();
    return integer.bitLength() < 64 ? integer.longValueExact() : null;
  }

  /** An exact number, or null when the value is none. */
  static BigDecimal decimal(Object value) {
    if (value instanceof BigDecimal decimal) {
      return decimal;
    }
    if (value instanceof BigInteger integer) {
      return new BigDecimal(integer);
    }
    if (value instanceof Integer || value instanceof Long) {
      return BigDecimal.valueOf(((Number) value).longValue());
    }
    return null;
  }

  private Integral() {}
}
