package dev.countersign.canonical;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class CanonicalTest {

  private static final String MARK = "\uF8FF";

  @Test
  void sameIsWhatHasTheSameBytes() {
    List<Object> values =
        Arrays.asList(
            null,
            true,
            false,
            1,
            1L,
            2L,
            1L << 60,
            new BigDecimal("1.0"),
            new BigDecimal("1.5"),
            "1",
            "",
            "a",
            "\u00e4",
            MARK,
            List.of(),
            Map.of(),
            List.of(1),
            Map.of("a", 1L));
    for (Object one : values) {
      for (Object other : values) {
        assertThat(Canonical.same(one, other))
            .as("%s and %s", one, other)
            .isEqualTo(Arrays.equals(Canonical.rho(one), Canonical.rho(other)));
      }
    }
    assertThatThrownBy(() -> Canonical.same("\uD800", "\uD800"))
        .isInstanceOf(NotCanonicalException.class);
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource({
    // the examples of spec 1.2
    "0.1, 0.1",
    "1E-7, 1e-7",
    "9007199254740994, 9007199254740994",
    "9007199254740993, MARKnum:9007199254740993",
    "12345678901234567.89, MARKnum:12345678901234567.89",
    // around the edges of the rule
    "-0, 0",
    "0.10, 0.1",
    "1e2, 100",
    "-9007199254740993, MARKnum:-9007199254740993",
    "9007199254740992.0, 9007199254740992",
    "9007199254740992.5, MARKnum:9007199254740992.5",
    "1e20, 100000000000000000000",
    "1e21, 1e+21",
    "1e22, 1e+22",
    "100000000000000000000001, MARKnum:100000000000000000000001",
    "1152921504606846976, MARKnum:1152921504606846976",
    "1152921504606847000, 1152921504606847000",
    "0.30000000000000004, 0.30000000000000004",
    "0.300000000000000044, MARKnum:0.300000000000000044",
    "0.000001, 0.000001",
    "0.0000001, 1e-7",
    "1.7976931348623157e308, 1.7976931348623157e+308",
    "5e-324, 5e-324"
  })
  void rhoWritesTheNumberOrFoldsIt(String number, String text) {
    String expected = text.startsWith("MARK") ? '"' + text.replace("MARK", MARK) + '"' : text;
    assertThat(rho(new BigDecimal(number))).isEqualTo(expected);
    assertThat(rho(Json.parse(number))).isEqualTo(expected);
  }

  @Test
  void numbersBeyondBinary64AreFoldedToo() {
    assertThat(rho(new BigDecimal("1e400")))
        .isEqualTo("\"" + MARK + "num:1" + "0".repeat(400) + "\"");
    assertThat(rho(new BigDecimal("-1e-400")))
        .isEqualTo("\"" + MARK + "num:-0." + "0".repeat(399) + "1\"");
    assertThat(rho(new BigDecimal("4.9e-324")))
        .isEqualTo("\"" + MARK + "num:0." + "0".repeat(323) + "49\"");
  }

  @Test
  void everyJavaTypeOfANumberHasTheSameText() {
    for (Object one : List.of(1, 1L, BigInteger.ONE, BigDecimal.ONE, new BigDecimal("1.000"))) {
      assertThat(rho(one)).isEqualTo("1");
    }
    assertThat(rho(new BigInteger("9007199254740993")))
        .isEqualTo(rho(9007199254740993L))
        .isEqualTo(rho(new BigDecimal("9007199254740993.0")));
    assertThat(rho(Long.MIN_VALUE)).isEqualTo("\"" + MARK + "num:-9223372036854775808\"");
    assertThat(rho(BigInteger.ONE.shiftLeft(64)))
        .isEqualTo("\"" + MARK + "num:18446744073709551616\"");
  }

  @Test
  void aStringCannotImitateAFoldedNumber() {
    String folded = MARK + "num:9007199254740993";
    assertThat(rho(folded)).isEqualTo("\"" + MARK + folded + "\"");
    assertThat(rho(MARK)).isEqualTo("\"" + MARK + MARK + "\"");
    assertThat(rho("x" + MARK)).isEqualTo("\"x" + MARK + "\"");
  }

  @Test
  void namesAreNotFolded() {
    assertThat(rho(Map.of(MARK + "n", 1))).isEqualTo("{\"" + MARK + "n\":1}");
  }

  @Test
  void plainJcsLosesWhatRhoKeeps() {
    assertThat(jcs(9007199254740993L)).isEqualTo("9007199254740992");
    assertThat(jcs(new BigDecimal("12345678901234567.89"))).isEqualTo("12345678901234568");
    assertThat(jcs(new BigDecimal("1e-400"))).isEqualTo("0");
    assertThat(jcs(MARK)).isEqualTo("\"" + MARK + "\"");
    assertThatThrownBy(() -> Canonical.jcs(new BigDecimal("1e309")))
        .isInstanceOf(NotCanonicalException.class)
        .hasMessage("the value: a number beyond the range of binary64");
  }

  @Test
  void plainTextOfANumberIsBounded() {
    assertThat(rho(new BigDecimal("1e1099"))).hasSize(1107);
    for (String tooLong :
        List.of("1e1100", "-1e1099", "1e-1099", "1e2147483647", "1e-2147483647")) {
      for (NumberForm form : NumberForm.values()) {
        assertThatThrownBy(
                () -> CanonicalWriter.write(new BigDecimal(tooLong), form, Json.MAX_DEPTH))
            .isInstanceOf(NotCanonicalException.class)
            .hasMessageContaining("a number of more than 1100 characters");
      }
    }
    assertThat(rho(BigDecimal.ONE.setScale(5000))).isEqualTo("1");
    assertThat(rho(new BigDecimal("0e2147483647"))).isEqualTo("0");
    assertThatThrownBy(() -> Canonical.rho(BigInteger.ONE.shiftLeft(1 << 20)))
        .isInstanceOf(NotCanonicalException.class);
  }

  @Test
  void onlyWhatMustBeIsEscaped() {
    assertThat(rho("\"\\/\b\t\n\f\r\u0000\u000b\u001f\u007f\u00e9\u2028\u20ac\uD83D\uDE00"))
        .isEqualTo(
            "\"\\\"\\\\/\\b\\t\\n\\f\\r\\u0000\\u000b\\u001f\u007f\u00e9\u2028\u20ac\uD83D\uDE00\"");
  }

  @Test
  void unicodeIsNeverNormalised() {
    assertThat(rho("\u00e9")).isNotEqualTo(rho("e\u0301"));
  }

  @Test
  void longTextsOfAnyKindFit() {
    for (String unit : List.of("a", "\u0001", "\u00e9", "\u20ac", "\uD83D\uDE00", "\"")) {
      String text = unit.repeat(10_000);
      assertThat(Json.parse(Canonical.rho(text))).isEqualTo(text);
      String marked = MARK + text;
      assertThat(Json.parse(Canonical.rho(marked))).isEqualTo(MARK + marked);
      for (int plain = 500; plain < 515; plain++) {
        String straddling = "x".repeat(plain) + unit;
        assertThat(Json.parse(Canonical.rho(straddling))).isEqualTo(straddling);
      }
    }
  }

  @Test
  void membersAreSortedByUtf16Units() {
    Map<String, Object> map = new LinkedHashMap<>();
    // U+FB33 sorts after U+1F600, whose first unit is U+D83D.
    for (String name : List.of("\uFB33", "\uD83D\uDE00", "\u20ac", "b", "aa", "a", "B", "")) {
      map.put(name, null);
    }
    assertThat(rho(map))
        .isEqualTo(
            "{\"\":null,\"B\":null,\"a\":null,\"aa\":null,\"b\":null,\"\u20ac\":null,"
                + "\"\uD83D\uDE00\":null,\"\uFB33\":null}");
  }

  @Test
  void loneSurrogatesHaveNoCanonicalForm() {
    for (String lone :
        List.of("\uD800", "\uDC00", "a\uD83D", "\uDE00\uD83D", "\uD83D\uD83D\uDE00")) {
      assertThatThrownBy(() -> Canonical.rho(lone)).isInstanceOf(NotCanonicalException.class);
      assertThatThrownBy(() -> Canonical.jcs(Map.of(lone, 1)))
          .isInstanceOf(NotCanonicalException.class);
    }
  }

  static List<Object> noJsonValues() {
    return List.of(
        1.5d,
        1.5f,
        Double.NaN,
        (short) 1,
        (byte) 1,
        'c',
        new StringBuilder("s"),
        new int[] {1},
        Optional.of(1),
        Collections.singleton(1),
        Thread.State.NEW,
        new java.util.concurrent.atomic.AtomicLong(1));
  }

  @ParameterizedTest
  @MethodSource("noJsonValues")
  void anythingElseIsRefusedByItsType(Object value) {
    Object inside = Map.of("a", List.of(0, Map.of("secret name", value)));
    assertThatThrownBy(() -> Canonical.rho(inside))
        .isInstanceOf(NotCanonicalException.class)
        .hasMessage(
            "at /a/1/(name 1): a value of type "
                + value.getClass().getName()
                + " is no JSON value");
  }

  @Test
  void namesMustBeStrings() {
    assertThatThrownBy(() -> Canonical.rho(Map.of(1, 2)))
        .isInstanceOf(NotCanonicalException.class)
        .hasMessage("the value: an object name is of type java.lang.Integer, not a String");
    Map<String, Object> nullName = new HashMap<>();
    nullName.put(null, 1);
    assertThatThrownBy(() -> Canonical.rho(nullName))
        .isInstanceOf(NotCanonicalException.class)
        .hasMessageContaining("an object name is null");
  }

  @Test
  @SuppressWarnings("StringOperationCanBeSimplified")
  void aMapWithEqualNamesIsRefused() {
    Map<String, Object> map = new IdentityHashMap<>();
    map.put(new String("a"), 1);
    map.put(new String("a"), 2);
    assertThatThrownBy(() -> Canonical.rho(map))
        .isInstanceOf(NotCanonicalException.class)
        .hasMessageContaining("has the same name twice");
  }

  @Test
  void nestingEndsAt512() {
    assertThat(Canonical.rho(nested(512))).hasSize(1024);
    assertThatThrownBy(() -> Canonical.rho(nested(513)))
        .isInstanceOf(NotCanonicalException.class)
        .hasMessageContaining("more than 512 nested arrays and objects");
  }

  @Test
  void cyclesEndInARefusal() {
    List<Object> list = new ArrayList<>();
    list.addAll(Arrays.asList(list, list));
    Map<String, Object> map = new HashMap<>();
    map.put("a", List.of(map));
    for (Object cycle : List.of(list, map)) {
      assertThatThrownBy(() -> Canonical.rho(cycle)).isInstanceOf(NotCanonicalException.class);
      assertThatThrownBy(() -> Canonical.jcs(cycle)).isInstanceOf(NotCanonicalException.class);
    }
  }

  @Test
  void aSmallStackIsEnough() throws Exception {
    String text = "[{\"a\":".repeat(256) + "1" + "}]".repeat(256);
    FutureTask<String> task = new FutureTask<>(() -> rho(Json.parse(text)));
    Thread thread = new Thread(null, task, "small stack", 160 * 1024);
    thread.start();
    assertThat(task.get()).isEqualTo(text);
  }

  private static Object nested(int depth) {
    Object value = List.of();
    for (int i = 1; i < depth; i++) {
      value = List.of(value);
    }
    return value;
  }

  private static String rho(Object value) {
    return new String(Canonical.rho(value), UTF_8);
  }

  private static String jcs(Object value) {
    return new String(Canonical.jcs(value), UTF_8);
  }
}
