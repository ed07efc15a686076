package dev.countersign.effect;

import static org.assertj.core.api.Assertions.assertThat;

import dev.countersign.canonical.Json;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class UntypedReadingTest {

  @Test
  void decimalsBecomeDoublesAndIntegersStayExact() {
    Object json =
        Json.parse(
            "{\"a\": 12345678901234567890.123, \"b\": [9007199254740993, 0.1, null, true], \"c\":"
                + " {\"d\": \"x\"}}");

    assertThat(UntypedReading.of(json))
        .isEqualTo(
            Map.of(
                "a",
                12345678901234567890.123,
                "b",
                Arrays.asList(9007199254740993L, 0.1, null, true),
                "c",
                Map.of("d", "x")));
    assertThat(UntypedReading.of(null)).isNull();
  }

  @Test
  void isAReadingOfItsText() {
    Object json = Json.parse("[1.50, 1e30, 123456789012345678901234567890, -0.0, []]");

    assertThat(UntypedReading.is(json, UntypedReading.of(json))).isTrue();
    assertThat(UntypedReading.is(json, List.of())).isFalse();
  }
}
