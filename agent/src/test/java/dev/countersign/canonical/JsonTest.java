package dev.countersign.canonical;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class JsonTest {

  @Test
  void valuesBecomeTheirJavaForms() {
    Object value = Json.parse(" {\"z\":[null,true,false,\"\",{}],\r\n\t\"a\":[1,-0,1.50,1E2,[]]} ");
    assertThat(value)
        .isEqualTo(
            Map.of(
                "z",
                Arrays.asList(null, true, false, "", Map.of()),
                "a",
                List.of(1L, 0L, new BigDecimal("1.50"), new BigDecimal("1E2"), List.of())));
    assertThat(((Map<?, ?>) value).keySet().iterator().next()).isEqualTo("z");
  }

  @Test
  void integersAreLongWhereTheyFit() {
    assertThat(Json.parse("9223372036854775807")).isEqualTo(Long.MAX_VALUE);
    assertThat(Json.parse("-9223372036854775808")).isEqualTo(Long.MIN_VALUE);
    assertThat(Json.parse("9223372036854775808")).isEqualTo(new BigInteger("9223372036854775808"));
    assertThat(Json.parse("-9223372036854775809"))
        .isEqualTo(new BigInteger("-9223372036854775809"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"0.0", "-0.0e7", "0e999999999999", "0.000", "-0.00E-99999"})
  void zeroIsZeroWhateverItsExponent(String text) {
    assertThat(Json.parse(text)).isEqualTo(BigDecimal.ZERO);
  }

  @Test
  void aNumberLongOnlyByMeaninglessZerosIsRead() {
    assertThat((BigDecimal) Json.parse("-12.5" + "0".repeat(3000))).isEqualByComparingTo("-12.5");
    assertThat((BigDecimal) Json.parse("0." + "0".repeat(2999) + "1e3000"))
        .isEqualByComparingTo("1");
    assertThat((BigDecimal) Json.parse("1" + "0".repeat(3000) + "e-3000"))
        .isEqualByComparingTo("1");
  }

  @Test
  void theLongestNumberHas1100Characters() {
    String integer = "9".repeat(1100);
    assertThat(Json.parse(integer)).isEqualTo(new BigInteger(integer));
    String fraction = "0." + "3".repeat(1098);
    assertThat(Json.parse(fraction)).isEqualTo(new BigDecimal(fraction));
    for (String tooLong :
        List.of(
            "-" + integer, integer + "0", fraction + "1", "-" + fraction, "1e1100", "1e-1099")) {
      assertThatThrownBy(() -> Json.parse(tooLong))
          .isInstanceOf(NotCanonicalException.class)
          .hasMessage("1:1: a number of more than 1100 characters written out plainly");
    }
    assertThat((BigDecimal) Json.parse("1e1099")).isEqualByComparingTo("1e1099");
    assertThat((BigDecimal) Json.parse("1e-1098")).isEqualByComparingTo("1e-1098");
  }

  @ParameterizedTest
  @ValueSource(strings = {"1e99999999999999999999", "-1.5E+2147483648", "1e-2147483647"})
  void anExponentIsNoWayToExhaustMemory(String text) {
    assertThat(refusal(text).isMalformed()).isFalse();
  }

  @Test
  void escapesAreUndone() {
    assertThat(Json.parse("\"\\\"\\\\\\/\\b\\f\\n\\r\\t\\u0041\\u00e9\\uD83D\\uDE00x\""))
        .isEqualTo("\"\\/\b\f\n\r\tA\u00e9\uD83D\uDE00x");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "`` | 1:1: a value is expected, found the end of the text",
        "`{\"a\":1,}` | 1:8: a name is expected after \",\"; remove the trailing comma",
        "[1,] | 1:4: a value is expected after \",\"; remove the trailing comma",
        "`[,1]` | 1:2: a value is expected, found ','",
        "[1 2] | 1:4: \",\" or \"]\" is expected in an array, found '2'",
        "{\"a\" 1} | 1:6: \":\" is expected after a name, found '1'",
        "{\"a\":1 \"b\":2} | 1:8: \",\" or \"}\" is expected in an object, found '\"'",
        "{a:1} | 1:2: a name in double quotes is expected, found 'a'",
        "{'a':1} | 1:2: a name in double quotes is expected, found '''",
        "01 | 1:1: a number must not begin with 0; readers differ in what it means",
        "[-01.5] | 1:3: a number must not begin with 0; readers differ in what it means",
        "00 | 1:1: a number must not begin with 0; readers differ in what it means",
        "+1 | 1:1: a value is expected, found '+'",
        ".5 | 1:1: a value is expected, found '.'",
        "1. | 1:3: a digit is expected after the point, found the end of the text",
        "1e | 1:3: a digit is expected in the exponent, found the end of the text",
        "1e+ | 1:4: a digit is expected in the exponent, found the end of the text",
        "- | 1:2: a digit is expected in a number, found the end of the text",
        "-a | 1:2: a digit is expected in a number, found 'a'",
        "0x10 | 1:2: nothing may follow the value, found 'x'",
        "NaN | 1:1: a value is expected, found 'N'",
        "-Infinity | 1:2: a digit is expected in a number, found 'I'",
        "nul | 1:1: a value is expected; only true, false and null are words of JSON",
        "True | 1:1: a value is expected, found 'T'",
        "{} {} | 1:4: nothing may follow the value, found '{'",
        "{\"n\":1}} | 1:8: nothing may follow the value, found '}'",
        "{} trailing | 1:4: nothing may follow the value, found 't'",
        "{\\\"n\\\":1} | 1:2: a name in double quotes is expected, found '\\'",
        "// c | 1:1: a value is expected, found '/'",
        "{ | 1:2: a name in double quotes is expected, found the end of the text",
        "[ | 1:2: a value is expected, found the end of the text",
        "[1 | 1:3: \",\" or \"]\" is expected in an array, found the end of the text",
        "\"a | 1:3: the text ends inside a string",
        "\"a\\ | 1:3: unknown escape; known are \\\" \\\\ \\/ \\b \\f \\n \\r \\t \\uXXXX",
        "\"\\x41\" | 1:2: unknown escape; known are \\\" \\\\ \\/ \\b \\f \\n \\r \\t \\uXXXX",
        "\"\\u12G4\" | 1:6: four hexadecimal digits are expected after \\u, found 'G'",
        "\"\\uD83D\\u12\" | 1:12: four hexadecimal digits are expected after \\u, found '\"'"
      })
  void whatIsNoJsonIsRefusedWithItsPosition(String text, String message) {
    NotCanonicalException refusal = refusal(text);
    assertThat(refusal).hasMessage(message);
    assertThat(refusal.isMalformed()).isTrue();
  }

  @Test
  void positionsCountLinesAndColumns() {
    assertThat(refusal("{\n  \"a\": 1,\r\n  \"b\": x}")).hasMessageStartingWith("3:8: ");
    assertThat(refusal("[\r\r  x")).hasMessageStartingWith("3:3: ");
  }

  @Test
  void controlCharactersInStringsMustBeEscaped() {
    assertThat(refusal("\"a\tb\""))
        .hasMessage("1:3: control character U+0009 in a string must be escaped");
    assertThat(refusal("\"\u0000\"")).hasMessageContaining("U+0000");
    assertThat(Json.parse("\"\u007f\"")).isEqualTo("\u007f");
  }

  @ParameterizedTest
  @ValueSource(strings = {"\u00a01", "\u20281", "\u000b1", "\f1"})
  void onlyFourCharactersAreWhiteSpace(String text) {
    assertThat(refusal(text).isMalformed()).isTrue();
  }

  @Test
  void aByteOrderMarkIsRefused() {
    assertThat(refusal("\uFEFF{}")).hasMessageStartingWith("1:1: a byte order mark");
    byte[] bytes = {(byte) 0xEF, (byte) 0xBB, (byte) 0xBF, '{', '}'};
    assertThatThrownBy(() -> Json.parse(bytes)).hasMessageStartingWith("1:1: a byte order mark");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"a\":1,\"a\":2}",
        "{\"a\":1,\"\\u0061\":2}",
        "{\"a\":null,\"a\":2}",
        "{\"a\":{},\"b\":1,\"a\":{}}",
        "{\"\":0,\"\":0}"
      })
  void duplicateKeysAreRefused(String text) {
    NotCanonicalException refusal = refusal(text);
    assertThat(refusal).hasMessageContaining("this name occurs twice in one object");
    assertThat(refusal.isMalformed()).isFalse();
  }

  @Test
  void aDuplicateKeyIsNamedByThePlaceOfTheSecond() {
    assertThat(refusal("{\"a\":1,\n \"a\":2}")).hasMessageStartingWith("2:2: ");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"k\":\"\\uD800\"}",
        "{\"\\uDC00\":1}",
        "[\"\\ude00\\ud83d\"]",
        "[\"\\ud83dx\"]",
        "[\"\\ud83d\\n\"]",
        "[\"\\ud83d\\u0041\"]",
        "[\"\\ud83d\\ud83d\\ude00\"]"
      })
  void loneSurrogatesAreRefusedWhenEscaped(String text) {
    NotCanonicalException refusal = refusal(text);
    assertThat(refusal).hasMessageContaining("lone surrogate U+D");
    assertThat(refusal.isMalformed()).isFalse();
  }

  @Test
  void loneSurrogatesAreRefusedWhenRaw() {
    for (String raw : List.of("\uD800", "\uDC00", "\uDE00\uD83D", "\uD83Dx")) {
      assertThat(refusal("[\"" + raw + "\"]")).hasMessageContaining("lone surrogate U+D");
      assertThat(refusal("{\"" + raw + "\":1}")).hasMessageContaining("lone surrogate U+D");
    }
  }

  @Test
  void anEscapeAndARawSurrogateDoNotMakeAPair() {
    assertThat(refusal("\"\\uD83D" + "\uDE00\"")).hasMessageContaining("lone surrogate U+D83D");
    assertThat(refusal("\"\uD83D" + "\\uDE00\"")).hasMessageContaining("lone surrogate U+D83D");
  }

  @Test
  void bytesThatAreNoUtf8AreRefusedWithTheirPosition() {
    byte[][] malformed = {
      {'[', '"', (byte) 0xFF, '"', ']'},
      {'[', '"', (byte) 0xC3, '"', ']'},
      {'[', '"', (byte) 0xC0, (byte) 0x80, '"', ']'},
      {'[', '"', (byte) 0xED, (byte) 0xA0, (byte) 0x80, '"', ']'},
      {'[', '"', (byte) 0xF4, (byte) 0x90, (byte) 0x80, (byte) 0x80, '"', ']'},
      {'[', '"', (byte) 0xE2, (byte) 0x82}
    };
    for (byte[] bytes : malformed) {
      assertThatThrownBy(() -> Json.parse(bytes))
          .isInstanceOf(NotCanonicalException.class)
          .hasMessageStartingWith("1:3: the bytes are no UTF-8");
    }
  }

  @Test
  void theReplacementCharacterItselfIsText() {
    assertThat(Json.parse("\"\uFFFD\"".getBytes(StandardCharsets.UTF_8))).isEqualTo("\uFFFD");
    assertThat(Json.parse("\"\uFFFF\"".getBytes(StandardCharsets.UTF_8))).isEqualTo("\uFFFF");
  }

  @Test
  void noCharacterEndsTheTextEarly() {
    assertThat(refusal("1\uFFFF").isMalformed()).isTrue();
    assertThat(refusal("[1]\uFFFF{").isMalformed()).isTrue();
  }

  @Test
  void nestingEndsAt512() {
    assertThat(Json.parse("[".repeat(512) + "]".repeat(512))).isInstanceOf(List.class);
    assertThat(Json.parse("{\"a\":".repeat(511) + "[]" + "}".repeat(511))).isInstanceOf(Map.class);
    for (int depth : new int[] {513, 1_000, 10_000, 100_000}) {
      NotCanonicalException refusal = refusal("[".repeat(depth) + "]".repeat(depth));
      assertThat(refusal).hasMessage("1:513: more than 512 nested arrays and objects");
      assertThat(refusal.isMalformed()).isFalse();
    }
  }

  private static NotCanonicalException refusal(String text) {
    NotCanonicalException refusal =
        catchThrowableOfType(NotCanonicalException.class, () -> Json.parse(text));
    assertThat(refusal).as("refusal of a text of %d characters", text.length()).isNotNull();
    return refusal;
  }
}
