package dev.countersign.framework;

import static org.assertj.core.api.Assertions.assertThat;

import dev.countersign.effect.SendBody;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CallTextTest {

  private static final String CALL =
      "{\"jsonrpc\":\"2.0\",\"id\":\"a-1\",\"method\":\"tools/call\",\"params\":{\"name\":\"pay\"}}";

  @Test
  void isReadAsItStandsThere() {
    CallText text = of(CALL);

    assertThat(text.isCall()).isTrue();
    assertThat(text.id()).isEqualTo("a-1");
    assertThat(text.params()).isEqualTo(Map.of("name", "pay"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "  ",
        "grant_type=code&redirect=callback",
        "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/list\"}",
        "{\"method\":\"x\",\"says\":\"tools/call\"}",
        "[{\"method\":\"ping\"}]",
        "{\"a\":1,\"a\":2}",
        "<soap>call</soap>"
      })
  void whatIsNoCallIsNone(String text) {
    assertThat(of(text).isCall()).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "[{\"method\":\"tools/call\"}]",
        "{\"method\":\"ping\",\"method\":\"tools/call\"}",
        "{\"method\":\"tools\\u002fcall\",\"method\":\"ping\"}",
        "{\"method\":\"tools/call\"}",
        "{\"method\":\"tools/call\",\"params\":[1]}",
        "/* */ {\"method\":\"tools/call\"}",
        "# \n{\"method\":\"tools/call\"}",
        "\uFEFF{\"method\":\"tools/call\",\"params\":{\"name\":\"pay\"}}"
      })
  void whatMayBeOneHasNoParameters(String text) {
    assertThat(of(text)).isEqualTo(new CallText(true, null, null));
  }

  @ParameterizedTest
  @ValueSource(strings = {"UTF-16", "UTF-16LE", "UTF-16BE", "UTF-32"})
  void inAnotherEncodingItMayBeOne(String charset) {
    for (String text : new String[] {CALL, CALL.replace('p', '\u00fc')}) {
      assertThat(CallText.of(text.getBytes(Charset.forName(charset)), false))
          .isEqualTo(new CallText(true, null, null));
    }
  }

  @Test
  void whatIsNoTextIsNone() {
    assertThat(CallText.of(new byte[] {0x1f, (byte) 0x8b, 8}, false).isCall()).isFalse();
  }

  /** A server reads two lines where there is a line feed, and one message where there is none. */
  @Test
  void aLineIsOneLine() {
    byte[] two = CALL.replace(",\"params\"", ",\n\"params\"").getBytes(StandardCharsets.UTF_8);

    assertThat(CallText.of(two, true)).isEqualTo(new CallText(true, null, null));
    assertThat(CallText.of(two, false).params()).isEqualTo(Map.of("name", "pay"));
  }

  /** Only where nobody could read a line as two. */
  @Test
  void whatStandsBeforeALineIsALine() {
    byte[] two = ("x\n" + CALL).getBytes(StandardCharsets.UTF_8);

    assertThat(CallText.of(two, true)).isEqualTo(new CallText(true, null, null));
    assertThat(CallText.of(two, false).isCall()).isFalse();
  }

  @Test
  void aBodyThatNobodyReadMayBeOneAndOneThatIsTrustedIsNone() {
    assertThat(CallText.of(SendBody.UNREAD).isCall()).isTrue();
    assertThat(CallText.of(SendBody.NONE).isCall()).isFalse();
    assertThat(CallText.of(SendBody.ON_TRUST).isCall()).isFalse();
  }

  private static CallText of(String text) {
    return CallText.of(text.getBytes(StandardCharsets.UTF_8), false);
  }
}
