package dev.countersign.it.springai;

import static org.assertj.core.api.Assertions.assertThat;

import dev.countersign.it.ActTable;
import dev.countersign.it.ActTable.Performed;
import dev.countersign.it.Jdk;
import dev.countersign.it.Jdks;
import dev.countersign.it.Measured;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What Spring AI converts values to, in each of its lines: the rows that were measured, and one or
 * more of each type. What is converted without loss is as without the agent, what the library fails
 * on fails, what is lost is refused.
 *
 * <p>Runs within {@link SpringAiIT}, whose JVMs it shares.
 */
abstract class CoercionsIT {

  /**
   * A conversion, and how it ends in 1.x and in 2.x: {@code =} as without the agent, and the tool
   * runs; {@code error} of the library; {@code lossy}, so that it is refused.
   */
  private static final String[] CONVERSIONS = {
    "anInt 5; =; =",
    "anInt \"5\"; =; =",
    "anInt 5.0; =; =",
    "anInt 3000000000; error; error",
    "anInteger null; =; =",
    "anInteger 7; =; =",
    "aLong 1e3; =; =",
    "aLong -9223372036854775808; =; =",
    "aLongObject \"9007199254740993\"; =; =",
    "aShort 32767; =; =",
    "aByte -128; =; =",
    "aDouble 0.1; =; =",
    "aDouble \"0.1\"; =; =",
    "aDouble 5; =; =",
    "aDouble 123456789012345678901234567890; =; =",
    "aFloat 0.1; =; =",
    "aFloat 16777217; =; =",
    "aBoolean true; =; =",
    "aBoolean \"true\"; =; =",
    "aText \"x\"; =; =",
    "aText \"\\u00e9\\ud83d\\ude00\"; =; =",
    "aText 12; =; =",
    "aText 1.50; =; =",
    "aText true; =; =",
    "aText null; =; =",
    "aDecimal 1.50; =; =",
    "aDecimal \"12345678901234567890.123\"; =; =",
    "aBigInteger 12345678901234567890; =; =",
    "aLevel \"HIGH\"; =; =",
    "aTime \"03:04:05\"; =; =",
    "aDateTime \"2026-01-02T03:04:05\"; =; =",
    "anInstant \"2026-01-02T03:04:05Z\"; =; =",
    "anOffsetTime \"2026-01-02T03:04:05+02:00\"; =; =",
    "aZonedTime \"2026-01-02T03:04:05+02:00\"; =; =",
    "aDuration \"PT5M\"; =; =",
    "anId \"123e4567-e89b-12d3-a456-426614174000\"; =; =",
    "aUri \"https://example.org/a?b\"; =; =",
    "perhaps \"x\"; =; =",
    "perhaps null; =; =",
    "perhapsAnInt 5; =; =",
    "perhapsAnInt 5.5; lossy; lossy",
    "perhapsLongs [1,2]; =; =",
    "missing 1; =; =",
    "aRecord {\"to\":\"bob\",\"amount\":5}; =; =",
    "aRecord {\"amount\":5}; =; =",
    "aRecord {\"to\":\"bob\"}; =; error",
    "aRecord {\"to\":\"bob\",\"amount\":5,\"more\":1}; =; =",
    "aRecord \"{\\\"to\\\":\\\"bob\\\",\\\"amount\\\":5}\"; =; =",
    "aRecord {\"to\":\"bob\",\"amount\":5.5}; lossy; lossy",
    "anOrder"
        + " {\"pay\":{\"to\":\"bob\",\"amount\":5},\"levels\":[\"LOW\",\"HIGH\"],\"on\":\"2026-01-02\"};"
        + " =; =",
    "aBean {\"to\":\"bob\",\"amount\":5,\"level\":\"LOW\"}; =; =",
    "aBean {\"amount\":5}; =; =",
    "aBox {\"content\":5,\"more\":[1,2]}; =; =",
    "aBox {\"content\":5,\"more\":[1.5]}; lossy; lossy",
    "aBoxOfRecords {\"content\":{\"to\":\"bob\",\"amount\":5}}; =; =",
    "aKind {\"kind\":\"card\",\"number\":\"4711\"}; =; =",
    "aKind {\"kind\":\"cash\",\"notes\":3}; =; =",
    "aKind {\"kind\":\"cash\",\"notes\":3.5}; lossy; lossy",
    "integers [1,2]; =; =",
    "integers [\"1\",2.0]; =; =",
    "integers \"[1,2]\"; =; =",
    "integers []; =; =",
    "longs [9007199254740993]; =; =",
    "levels [\"LOW\",\"HIGH\"]; =; =",
    "levels [1]; lossy; lossy",
    "dates [\"2026-01-02\"]; =; =",
    "decimals [1.50,2]; =; =",
    "texts [\"a\",1,true]; =; =",
    "records [{\"to\":\"bob\",\"amount\":5}]; =; =",
    "lists [[1,2],[3]]; =; =",
    "lists [[1,2.5]]; lossy; lossy",
    "aSet [\"a\",\"b\",\"a\"]; =; =",
    "anArray [1,2]; =; =",
    "anArray [1.5]; lossy; lossy",
    "arrayOfRecords [{\"to\":\"bob\",\"amount\":5}]; =; =",
    "aMap {\"a\":1}; =; =",
    "aMap \"{\\\"a\\\":1}\"; =; =",
    "aMap {\"a\":1.5}; lossy; lossy",
    "aMapOfRecords {\"a\":{\"to\":\"bob\",\"amount\":5}}; =; =",
    "aMapByLevel {\"LOW\":[1],\"HIGH\":[]}; =; =",
    "aMapOfObjects {\"a\":[1,2.5,\"x\",null,{\"b\":true}]}; =; =",
  };

