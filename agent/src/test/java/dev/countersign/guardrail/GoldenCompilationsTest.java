package dev.countersign.guardrail;

import static org.assertj.core.api.Assertions.assertThat;

import dev.countersign.canonical.Canonical;
import dev.countersign.canonical.Json;
import dev.countersign.canonical.Sha256;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/**
 * What each version of the compiler makes of sentences, byte by byte. A receipt names the version,
 * and whoever checks it in ten years compiles the sentence again: within a version nothing of this
 * changes. Another compilation is another version, with a file of its own.
 */
class GoldenCompilationsTest {

  /** SHA-256 of the file of each version. A line that is here is never edited. */
  private static final Map<String, String> PINNED =
      Map.of("1.0.0", "d492fcdbfecf271e13c289ee56812f57fcb4ff42946d3f029b02004432093958");

  @Test
  void theFilesOfAllVersionsAreWhatTheyWere() throws IOException {
    assertThat(PINNED).containsKey(GuardrailCompiler.VERSION);
    for (Map.Entry<String, String> pinned : PINNED.entrySet()) {
      assertThat(Sha256.hex(file(pinned.getKey())))
          .as(pinned.getKey())
          .isEqualTo(pinned.getValue());
    }
  }

  @Test
  void thisVersionCompilesAsItsFileSays() throws Exception {
    List<String> lines =
        new String(file(GuardrailCompiler.VERSION), StandardCharsets.UTF_8).lines().toList();
    assertThat(lines).hasSizeGreaterThan(150);
    for (String line : lines) {
      Map<?, ?> golden = (Map<?, ?>) Json.parse(line);
      GuardrailCompiler.Compiled compiled =
          GuardrailCompiler.compile(
              (String) golden.get("sentence"), Verdict.of((String) golden.get("verdict")));
      Map<String, Object> again = new LinkedHashMap<>();
      again.put("predicate", compiled.predicate());
      again.put("predicate_hash", compiled.predicateHash());
      again.put("sentence", compiled.sentence());
      again.put("sentence_hash", compiled.sentenceHash());
      again.put("verdict", compiled.verdict().text());
      assertThat(new String(Canonical.rho(again), StandardCharsets.UTF_8)).isEqualTo(line);
    }
  }

  static byte[] file(String version) throws IOException {
    try (InputStream in =
        GoldenCompilationsTest.class.getResourceAsStream("compilations-" + version + ".jsonl")) {
      return in.readAllBytes();
    }
  }
}
