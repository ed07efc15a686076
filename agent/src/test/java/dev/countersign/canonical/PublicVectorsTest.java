package dev.countersign.canonical;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Data of the public implementations (vectors/README.md) and the check values of spec 1.5. */
class PublicVectorsTest {

  static List<Map<String, Object>> canonical() {
    return Resource.rows(Json.parse(Resource.bytes("/vectors/attenu/canonical_vectors.json")));
  }

  @ParameterizedTest
  @MethodSource("canonical")
  void canonicalTextIsThatOfThePublicImplementations(Map<String, Object> row) {
    Object value = Json.parse((String) row.get("source"));
    assertThat(new String(Canonical.jcs(value), UTF_8)).isEqualTo(row.get("canonical"));
    assertThat(Canonical.rho(value)).isEqualTo(Canonical.jcs(value));
  }

  static List<Map<String, Object>> hashes() {
    return Resource.rows(Json.parse(Resource.bytes("/vectors/attenu/hash_vectors.json")));
  }

  @ParameterizedTest
  @MethodSource("hashes")
  void entryHashIsThatOfThePublicImplementations(Map<String, Object> row) {
    byte[] previous = ((String) row.get("prev_hash")).getBytes(US_ASCII);
    assertThat(Sha256.hex(previous, Canonical.jcs(row.get("payload"))))
        .isEqualTo(row.get("expected_hash"));
  }

  static List<Map<String, Object>> parameters() {
    Object file = Json.parse(Resource.bytes("/vectors/attenu/params_c14n_v1.json"));
    return Resource.rows(Resource.object(file).get("cases"));
  }

  @ParameterizedTest
  @MethodSource("parameters")
  void parameterHashIsThatOfThePublicImplementations(Map<String, Object> row) {
    byte[] salt = Hex.parse((String) row.get("salt_hex"));
    Optional<String> hash = ParamsHash.of(salt, row.get("params"));
    if (row.get("expect").equals("hash")) {
      assertThat(hash).contains((String) row.get("hash_hex"));
    } else {
      assertThat(row.get("expect")).isEqualTo("unsupported");
      assertThat(hash).isEmpty();
    }
  }

  @Test
  void vectorFilesAreComplete() {
    assertThat(canonical()).hasSize(10);
    assertThat(hashes()).hasSize(4);
    assertThat(parameters()).hasSize(11);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{\"attempt\":1,\"ctx\":{},\"inputs\":{},\"intent\":{\"argv\":[\"echo\",\"hi\"]},\"task_id\":\"t\",\"verb\":\"exec\"}"
            + "|164b218abccbc793223f7a1f279654d9f70b3464d55ce64ebedf516644119f47",
        "{}|30e16e58fbaec127f701c21ef140730b56c28e22c2894d247b0519e197f06756"
      })
  void previewDigestHasTheCheckValuesOfTheSpec(String canonical, String digest) {
    byte[] rho = Canonical.rho(Json.parse(canonical));
    assertThat(new String(rho, UTF_8)).isEqualTo(canonical);
    assertThat(Blake3.hex("effect-preview".getBytes(US_ASCII), rho)).isEqualTo(digest);
  }
}