  /** These acts, to be performed with the others: each more JVM is a second. */
  static Stream<String> acts() {
    return Stream.concat(
            measuredBy("1.0").map(Measured::call),
            Stream.of(CONVERSIONS).map(row -> row.split("; ")[0]))
        .map(call -> "converts:" + call);
  }

  private static Stream<Measured> measuredBy(String line) {
    return Measured.by("spring-ai " + line).stream();
  }

  static Stream<Arguments> measured() {
    return onEach(line -> measuredBy(line.isBeforeTwo() ? "1.0" : "2.0"));
  }

  static Stream<Arguments> conversions() {
    return onEach(line -> Stream.of(CONVERSIONS));
  }

  private static Stream<Arguments> onEach(
      java.util.function.Function<SpringAiLine, Stream<?>> rows) {
    return SpringAiLine.all().stream()
        .flatMap(
            line ->
                Jdks.of(line, SpringAiLine.all())
                    .flatMap(jdk -> rows.apply(line).map(row -> Arguments.of(line, jdk, row))));
  }

  @ParameterizedTest(name = "{0} on {1}: {2}")
  @MethodSource("measured")
  void aMeasuredValueIsWhatWasMeasured(SpringAiLine line, Jdk jdk, Measured row) {
    Performed without = SpringAiIT.TABLES.get(line).without(jdk, "converts:" + row.call());
    if (row.made() != null) {
      assertThat(without.printed()).contains("RAN ON " + row.made().toUpperCase(Locale.ROOT));
    }
    ends(line, jdk, row.call(), row.made() == null ? "error" : row.isLossy() ? "lossy" : "=");
  }

  @ParameterizedTest(name = "{0} on {1}: {2}")
  @MethodSource("conversions")
  void aValueIsConvertedOrRefusedWhereItChanged(SpringAiLine line, Jdk jdk, String row) {
    String[] cells = row.split("; ");
    ends(line, jdk, cells[0], cells[line.isBeforeTwo() ? 1 : 2]);
  }

  private static void ends(SpringAiLine line, Jdk jdk, String call, String kind) {
    ActTable table = SpringAiIT.TABLES.get(line);
    Performed with = table.with(jdk, "converts:" + call);
    Performed without = table.without(jdk, "converts:" + call);
    assertThat(without.changed())
        .as("without the agent")
        .isEqualTo(kind.equals("error") ? "none" : "+did");
    if (kind.equals("lossy")) {
      assertThat(with.changed()).isEqualTo("none");
      assertThat(with.printed())
          .anyMatch(told -> told.contains(": [NIKA-SEC-011] Refused: this tool call changed"));
      return;
    }
    assertThat(with.printed()).isEqualTo(without.printed());
    assertThat(with.ending()).isEqualTo(without.ending());
    assertThat(with.changed()).isEqualTo(without.changed());
  }
}
