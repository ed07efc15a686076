package dev.countersign.effect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.countersign.canonical.Json;
import dev.countersign.canonical.NotCanonicalException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class RecipeV1Test {

  @SuppressWarnings("unchecked")
  static List<Map<String, Object>> rows() throws IOException {
    try (InputStream in =
        RecipeV1Test.class.getResourceAsStream("/vectors/nika/request_recipe_v1_digests.json")) {
      return (List<Map<String, Object>>)
          ((Map<String, Object>) Json.parse(in.readAllBytes())).get("rows");
    }
  }

  @ParameterizedTest
  @MethodSource("rows")
  void digestIsThatOfTheEngine(Map<String, Object> row) {
    Object request = row.get("request");
    assertThat(new String(RecipeV1.preimage(request), StandardCharsets.UTF_8))
        .isEqualTo(row.get("preimage_utf8"));
    assertThat(RecipeV1.digest(request)).isEqualTo(row.get("digest_hex"));
  }

  @Test
  void everyRowIsRead() throws IOException {
    assertThat(rows()).hasSize(16);
  }

  @Test
  void requestsAreBuiltInTheShapeOfTheRecipe() {
    assertThat(RecipeV1.digest(RecipeV1.exec(List.of("echo", "conformance"), null, Map.of(), null)))
        .isEqualTo("2477c4921a4563ffd4109e50edf75e7147b0c23c0222a816210a84e02e8fa1c7");
    assertThat(RecipeV1.digest(RecipeV1.invoke("nika:echo", Map.of())))
        .isEqualTo("8bfcf04edd66a317e6d0c58fb9ed0336d30bcc86f182d341f3a083187c8a25a4");
  }

  @ParameterizedTest
  @CsvSource({
    "1.0, 1.0",
    "-0.5, -0.5",
    "1e15, 1000000000000000.0",
    "1e16, 1e16",
    "123456789012345680.0, 1.2345678901234568e17",
    "1e-5, 0.00001",
    "1e-6, 1e-6",
    "1.25e-7, 1.25e-7",
    "0.0, 0.0",
    "18446744073709551615, 18446744073709551615",
    "18446744073709551616, 1.8446744073709552e19",
    "-9223372036854775808, -9223372036854775808",
    "-9223372036854775809, -9.223372036854776e18"
  })
  void numbersHaveTheTextOfSerdeJson(String number, String text) {
    assertThat(new String(RecipeV1.preimage(Json.parse(number)), StandardCharsets.UTF_8))
        .isEqualTo("\"\uF8FFnum:" + text + "\uF8FF\"");
  }

  @Test
  void aValueThatContainsItselfIsRefused() {
    List<Object> cycle = new ArrayList<>();
    cycle.add(cycle);
    assertThatThrownBy(() -> RecipeV1.digest(cycle)).isInstanceOf(NotCanonicalException.class);
  }

  @Test
  void aNumberBeyondBinary64IsRefused() {
    assertThatThrownBy(() -> RecipeV1.digest(Json.parse("1e400")))
        .isInstanceOf(NotCanonicalException.class)
        .hasMessageContaining("binary64");
  }
}
