package dev.countersign.canonical;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;

/** Spec 1.2 as laws: bytes are shared by equal values only, and say what the value was. */
class ExactnessLawTest {

  @Property
  void bytesAreSharedByEqualValuesOnly(@ForAll("values") Object a, @ForAll("values") Object b) {
    assertThat(Arrays.equals(Canonical.rho(a), Canonical.rho(b))).isEqualTo(equal(a, b));
  }

  @Property(tries = 2000)
  void bytesAreSharedByEqualScalarsOnly(@ForAll("scalars") Object a, @ForAll("scalars") Object b) {
    assertThat(Arrays.equals(Canonical.rho(a), Canonical.rho(b))).isEqualTo(equal(a, b));
  }

  @Property(tries = 2000)
  void theSmallestChangeOfANumberShows(
      @ForAll("numbers") Object number, @ForAll("smallSteps") BigDecimal step) {
    BigDecimal changed = decimal(number).add(step);
    assertThat(Canonical.rho(changed)).isNotEqualTo(Canonical.rho(number));
  }

  @Property(tries = 2000)
  void noStringSharesItsBytesWithANumber(@ForAll("numbers") Object number) {
    byte[] bytes = Canonical.rho(number);
    Object text = Json.parse(bytes);
    if (text instanceof String) {
      assertThat(Canonical.rho(text)).isNotEqualTo(bytes);
    }
  }

  @Property
  void theValueCanBeReadBackExactly(@ForAll("values") Object value) {
    Object read = unfolded(Json.parse(Canonical.rho(value)));
    assertThat(equal(read, value)).isTrue();
  }

  @Property
  void neitherTheOrderOfMembersNorTheJavaTypeOfANumberMatters(@ForAll("values") Object value) {
    assertThat(Canonical.rho(disguised(value))).isEqualTo(Canonical.rho(value));
  }

  @Property
  void plainJcsIsIdempotent(@ForAll("values") Object value) {
    byte[] once;
    try {
      once = Canonical.jcs(value);
    } catch (NotCanonicalException beyondBinary64) {
      assertThat(beyondBinary64).hasMessageContaining("a number beyond the range of binary64");
      return;
    }
    assertThat(Canonical.jcs(Json.parse(once))).isEqualTo(once);
  }

  @Property
  void rhoIsPlainJcsOfTheFoldedValue(@ForAll("values") Object value) {
    byte[] rho = Canonical.rho(value);
    assertThat(new String(Canonical.jcs(Json.parse(rho)), UTF_8)).isEqualTo(new String(rho, UTF_8));
  }

  @Property(tries = 2000)
  void everyDoubleIsExactByItsShortestDecimal(@ForAll double value) {
    byte[] bytes = Canonical.rho(ShortestDecimal.of(value));
    assertThat(bytes).isEqualTo(Canonical.jcs(ShortestDecimal.of(value)));
    assertThat(Double.parseDouble(new String(bytes, UTF_8)) + 0.0).isEqualTo(value + 0.0);
  }

  @Provide
  Arbitrary<Object> values() {
    return values(2);
  }

  /** Nesting is bounded by construction: lazy arbitraries take minutes to generate a thousand. */
  private Arbitrary<Object> values(int depth) {
    if (depth == 0) {
      return scalars();
    }
    Arbitrary<Object> inner = values(depth - 1);
    return Arbitraries.oneOf(
        scalars(),
        inner.list().ofMaxSize(3).map(list -> (Object) list),
        Arbitraries.maps(strings(), inner).ofMaxSize(3).map(map -> (Object) map));
  }

  @Provide
  Arbitrary<Object> scalars() {
    return Arbitraries.frequencyOf(
        Tuple.of(1, Arbitraries.of((Object) null, true, false)),
        Tuple.of(3, strings().map(string -> (Object) string)),
        Tuple.of(6, numbers()));
  }

