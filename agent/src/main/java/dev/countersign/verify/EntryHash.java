package dev.countersign.verify;

import dev.countersign.canonical.Canonical;
import dev.countersign.canonical.NotCanonicalException;
import dev.countersign.canonical.Sha256;
import dev.countersign.canonical.ShortestDecimal;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The hash of an entry (spec 2.1): {@code SHA-256(ASCII(prev_hash) || JCS(entry without hash))}. */
final class EntryHash {

  /** What the first entry names as its predecessor. */
  static final String GENESIS = "0".repeat(64);

  private static final BigDecimal MAX_SAFE = BigDecimal.valueOf((1L << 53) - 1);

  /**
   * @throws NotCanonicalException if the entry has no canonical form, numbers that two readers could take for different
   *     ones included
   */
  static String of(String previous, Map<String, Object> entry) {
    Map<String, Object> hashed = new LinkedHashMap<>(entry);
    hashed.remove("hash");
    onlyExactNumbers(hashed);
    return Sha256.hex(previous.getBytes(StandardCharsets.US_ASCII), Canonical.jcs(hashed));
  }

  /** JCS rounds numbers to binary64. A number that this would change could be changed without changing the hash. */
  private static void onlyExactNumbers(Object value) {
    if (value instanceof Map<?, ?> map) {
      map.values().forEach(EntryHash::onlyExactNumbers);
    } else if (value instanceof List<?> list) {
      list.forEach(EntryHash::onlyExactNumbers);
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

  private EntryHash() {}
}
