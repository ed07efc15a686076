package dev.countersign.verify;

import static org.assertj.core.api.Assertions.assertThat;

import dev.countersign.canonical.Json;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The shape of {@code predicted_changes} in a record (spec 2.4, 4). */
class PredictedChangesTest {

  private static final String DIGEST =
      "\"sha256:0000000000000000000000000000000000000000000000000000000000000000\"";

  private static String problem(String record, boolean disclosed, String changes) {
    String json =
        "{\"record\":\""
            + record
            + "\",\"call_id\":\"00000000000000000000000000000000\",\"action\":{\"args_disclosed\":"
            + disclosed
            + "},\"predicted_changes\":"
            + changes
            + "}";
    try {
      EffectRecord.of(Json.parse(json));
      return null;
    } catch (EffectRecord.Malformed malformed) {
      return malformed.getMessage();
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "[]",
        "[{\"action\":\"a\",\"target\":\"t\",\"summary\":\"s\"}]",
        "[{\"action\":\"a\",\"target\":\"t\",\"summary\":\"s\",\"before\":null,\"x-n\":1}]",
        DIGEST
      })
  void areADigestOrChanges(String changes) {
    assertThat(problem("decision", true, changes)).isNull();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "null",
        "7",
        "\"sha256:00\"",
        "\"0000000000000000000000000000000000000000000000000000000000000000\"",
        "[7]",
        "[{\"action\":\"a\",\"target\":\"t\"}]",
        "[{\"action\":7,\"target\":\"t\",\"summary\":\"s\"}]",
        "[{\"action\":\"a\",\"target\":\"t\",\"summary\":\"s\",\"risk\":\"none\"}]"
      })
  void areNothingElse(String changes) {
    assertThat(problem("decision", true, changes)).contains("predicted_changes");
  }

  @ParameterizedTest
  @ValueSource(strings = {"[]"})
  void areWrittenOutOnlyWhereTheArgumentsAre(String changes) {
    assertThat(problem("decision", false, changes)).contains("not disclosed");
    assertThat(problem("decision", false, DIGEST)).isNull();
    assertThat(problem("outcome", true, DIGEST)).contains("outcome record");
  }
}
