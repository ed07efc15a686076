package dev.countersign.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a person sees of a text that somebody else chose. */
class VisibleTextTest {

  @ParameterizedTest
  @ValueSource(
      ints = {
        0, 7, 8, 9, 10, 13, 0x1b, 0x7f, 0x85, 0x9b, 0xa0, 0xad, 0x34f, 0x61c, 0x115f, 0x1160,
        0x1680, 0x180e, 0x2000, 0x200b, 0x200d, 0x200e, 0x2028, 0x2029, 0x202a, 0x202e, 0x202f,
        0x2060, 0x2066, 0x2069, 0x206f, 0x2800, 0x3000, 0x3164, 0xd800, 0xdfff, 0xe000, 0xfe0f,
        0xfeff, 0xffa0, 0xfff9, 0xffff, 0x1bca0, 0x1d173, 0xe0001, 0xe0041, 0xe01ef, 0xf0000,
        0x10ffff
      })
  void whatCannotBeSeenIsEscapedWhereverTextsAreShown(int point) throws Exception {
    String hidden = new StringBuilder("a").appendCodePoint(point).append('b').toString();
    StringBuilder html = new StringBuilder();
    new Html(html).text(hidden);
    for (String shown : List.of(VisibleText.of(hidden), JsonText.quoted(hidden), html.toString())) {
      assertThat(shown).contains("\\").matches("\"?a[ -~]+b\"?");
    }
  }

  @Test
  void whatCanBeSeenStaysAsItIs() {
    for (String text :
        List.of(
            "refund",
            "5 \u20ac",
            "\u00dcberweisung",
            "\u652f\u6255\u3044",
            "\u05e9\u05dc",
            "\ud83d\ude00",
            "e\u0301 \\n")) {
      assertThat(VisibleText.of(text)).isEqualTo(text);
    }
  }

  @Test
  void marksOnOneLetterAreNotPiledUpOverOtherLines() {
    assertThat(VisibleText.of("a" + "\u0301".repeat(5)))
        .isEqualTo("a\u0301\u0301\u0301\\u0301\\u0301");
    assertThat(JsonText.quoted("a" + "\u0301".repeat(4)))
        .isEqualTo("\"a\u0301\u0301\u0301\\u0301\"");
  }

  @Test
  void whatIsTooLongSaysHowMuchIsMissingAndPartsNoPair() {
    assertThat(VisibleText.of("abcdef", 4)).isEqualTo("abcd ... [2 more characters]");
    assertThat(VisibleText.of("abcd", 4)).isEqualTo("abcd");
    assertThat(VisibleText.of("abc\ud83d\ude00d", 4)).isEqualTo("abc ... [3 more characters]");
    assertThat(VisibleText.cut("abc\ud83d\ude00d", 4)).isEqualTo("abc ... [3 more characters]");
  }
}
