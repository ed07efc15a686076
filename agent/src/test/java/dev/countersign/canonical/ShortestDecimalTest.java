package dev.countersign.canonical;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ShortestDecimalTest {

  @ParameterizedTest
  @CsvSource({
    "0.1, 0.1",
    "-0.1, -0.1",
    "0.0, 0",
    "-0.0, 0",
    // JDK 17 prints 9.999999999999999E22
    "1.0E23, 1e23",
    "2.2250738585072014E-308, 2.2250738585072014e-308",
    "4.9E-324, 5e-324",
    "1.7976931348623157E308, 1.7976931348623157e308",
    // 2^-44: the shortest text is not the correctly rounded one of its length
    "5.684341886080802E-14, 5.684341886080802e-14",
    "9007199254740993.0, 9007199254740992",
    "2.0E16, 2e16"
  })
  void ofDouble(double value, BigDecimal shortest) {
    assertThat(ShortestDecimal.of(value)).isEqualTo(shortest.stripTrailingZeros());
  }

  @ParameterizedTest
  @CsvSource({
    "0.1, 0.1",
    "-0.3, -0.3",
    "0.0, 0",
    "1.4E-45, 1e-45",
    "3.4028235E38, 3.4028235e38",
    "1.17549435E-38, 1.1754944e-38",
    "16777216, 16777216",
    "8.589973E9, 8.589974e9"
  })
  void ofFloat(float value, BigDecimal shortest) {
    assertThat(ShortestDecimal.of(value)).isEqualTo(shortest.stripTrailingZeros());
  }

  @Test
  void whatIsNotFiniteIsRefused() {
    assertThatThrownBy(() -> ShortestDecimal.of(Double.NaN))
        .isInstanceOf(NotCanonicalException.class)
        .hasMessage("NaN (double) has no JSON form");
    assertThatThrownBy(() -> ShortestDecimal.of(Float.NEGATIVE_INFINITY))
        .isInstanceOf(NotCanonicalException.class)
        .hasMessage("an infinite number (float) has no JSON form");
  }

  @Test
  void everyPowerOfTwoIsAsShortAndCloseAsSearchFindsIt() {
    for (int exponent = -1074; exponent <= 1023; exponent++) {
      double power = Math.scalb(1.0, exponent);
      assertIsShortestAndClosest(power);
      assertIsShortestAndClosest(-Math.nextUp(power));
      assertIsShortestAndClosest(Math.nextDown(power));
    }
  }

  @Test
  void randomDoublesAreAsShortAndCloseAsSearchFindsThem() {
    Random random = new Random(20_261_129);
    for (int i = 0; i < 3_000; i++) {
      double value = Double.longBitsToDouble(random.nextLong());
      if (Double.isFinite(value)) {
        assertIsShortestAndClosest(value);
      }
      assertIsShortestAndClosest(random.nextInt(1_000_000) / 100.0);
      assertIsShortestAndClosest(Double.MIN_VALUE * random.nextInt(100_000));
    }
  }

  @Test
  void randomFloatsRoundTripAndNoShorterTextDoes() {
    Random random = new Random(20_261_129);
    for (int i = 0; i < 30_000; i++) {
      float value = Float.intBitsToFloat(random.nextInt());
      if (!Float.isFinite(value) || value == 0) {
        continue;
      }
      BigDecimal shortest = ShortestDecimal.of(value);
      assertThat(Float.parseFloat(shortest.toString())).isEqualTo(value);
      if (shortest.precision() > 1) {
        MathContext shorter = new MathContext(shortest.precision() - 1, RoundingMode.DOWN);
        BigDecimal below = shortest.round(shorter);
        assertThat(Float.parseFloat(below.toString())).isNotEqualTo(value);
        BigDecimal above = below.add(below.ulp().multiply(BigDecimal.valueOf(below.signum())));
        assertThat(Float.parseFloat(above.toString())).isNotEqualTo(value);
      }
    }
  }

  /** Tries the two neighbours of each length, from one digit on, by parsing them. */
  private static void assertIsShortestAndClosest(double value) {
    if (value == 0) {
      assertThat(ShortestDecimal.of(value)).isEqualTo(BigDecimal.ZERO);
      return;
    }
    BigDecimal exact = new BigDecimal(value);
    for (int length = 1; ; length++) {
      BigDecimal below = exact.round(new MathContext(length, RoundingMode.FLOOR));
      BigDecimal above = exact.round(new MathContext(length, RoundingMode.CEILING));
      boolean belowRounds = Double.parseDouble(below.toString()) == value;
      boolean aboveRounds = Double.parseDouble(above.toString()) == value;
      if (belowRounds || aboveRounds) {
        int nearer = exact.subtract(below).compareTo(above.subtract(exact));
        BigDecimal expected = !aboveRounds || belowRounds && nearer < 0 ? below : above;
        if (belowRounds && aboveRounds && nearer == 0) {
          boolean belowIsEven = !below.unscaledValue().testBit(0);
          expected = belowIsEven ? below : above;
        }
        assertThat(ShortestDecimal.of(value)).isEqualByComparingTo(expected);
        return;
      }
    }
  }
}
