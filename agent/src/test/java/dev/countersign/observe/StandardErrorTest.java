package dev.countersign.observe;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** No text inside a message begins a line of its own. */
class StandardErrorTest {

  static Stream<Arguments> messages() {
    return Stream.of(
        Arguments.of("plain and caf\u00e9", "plain and caf\u00e9"),
        Arguments.of("x\ncountersign: all fine", "x\n  countersign: all fine"),
        Arguments.of("wrong:\n  mode: unknown", "wrong:\n  mode: unknown"),
        Arguments.of("ends\n", "ends\n  "),
        Arguments.of("a\rb\tc", "a\\u000db\\u0009c"),
        Arguments.of("a\u001b[2Kb", "a\\u001b[2Kb"),
        Arguments.of("a\u0085b\u2028c", "a\\u0085b\\u2028c"),
        Arguments.of("a\u202egpj.exe", "a\\u202egpj.exe"),
        Arguments.of("ad\u200bmin", "ad\\u200bmin"));
  }

  @ParameterizedTest
  @MethodSource("messages")
  void controlCharactersAreShownAndFurtherLinesIndented(String message, String shown) {
    assertThat(StandardError.harmless(message)).isEqualTo(shown);
  }
}
