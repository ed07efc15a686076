package dev.countersign.canonical;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.erdtman.jcs.JsonCanonicalizer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * {@code java-json-canonicalization}, whose semantics spec 1.2 names: equal on the common domain,
 * and what it lets collide is refused or told apart here.
 */
class OracleTest {

  private static final int DOCUMENTS = 1_000_000;

  @Test
  void aMillionDocumentsHaveTheSameBytes() throws IOException {
    Documents documents = new Documents(20_261_129);
    for (int i = 0; i < DOCUMENTS; i++) {
      String text = documents.next();
      byte[] ours = Canonical.jcs(Json.parse(text));
      byte[] theirs = new JsonCanonicalizer(text).getEncodedUTF8();
      if (!Arrays.equals(ours, theirs)) {
        assertThat(new String(ours, UTF_8)).as(text).isEqualTo(new String(theirs, UTF_8));
      }
    }
  }

  @Test
  void neighboursOf2To53CollideThereAndAreToldApartHere() throws IOException {
    assertThat(theirs("[9007199254740993]")).isEqualTo(theirs("[9007199254740992]"));
    assertThat(rho("[9007199254740993]")).isNotEqualTo(rho("[9007199254740992]"));
    assertThat(theirs("[1.00000000000000001]")).isEqualTo(theirs("[1]"));
    assertThat(rho("[1.00000000000000001]")).isNotEqualTo(rho("[1]"));
  }

  @Test
  void loneSurrogatesCollideThereAndAreRefusedHere() throws IOException {
    assertThat(theirs("[\"\\ud800\"]")).isEqualTo(theirs("[\"?\"]"));
    assertThat(theirs("[\"\\udfff\"]")).isEqualTo(theirs("[\"?\"]"));
  }

  @Test
  void duplicatesOfNullAndLeadingZerosAreAcceptedThereAndRefusedHere() throws IOException {
    assertThat(theirs("{\"a\":null,\"a\":2}")).isEqualTo("{\"a\":2}");
    assertThat(theirs("[01]")).isEqualTo("[1]");
    assertThat(theirs("[-01.5]")).isEqualTo("[-1.5]");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "[\"\\ud800\"]",
        "[\"\\udfff\"]",
        "{\"\\ud800\":1}",
        "{\"a\":1,\"a\":2}",
        "{\"a\":1,\"\\u0061\":2}",
        "{\"a\":null,\"a\":2}",
        "[01]",
        "[-01.5]"
      })
  void whatReadersDisagreeAboutIsRefusedHere(String text) {
    assertThatThrownBy(() -> Json.parse(text)).isInstanceOf(NotCanonicalException.class);
  }

  private static String theirs(String text) throws IOException {
    return new String(new JsonCanonicalizer(text).getEncodedUTF8(), UTF_8);
  }

  private static String rho(String text) {
    return new String(Canonical.rho(Json.parse(text)), UTF_8);
  }

  /** JSON texts with everything that canonicalisation changes; the same ones for the same seed. */
  private static final class Documents {

    private static final List<String> PIECES =
        List.of(
            "a",
            "Z",
            "0",
            " ",
            "/",
            "\\/",
            "\\\"",
            "\\\\",
            "\\b\\f\\n\\r\\t",
            "\\u0000",
            "\\u001F",
            "\u007f",
            "\\u007f",
            "\u0080",
            "\u00e9",
            "e\u0301",
            "\\u00E9",
            "\u20ac",
            "\u2028",
            "\uF8FF",
            "\uFB33",
            "\uFFFF",
            "\uD83D\uDE00",
            "\\uD83D\\uDE00",
            "\uDBFF\uDFFF",
            "num:");
    private static final List<String> SPACES = List.of("", "", "", " ", "\n", "\t", "\r\n  ");

    private final SplittableRandom random;
    private final StringBuilder text = new StringBuilder();

    Documents(long seed) {
      random = new SplittableRandom(seed);
    }

    String next() {
      text.setLength(0);
      container(0);
      return text.toString();
    }

    private void container(int depth) {
      int size = random.nextInt(4);
      boolean object = random.nextBoolean();
      text.append(object ? '{' : '[');
      for (int i = 0; i < size; i++) {
        text.append(i == 0 ? "" : ",").append(pick(SPACES));
        if (object) {
          // The digit keeps names of one object apart, the piece before it their order random.
          text.append('"').append(pick(PIECES)).append(i).append('"').append(pick(SPACES));
          text.append(':');
        }
        value(depth);
        text.append(pick(SPACES));
      }
      text.append(object ? '}' : ']');
    }

    private void value(int depth) {
      switch (random.nextInt(depth < 4 ? 8 : 6)) {
        case 0 -> text.append(random.nextBoolean());
        case 1 -> text.append("null");
        case 2, 3 -> string();
        case 4, 5 -> number();
        default -> container(depth + 1);
      }
    }

    private void string() {
      text.append('"');
      for (int i = random.nextInt(5); i > 0; i--) {
        text.append(pick(PIECES));
      }
      text.append('"');
    }

    private void number() {
      switch (random.nextInt(6)) {
        case 0 -> text.append(random.nextInt(-1000, 1000));
        case 1 -> text.append(random.nextLong());
        case 2 -> text.append(random.nextInt(100_000)).append('.').append(random.nextInt(100));
        case 3 -> text.append(random.nextDouble());
        case 4 -> text.append(random.nextInt(1, 1000)).append("e").append(random.nextInt(-25, 25));
        // Extreme exponents would take the oracle minutes; Rfc8785Test has them.
        default -> text.append(Math.scalb(random.nextDouble(), random.nextInt(-90, 90)));
      }
    }

    private String pick(List<String> list) {
      return list.get(random.nextInt(list.size()));
    }
  }
}
