package dev.countersign.verify;

import dev.countersign.canonical.NotCanonicalException;
import dev.countersign.canonical.ShortestDecimal;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;

/**
 * JCS rounds numbers to binary64, so a number that this changes could be exchanged for another one
 * without changing the hash. The public verifiers refuse such integers (spec 2.1); fractions are
 * held to the same rule.
 */
final class ExactNumbers {

  private static final BigDecimal MAX_SAFE = BigDecimal.valueOf((1L << 53) - 1);

  /**
   * @throws NotCanonicalException when a number anywhere in the value is not the one that its
   *     canonical text denotes
   */
  static void require(Object value) {
    if (value instanceof Map<?, ?> map) {
      map.values().forEach(ExactNumbers::require);
    } else if (value instanceof List<?> list) {
      list.forEach(ExactNumbers::require);
    } else if (value instanceof Number) {
      BigDecimal number = Integral.decimal(value);
      boolean integral = number.signum() == 0 || number.stripTrailingZeros().scale() <= 0;
      if (integral && number.abs().compareTo(MAX_SAFE) > 0) {
        throw new NotCanonicalException("an integer outside \u00b1(2^53-1)");
      }
      if (!integral && ShortestDecimal.of(number.doubleValue()).compareTo(number) != 0) {
        throw new NotCanonicalException("a number that binary64 cannot carry");
      }
    }
  }

  private ExactNumbers() {}
}
