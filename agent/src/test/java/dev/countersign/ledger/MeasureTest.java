package dev.countersign.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.countersign.canonical.Canonical;
import dev.countersign.canonical.Json;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Amounts are exact to a millionth, and counted up from there. */
class MeasureTest {

  @ParameterizedTest
  @CsvSource({
    "0, 0, 0",
    "-0, 0, 0",
    "0.0, 0, 0",
    "1, 1000000, 1",
    "1.50, 1500000, 2",
    "0.1, 100000, 1",
    "0.30000000000000004, 300001, 1",
    "1e2, 100000000, 100",
    "1e-400, 1, 1",
    "1e-999999999, 1, 1",
    "9007199254740993, 9223372036854775807, 9007199254740993",
    "9223372036854, 9223372036854000000, 9223372036854",
    "9223372036855, 9223372036854775807, 9223372036855",
    "9223372036854775807, 9223372036854775807, 9223372036854775807",
    "9223372036854775808, 9223372036854775807, 9223372036854775807",
    "18446744073709551617, 9223372036854775807, 9223372036854775807",
    "1e999999999, 9223372036854775807, 9223372036854775807",
    "-0.000001, -1, -1",
    "-1e999999999, -1, -1",
    "true, -1, -1",
    "null, -1, -1",
    "'\"5\"', -1, -1",
    "[5], -1, -1",
    "'{\"a\":5}', -1, -1",
  })
  void anAmountIsAsItIsWritten(String json, long spend, long rows) {
    Object value = json.endsWith("999999999") ? new BigDecimal(json) : Json.parse('[' + json + ']');
    Object amount = value instanceof List<?> list ? list.get(0) : value;
    assertThat(Measure.SPEND.amount(amount)).isEqualTo(spend);
    assertThat(Measure.ROWS.amount(amount)).isEqualTo(rows);
  }

  /** What no reader of JSON is sure to get as it was written is no ceiling. */
  @ParameterizedTest
  @CsvSource({
    "-1",
    "0.0000001",
    "1000000000000.1",
    "1000000000001e3",
    "1234567890123.456",
    "1e999"
  })
  void aCeilingThatTheBooksCannotHoldIsNone(String max) {
    assertThatThrownBy(() -> Ceiling.of(Measure.SPEND, null, new BigDecimal(max)))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void onlyCallsAreCountedByScope() {
    assertThatThrownBy(() -> new Ceiling(Measure.ROWS, "tool.x", 1))
        .isInstanceOf(IllegalArgumentException.class);
    assertThat(Ceiling.of(Measure.SPEND, null, new BigDecimal("1e12")).limit())
        .isEqualTo(new BigDecimal("1000000000000"));
  }

  @Property(tries = 2000)
  void aCeilingComesBackAsItIsWritten(
      @ForAll @LongRange(min = 0, max = 999_999_999_999_999L) long u) {
    Number limit = Measure.SPEND.shown(u);
    String written = ((BigDecimal) limit).toPlainString();
    assertThat(new String(Canonical.jcs(Map.of("max", limit)), StandardCharsets.UTF_8))
        .isEqualTo("{\"max\":" + written + '}');
    assertThat(new BigDecimal(Double.toString(Double.parseDouble(written))))
        .isEqualByComparingTo(BigDecimal.valueOf(u, 6));
  }
}
