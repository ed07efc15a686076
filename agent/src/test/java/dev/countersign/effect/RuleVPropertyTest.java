package dev.countersign.effect;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.DeserializationFeature;
import dev.countersign.canonical.Canonical;
import dev.countersign.canonical.Json;
import dev.countersign.canonical.Snapshot;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Assume;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.Scale;

/** What an honest mapper makes of a text always holds; another value never does. */
class RuleVPropertyTest {

  enum Level {
    LOW,
    HIGH
  }

  record Line(String item, int count, List<Long> ids) {}

  record Order(
      long id,
      BigDecimal amount,
      double weight,
      boolean paid,
      Level level,
      List<Line> lines,
      Map<String, Integer> tags,
      Set<String> labels) {}

  private static final com.fasterxml.jackson.databind.ObjectMapper TWO =
      new com.fasterxml.jackson.databind.ObjectMapper();
  private static final com.fasterxml.jackson.databind.ObjectMapper TWO_EXACT =
      new com.fasterxml.jackson.databind.ObjectMapper()
          .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS);
  private static final tools.jackson.databind.ObjectMapper THREE =
      new tools.jackson.databind.ObjectMapper();

  @Property(tries = 300)
  void whatJacksonReadsIntoRecordsHolds(@ForAll("orders") Order order) throws Exception {
    String text = TWO.writeValueAsString(order);
    Object json = Json.parse(text);
    assertThat(RuleV.holds(json, true, Order.class, TWO.readValue(text, Order.class))).isTrue();
    assertThat(RuleV.holds(json, true, Order.class, THREE.readValue(text, Order.class))).isTrue();
    assertThat(RuleV.holds(text, true, Order.class, order)).isTrue();
  }

  @Property(tries = 300)
  void whatJacksonReadsWithoutATypeHolds(@ForAll("documents") Object document) throws Exception {
    String text = new String(Canonical.jcs(document), java.nio.charset.StandardCharsets.UTF_8);
    Object json = Json.parse(text);
    for (Object read :
        new Object[] {
          TWO.readValue(text, Object.class),
          TWO_EXACT.readValue(text, Object.class),
          TWO.readTree(text),
          THREE.readTree(text)
        }) {
      assertThat(RuleV.holds(json, true, Object.class, read)).isTrue();
    }
    if (!(json instanceof String)) {
      String valueOf = String.valueOf(TWO.readValue(text, Object.class));
      assertThat(RuleV.holds(json, true, String.class, valueOf)).isEqualTo(json != null);
    }
  }

  @Property(tries = 300)
  void anotherDocumentNeverHolds(
      @ForAll("documents") Object one, @ForAll("documents") Object other) {
    Assume.that(!Arrays.equals(Canonical.rho(one), Canonical.rho(other)));
    assertThat(RuleV.holds(one, true, Object.class, other)).isFalse();
  }

  @Property
  void onlyTheSameLongHolds(@ForAll long presented, @ForAll long actual) {
    for (Object json :
        new Object[] {presented, Long.toString(presented), new BigDecimal(presented)}) {
      assertThat(RuleV.holds(json, true, long.class, presented)).isTrue();
      assertThat(RuleV.holds(json, true, long.class, actual)).isEqualTo(presented == actual);
      assertThat(RuleV.holds(json, true, long.class, presented ^ 1)).isFalse();
      assertThat(RuleV.holds(json, true, int.class, (int) presented))
          .isEqualTo(presented == (int) presented);
    }
  }

  @Property
  void onlyTheSameIntegerHolds(@ForAll BigInteger presented, @ForAll BigInteger delta) {
    assertThat(RuleV.holds(presented, true, BigInteger.class, presented)).isTrue();
    assertThat(RuleV.holds(presented, true, BigInteger.class, presented.add(delta)))
        .isEqualTo(delta.signum() == 0);
  }

  @Property
  void onlyTheSameDecimalHolds(
      @ForAll @Scale(25) BigDecimal presented, @ForAll @Scale(25) BigDecimal delta) {
    assertThat(RuleV.holds(presented, true, BigDecimal.class, presented.setScale(30))).isTrue();
    assertThat(RuleV.holds(presented.toString(), true, BigDecimal.class, presented)).isTrue();
    assertThat(RuleV.holds(presented, true, BigDecimal.class, presented.add(delta)))
        .isEqualTo(delta.signum() == 0);
  }

  @Property
  void onlyTheSameStringHolds(@ForAll String presented, @ForAll String actual) {
    assertThat(RuleV.holds(presented, true, String.class, presented)).isTrue();
    assertThat(RuleV.holds(presented, true, String.class, actual))
        .isEqualTo(presented.equals(actual));
    assertThat(RuleV.holds(presented, true, String.class, presented + "\u200b")).isFalse();
  }

  @Property
  void onlyTheNearestDoubleHolds(@ForAll double value) {
    for (Object json : new Object[] {Snapshot.of(value), new BigDecimal(value)}) {
      assertThat(RuleV.holds(json, true, double.class, value)).isTrue();
      assertThat(RuleV.holds(json, true, double.class, Math.nextUp(value))).isFalse();
      assertThat(RuleV.holds(json, true, double.class, Math.nextDown(value))).isFalse();
    }
  }

  @Property
  void onlyTheNearestFloatHolds(@ForAll float value) {
    for (Object json : new Object[] {Snapshot.of(value), new BigDecimal(value)}) {
      assertThat(RuleV.holds(json, true, float.class, value)).isTrue();
      assertThat(RuleV.holds(json, true, float.class, Math.nextUp(value))).isFalse();
      assertThat(RuleV.holds(json, true, float.class, Math.nextDown(value))).isFalse();
    }
  }

  @Property(tries = 300)
  void oneChangedFieldNeverHolds(@ForAll("orders") Order order, @ForAll("orders") Order other)
      throws Exception {
    Object json = Json.parse(TWO.writeValueAsString(order));
    Assume.that(
        !Arrays.equals(Canonical.rho(Snapshot.of(order)), Canonical.rho(Snapshot.of(other))));
    assertThat(RuleV.holds(json, true, Order.class, other)).isFalse();
    Order grown =
        new Order(
            order.id,
            order.amount.add(new BigDecimal("1e-20")),
            order.weight,
            order.paid,
            order.level,
            order.lines,
            order.tags,
            order.labels);
    assertThat(RuleV.holds(json, true, Order.class, grown)).isFalse();
  }

  @Property(tries = 300)
  void theObservedArgumentsEqualTheJsonExactlyWhenRuleVHolds(
      @ForAll("documents") Object presented, @ForAll("documents") Object actual) {
    List<Parameter> parameters = List.of(Parameter.of("x", Object.class));
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("x", presented);
    Map<String, Object> observed =
        Arguments.observed(json, parameters, new Object[] {actual}, false);
    assertThat(Arrays.equals(Canonical.rho(json), Canonical.rho(observed)))
        .isEqualTo(RuleV.holds(presented, true, Object.class, actual));
  }

  @Provide
  Arbitrary<Order> orders() {
    Arbitrary<Line> lines =
        Combinators.combine(text(), Arbitraries.integers(), Arbitraries.longs().list().ofMaxSize(3))
            .as(Line::new);
    return Combinators.combine(
            Arbitraries.longs(),
            Arbitraries.bigDecimals().ofScale(12),
            Arbitraries.doubles(),
            Arbitraries.of(true, false),
            Arbitraries.of(Level.class),
            lines.list().ofMaxSize(3),
            Arbitraries.maps(text(), Arbitraries.integers()).ofMaxSize(3),
            text().set().ofMaxSize(4))
        .as(Order::new);
  }

  @Provide
  Arbitrary<Object> documents() {
    Arbitrary<Object> scalars =
        Arbitraries.oneOf(
            Arbitraries.just((Object) null),
            Arbitraries.of(true, false).map(b -> (Object) b),
            Arbitraries.integers().map(i -> (Object) i),
            Arbitraries.doubles().map(Snapshot::of),
            text().map(s -> (Object) s));
    return Arbitraries.recursive(
        () -> scalars,
        inner ->
            Arbitraries.oneOf(
                inner.list().ofMaxSize(3).map(l -> (Object) l),
                Arbitraries.maps(text(), inner).ofMaxSize(3).map(m -> (Object) m)),
        0,
        3);
  }

  private static Arbitrary<String> text() {
    return Arbitraries.strings().withCharRange(' ', '\ud7ff').ofMaxLength(6);
  }
}
