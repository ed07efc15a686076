package dev.countersign.ledger;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;

/**
 * What a ceiling is about, and in which unit its meter counts: whole ones, or millionths where
 * there are fractions. What is finer is counted up, so that no sum is ever below the true one.
 */
public enum Measure {
  /** The calls themselves. */
  CALLS("max_calls", 0, 9_007_199_254_740_991L),

  /** What the argument that a tool's entry names as its {@code rows} says. */
  ROWS("max_rows", 0, 9_007_199_254_740_991L),

  /** What the argument that a tool's entry names as its {@code spend} says. */
  SPEND("max_spend", 6, 1_000_000_000_000_000_000L);

  /** No amount: absent, negative, or no number. */
  static final long UNREADABLE = -1;

  /** More than any ceiling. */
  private static final long BEYOND = Long.MAX_VALUE;

  /** More digits than this do not come back from every reader of JSON as they were written. */
  private static final int DIGITS = 15;

  /** Of a {@code long}. */
  private static final int MOST_DIGITS = 19;

  private final String key;
  private final int scale;
  private final long most;

  Measure(String key, int scale, long most) {
    this.key = key;
    this.scale = scale;
    this.most = most;
  }

  /** The name of its ceiling in the books and in a configuration. */
  public String key() {
    return key;
  }

  /** By {@link #key}. */
  public static Measure named(String key) {
    for (Measure each : values()) {
      if (each.key.equals(key)) {
        return each;
      }
    }
    throw new IllegalArgumentException(key + " is no ceiling");
  }

  /** The largest ceiling, in units. */
  long most() {
    return most;
  }

  /**
   * An amount in units, counted up.
   *
   * @param json what a call has for it; null for nothing
   * @return {@link #UNREADABLE} where it is no amount
   */
  long amount(Object json) {
    BigDecimal exact = exact(json);
    if (exact == null || exact.signum() < 0) {
      return UNREADABLE;
    }
    if (exact.signum() == 0) {
      return 0;
    }
    // Looked at before it is converted: 1e999999 as digits would be a megabyte.
    long whole = (long) exact.precision() - exact.scale();
    if (whole > MOST_DIGITS) {
      return BEYOND;
    }
    if (whole < -scale) {
      return 1;
    }
    BigInteger units =
        exact.movePointRight(scale).setScale(0, RoundingMode.CEILING).toBigIntegerExact();
    return units.bitLength() > 63 ? BEYOND : units.longValueExact();
  }

  /** The exact number that a JSON value is; null where it is none. A text is none. */
  private static BigDecimal exact(Object json) {
    if (json instanceof Integer || json instanceof Long) {
      return BigDecimal.valueOf(((Number) json).longValue());
    }
    if (json instanceof BigInteger integer) {
      return new BigDecimal(integer);
    }
    return json instanceof BigDecimal decimal ? decimal : null;
  }

  /**
   * A ceiling in units.
   *
   * @throws IllegalArgumentException where it is not one that the books can hold exactly
   */
  long units(BigDecimal ceiling) {
    BigDecimal shortest = ceiling.signum() == 0 ? BigDecimal.ZERO : ceiling.stripTrailingZeros();
    boolean fits = shortest.signum() >= 0 && shortest.scale() <= scale;
    if (!fits || (long) shortest.precision() - shortest.scale() > MOST_DIGITS) {
      throw new IllegalArgumentException(ceiling + " is no " + key);
    }
    BigInteger units = shortest.movePointRight(scale).toBigIntegerExact();
    if (units.bitLength() > 63) {
      throw new IllegalArgumentException(ceiling + " is no " + key);
    }
    return units.longValueExact();
  }

  /** Whether a ceiling of so many units comes back from every reader of the books. */
  boolean holds(long units) {
    return units >= 0
        && units <= most
        && (scale == 0 || BigDecimal.valueOf(units).stripTrailingZeros().precision() <= DIGITS);
  }

  /** Units as a number for readers: a {@link Long}, or a {@link BigDecimal} with fractions. */
  Number shown(long units) {
    if (scale == 0) {
      return units;
    }
    BigDecimal shortest = BigDecimal.valueOf(units, scale).stripTrailingZeros();
    return shortest.scale() < 0 ? shortest.setScale(0) : shortest;
  }
}
