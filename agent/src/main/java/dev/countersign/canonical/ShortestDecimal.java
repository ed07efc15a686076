package dev.countersign.canonical;

import java.math.BigDecimal;
import java.math.BigInteger;

/**
 * The decimal that the shortest round-trip text of a binary floating-point number denotes: fewest
 * significant digits first, then closest to the number, then the even last digit (ECMAScript
 * Number::toString, which RFC 8785 follows).
 *
 * <p>{@code Double.toString} is no substitute: on JDK 17 it is not always shortest ({@code 1.0E23}
 * gives 9.999999999999999E22), and on every JDK it insists on two digits ({@code 4.9E-324} for
 * ECMAScript's 5e-324). The exact integer arithmetic here costs about a microsecond; the writer
 * avoids it for everything of at most 15 digits.
 */
public final class ShortestDecimal {

  private static final double LOG10_2 = 0.30102999566398120;
  private static final double LOG10_3_4 = -0.12493873660829995;

  /**
   * @throws NotCanonicalException for NaN and the infinities
   */
  public static BigDecimal of(double value) {
    long bits = Double.doubleToRawLongBits(value);
    int exponent = (int) (bits >>> 52) & 0x7FF;
    long fraction = bits & 0xF_FFFF_FFFF_FFFFL;
    if (exponent == 0x7FF) {
      throw notFinite("double", fraction != 0);
    }
    return exponent == 0
        ? decimal(bits < 0, fraction, -1074, false)
        : decimal(bits < 0, fraction | 1L << 52, exponent - 1075, fraction == 0 && exponent > 1);
  }

  /**
   * @throws NotCanonicalException for NaN and the infinities
   */
  public static BigDecimal of(float value) {
    int bits = Float.floatToRawIntBits(value);
    int exponent = (bits >>> 23) & 0xFF;
    int fraction = bits & 0x7F_FFFF;
    if (exponent == 0xFF) {
      throw notFinite("float", fraction != 0);
    }
    return exponent == 0
        ? decimal(bits < 0, fraction, -149, false)
        : decimal(bits < 0, fraction | 1 << 23, exponent - 150, fraction == 0 && exponent > 1);
  }

  private static NotCanonicalException notFinite(String type, boolean nan) {
    return new NotCanonicalException(
        (nan ? "NaN" : "an infinite number") + " (" + type + ") has no JSON form");
  }

  /**
   * @param significand c of the number c·2^q
   * @param q the exponent
   * @param narrowBelow whether the next smaller number is only half as far away as the next greater
   */
  private static BigDecimal decimal(
      boolean negative, long significand, int q, boolean narrowBelow) {
    if (significand == 0) {
      return BigDecimal.ZERO;
    }
    // 10^k is the largest power of ten that is not longer than the interval of all reals that round
    // to the number. So at least one multiple of 10^k lies in it and at most one of 10^(k+1).
    int k = (int) Math.floor(q * LOG10_2 + (narrowBelow ? LOG10_3_4 : 0));
    BigInteger scale = power(2, q).multiply(power(10, -k));
    BigInteger unit = power(2, -q).multiply(power(10, k)).shiftLeft(2);
    BigInteger halfAbove = scale.shiftLeft(1);
    BigInteger halfBelow = narrowBelow ? scale : halfAbove;
    // number = (digits + rest/unit)·10^k, and the interval reaches halfBelow/unit and
    // halfAbove/unit to either side. Its ends belong to it when c is even (round half to even).
    BigInteger[] division =
        BigInteger.valueOf(significand).multiply(scale).shiftLeft(2).divideAndRemainder(unit);
    long digits = division[0].longValueExact();
    BigInteger rest = division[1];
    int reach = (significand & 1) == 0 ? 0 : -1;

    long tens = digits / 10 * 10;
    BigInteger toTensBelow = unit.multiply(BigInteger.valueOf(digits - tens)).add(rest);
    if (toTensBelow.compareTo(halfBelow) <= reach) {
      return signed(negative, tens, k);
    }
    BigInteger toTensAbove = unit.multiply(BigInteger.TEN).subtract(toTensBelow);
    if (toTensAbove.compareTo(halfAbove) <= reach) {
      return signed(negative, tens + 10, k);
    }
    BigInteger toAbove = unit.subtract(rest);
    boolean belowRounds = rest.compareTo(halfBelow) <= reach;
    boolean aboveRounds = toAbove.compareTo(halfAbove) <= reach;
    if (belowRounds && aboveRounds) {
      int nearer = rest.compareTo(toAbove);
      aboveRounds = nearer > 0 || nearer == 0 && (digits & 1) == 1;
    }
    return signed(negative, aboveRounds ? digits + 1 : digits, k);
  }

  /** base^exponent, 1 for a negative exponent. */
  private static BigInteger power(int base, int exponent) {
    if (exponent <= 0) {
      return BigInteger.ONE;
    }
    return base == 2 ? BigInteger.ONE.shiftLeft(exponent) : BigInteger.TEN.pow(exponent);
  }

  private static BigDecimal signed(boolean negative, long digits, int k) {
    long stripped = digits;
    int exponent = k;
    while (stripped % 10 == 0) {
      stripped /= 10;
      exponent++;
    }
    return BigDecimal.valueOf(negative ? -stripped : stripped, -exponent);
  }

  private ShortestDecimal() {}
}
