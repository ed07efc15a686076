package dev.countersign.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.countersign.canonical.Json;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DigestCommandTest {

  private static final String SALT = "00112233445566770011223344556677";
  private static final String EMPTY =
      "30e16e58fbaec127f701c21ef140730b56c28e22c2894d247b0519e197f06756";

  @Test
  void printsThePreviewDigest() {
    Ran ran = Ran.reading("{ }", "digest");
    assertThat(ran.exit()).isEqualTo(Exit.CLEAN);
    assertThat(ran.out().strip()).isEqualTo(EMPTY);
    assertThat(ran.err()).isEmpty();
  }

  @Test
  void printsJsonOnRequest() {
    Ran ran = Ran.reading("{}", "digest", "--format", "json");
    assertThat(Json.parse(ran.out())).isEqualTo(Map.of("preview_digest", EMPTY));
  }

  @Test
  void printsTheDigestOfRecipeV1() {
    String request = "{\"v\":1,\"invoke\":{\"tool\":\"nika:echo\",\"args\":{}}}";
    assertThat(Ran.reading(request, "digest", "--recipe", "v1").out().strip())
        .isEqualTo("8bfcf04edd66a317e6d0c58fb9ed0336d30bcc86f182d341f3a083187c8a25a4");
  }

  @Test
  void printsTheParameterHash() {
    Ran ran =
        Ran.reading("{\"tool\":\"crm.read\",\"rows\":100}", "digest", "--params", "--salt", SALT);
    assertThat(ran.exit()).isEqualTo(Exit.CLEAN);
    assertThat(ran.out().strip())
        .isEqualTo("13dadfa3fec29c5d7a425fe9e75cc639918100b30ec4af2a0662892f43c7edef");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"n\":9007199254740992}",
        "[1e16]",
        "{\"a\":1,\"a\":1}",
        "\"\\ud800\"",
        "1e5000"
      })
  void printsUnsupportedForJsonWithoutAParameterHash(String text) {
    Ran ran = Ran.reading(text, "digest", "--params", "--salt", SALT);
    assertThat(ran.exit()).isEqualTo(Exit.CLEAN);
    assertThat(ran.out().strip()).isEqualTo("unsupported");
    assertThat(ran.err()).startsWith("countersign: standard input:");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "{", "[01]", "{} {}"})
  void whatIsNoJsonFails(String text) {
    assertThat(Ran.reading(text, "digest").exit()).isEqualTo(Exit.FAILED);
    assertThat(Ran.reading(text, "digest", "--recipe", "v1").exit()).isEqualTo(Exit.FAILED);
    assertThat(Ran.reading(text, "digest", "--params", "--salt", SALT).exit())
        .isEqualTo(Exit.FAILED);
  }

  @Test
  void whatHasNoCanonicalFormFails() {
    Ran ran = Ran.reading("[\"\\ud800\"]", "digest");
    assertThat(ran.exit()).isEqualTo(Exit.FAILED);
    assertThat(ran.err()).contains("standard input:1:3: lone surrogate U+D800");
  }

  @Test
  void optionsThatDoNotGoTogetherAreUsage() {
    for (String[] args :
        new String[][] {
          {"digest", "--params"},
          {"digest", "--salt", SALT},
          {"digest", "--params", "--recipe", "v1", "--salt", SALT},
          {"digest", "--recipe", "v2"},
          {"digest", "--params", "--salt", "0011"},
          {"digest", "--params", "--salt", SALT.replace('0', 'g')}
        }) {
      Ran ran = Ran.reading("{}", args);
      assertThat(ran.exit()).as(String.join(" ", args)).isEqualTo(Exit.USAGE);
      assertThat(ran.out()).isEmpty();
      assertThat(ran.err()).startsWith("countersign: ");
    }
  }

  @Test
  void aFileThatCannotBeReadIsNotAFinding() {
    assertThat(Ran.with("digest", "no/such/file.json").exit()).isEqualTo(Exit.CANNOT);
  }
}
