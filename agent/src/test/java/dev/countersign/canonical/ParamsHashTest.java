package dev.countersign.canonical;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class ParamsHashTest {

  private static final byte[] SALT = Hex.parse("00112233445566770011223344556677");

  @ParameterizedTest
  @ValueSource(
      strings = {
        "9007199254740991",
        "-9007199254740991",
        "9007199254740991.0",
        "9007199254740991.4",
        "9e15",
        "0.1",
        "1e-400",
        "null",
        "\"text\"",
        "[1]"
      })
  void theseAreHashed(String text) {
    assertThat(ParamsHash.of(SALT, Json.parse(text))).isPresent();
    assertThat(ParamsHash.of(SALT, Map.of("a", List.of(Json.parse(text) == null ? "" : 1))))
        .isPresent();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "9007199254740992",
        "-9007199254740992",
        "9007199254740993",
        "9007199254740992.0",
        // not integral itself, but its binary64 is 9007199254740992
        "9007199254740991.6",
        "9007199254740992.5",
        "12345678901234567.89",
        "1e16",
        "1.5e300",
        "-1e400",
        "123456789012345678901234567890"
      })
  void anIntegralNumberBeyondTheSafeOnesIsUnsupported(String text) {
    Object number = Json.parse(text);
    assertThat(ParamsHash.of(SALT, number)).isEmpty();
    assertThat(ParamsHash.of(SALT, Map.of("deep", List.of(List.of(number))))).isEmpty();
  }

  static List<Object> withoutCanonicalForm() {
    return List.of(
        Double.NaN,
        1.5d,
        "\uD800",
        Map.of("\uDC00", 1),
        new Object(),
        BigInteger.ONE.shiftLeft(53),
        new BigDecimal("1e5000"));
  }

  @ParameterizedTest
  @MethodSource("withoutCanonicalForm")
  void whatHasNoCanonicalFormIsUnsupported(Object value) {
    assertThat(ParamsHash.of(SALT, value)).isEmpty();
  }

  @Test
  void zerosAreEqual() {
    assertThat(ParamsHash.of(SALT, Json.parse("-0.0")))
        .isEqualTo(ParamsHash.of(SALT, Json.parse("0")))
        .isEqualTo(ParamsHash.of(SALT, Json.parse("-0")));
  }

  @Test
  void aSaltOfAnotherLengthIsAnError() {
    byte[] hexText = "00112233445566770011223344556677".getBytes(US_ASCII);
    for (byte[] salt : new byte[][] {new byte[0], new byte[15], new byte[17], hexText}) {
      assertThatThrownBy(() -> ParamsHash.of(salt, Map.of()))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("params_salt has " + salt.length + " bytes instead of 16");
    }
  }

  @Test
  void theHexTextOfASaltIsNotTheSalt() {
    Object params = Json.parse("{\"rows\":100}");
    byte[] hexText = "0011223344556677".getBytes(US_ASCII);
    assertThat(ParamsHash.of(hexText, params)).isNotEqualTo(ParamsHash.of(SALT, params));
  }
}
