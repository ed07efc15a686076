package dev.countersign.canonical;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.erdtman.jcs.JsonCanonicalizer;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * Texts that are nearly JSON. The strict reader takes one or refuses it with a place, and what it
 * takes, the public canonicaliser writes with the same bytes as ours.
 *
 * <p>Tries: {@code -Djqwik.tries.default=N}; the seed is fixed.
 */
class JsonFuzzTest {

  private static final String GOOD =
      "{\"a\":[1,-0,0.5,1e3,-1.25E-7,9007199254740993,true,false,null],\"\\u00e9\\n\":\"\\ud83d\\ude00"
          + " \\\"x\\/\",\"b\":{\"c\":{},\"d\":[]},\"\":\"\u20ac\",\"z\":[[[{\"k\":\"v\"}]]]}";

  private static final String[] PIECES = {
    "{",
    "}",
    "[",
    "]",
    ",",
    ":",
    "\"",
    "\\",
    "\\u",
    "\\ud83d",
    "\\u0000",
    "0",
    "-",
    ".",
    "e",
    "E+",
    "1e999",
    "01",
    "1.",
    "true",
    "nul",
    "NaN",
    "Infinity",
    "//",
    "/*",
    " ",
    "\t",
    "\n",
    "\r",
    "\u0000",
    "\u001f",
    "\u007f",
    "\u00a0",
    "\ufeff",
    "\u2028",
    "\ud800",
    "\"a\":1,",
    "\"a\":"
  };

  @Property(seed = "20261130")
  void piecesOfJson(@ForAll("texts") String text) {
    check(text.getBytes(StandardCharsets.UTF_8));
  }

  @Property(seed = "20261130")
  void editsOfAGoodText(
      @ForAll @Size(min = 1, max = 6) List<@IntRange(min = 0, max = 1_000_000) Integer> edits) {
    StringBuilder text = new StringBuilder(GOOD);
    for (int edit : edits) {
      int at = edit % Math.max(1, text.length());
      switch (edit % 3) {
        case 0 -> text.delete(at, at + 1);
        case 1 -> text.insert(at, PIECES[edit / 3 % PIECES.length]);
        default -> text.replace(at, at + 1 + edit % 5, PIECES[edit / 7 % PIECES.length]);
      }
    }
    check(text.toString().getBytes(StandardCharsets.UTF_8));
  }

  @Property(seed = "20261130")
  void anyBytes(@ForAll @Size(max = 60) byte[] bytes) {
    check(bytes);
  }

  /** What was found once; {@code fuzz/json}. */
  @TestFactory
  Stream<DynamicTest> whatWasFoundStaysRight() throws IOException {
    return Regressions.of("json")
        .map(
            file ->
                DynamicTest.dynamicTest(file.getFileName().toString(), () -> check(bytes(file))));
  }

  private static byte[] bytes(Path file) throws IOException {
    return Files.readAllBytes(file);
  }

  static void check(byte[] bytes) {
    Object value;
    try {
      value = Json.parse(bytes);
    } catch (NotCanonicalException refused) {
      assertThat(refused.getMessage()).matches("[0-9]+:[0-9]+: [ -~\u00b1\u2019]+");
      return;
    }
    byte[] ours;
    try {
      ours = Canonical.jcs(value);
    } catch (NotCanonicalException beyondBinary64) {
      return;
    }
    assertThat(Canonical.jcs(Json.parse(ours))).isEqualTo(ours);
    if (value instanceof Map || value instanceof List) {
      assertThat(theirs(bytes)).isEqualTo(new String(ours, StandardCharsets.UTF_8));
    }
  }

  private static String theirs(byte[] bytes) {
    try {
      return new JsonCanonicalizer(bytes).getEncodedString();
    } catch (IOException | RuntimeException refused) {
      return "refused: " + refused;
    }
  }

  @Provide
  Arbitrary<String> texts() {
    return Arbitraries.of(PIECES)
        .list()
        .ofMaxSize(14)
        .map(pieces -> "{\"a\":" + String.join("", pieces) + "}");
  }
}