  private static Arbitrary<String> strings() {
    Arbitrary<String> pieces =
        Arbitraries.of("\uF8FF", "num:", "9007199254740993", "0", "a", "\"", "\n", "\uD83D\uDE00");
    return pieces.list().ofMaxSize(4).map(list -> String.join("", list));
  }

  @Provide
  Arbitrary<Object> numbers() {
    Arbitrary<BigInteger> around2To53 =
        Arbitraries.integers().between(-4, 4).map(i -> BigInteger.ONE.shiftLeft(53).add(of(i)));
    Arbitrary<BigDecimal> doubles = Arbitraries.doubles().map(BigDecimal::new).filter(this::fits);
    return Arbitraries.oneOf(
        Arbitraries.integers().map(i -> (Object) i),
        Arbitraries.longs().map(i -> (Object) i),
        around2To53.map(i -> (Object) i),
        Arbitraries.bigIntegers().map(i -> (Object) i),
        Arbitraries.bigDecimals().ofScale(3).map(i -> (Object) i),
        Arbitraries.doubles().map(d -> (Object) ShortestDecimal.of(d)),
        doubles.map(d -> (Object) d),
        Arbitraries.of("1e400", "-1e-400", "5e-324", "4.9e-324", "1e21", "1e-7", "0e9")
            .map(BigDecimal::new));
  }

  @Provide
  Arbitrary<BigDecimal> smallSteps() {
    return Arbitraries.of("1", "-1", "0.01", "1e-17", "-1e-30", "1e-300").map(BigDecimal::new);
  }

  private boolean fits(BigDecimal value) {
    return value.toPlainString().length() <= Canonical.MAX_NUMBER_LENGTH;
  }

  private static BigInteger of(int i) {
    return BigInteger.valueOf(i);
  }

  /** Equality of JSON values with numbers as the reals that they are. */
  private static boolean equal(Object a, Object b) {
    if (a instanceof Number && b instanceof Number) {
      return decimal(a).compareTo(decimal(b)) == 0;
    }
    if (a instanceof List<?> one && b instanceof List<?> other) {
      Iterator<?> others = other.iterator();
      return one.size() == other.size()
          && one.stream().allMatch(element -> equal(element, others.next()));
    }
    if (a instanceof Map<?, ?> one && b instanceof Map<?, ?> other) {
      return one.keySet().equals(other.keySet())
          && one.keySet().stream().allMatch(name -> equal(one.get(name), other.get(name)));
    }
    return a == null ? b == null : a.equals(b);
  }

  private static BigDecimal decimal(Object number) {
    return number instanceof BigDecimal decimal ? decimal : new BigDecimal(number.toString());
  }

  /** Undoes the fold of spec 1.2. */
  private static Object unfolded(Object value) {
    if (value instanceof String string && string.startsWith("\uF8FF")) {
      String rest = string.substring(1);
      return rest.startsWith("\uF8FF") ? rest : new BigDecimal(rest.substring("num:".length()));
    }
    if (value instanceof List<?> list) {
      return list.stream()
          .map(ExactnessLawTest::unfolded)
          .collect(ArrayList::new, List::add, List::addAll);
    }
    if (value instanceof Map<?, ?> map) {
      Map<Object, Object> unfolded = new LinkedHashMap<>();
      map.forEach((name, member) -> unfolded.put(name, unfolded(member)));
      return unfolded;
    }
    return value;
  }

  /** The same value with other Java types and its members in reverse. */
  private static Object disguised(Object value) {
    if (value instanceof Number) {
      return decimal(value).setScale(decimal(value).scale() + 2);
    }
    if (value instanceof List<?> list) {
      return list.stream()
          .map(ExactnessLawTest::disguised)
          .collect(ArrayList::new, List::add, List::addAll);
    }
    if (value instanceof Map<?, ?> map) {
      List<Object> names = new ArrayList<>(map.keySet());
      Map<Object, Object> disguised = new LinkedHashMap<>();
      for (int i = names.size() - 1; i >= 0; i--) {
        disguised.put(names.get(i), disguised(map.get(names.get(i))));
      }
      return disguised;
    }
    return value;
  }
}
