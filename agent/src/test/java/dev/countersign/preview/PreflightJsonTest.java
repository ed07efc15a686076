package dev.countersign.preview;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.countersign.Change;
import dev.countersign.PreflightCheck;
import dev.countersign.PreflightError;
import dev.countersign.PreflightResult;
import dev.countersign.canonical.NotCanonicalException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PreflightJsonTest {

  private static final String DENIED =
      "{\"valid\":false,\"checks\":["
          + "{\"check\":\"module_lookup\",\"passed\":true,\"error\":null,\"warnings\":[]},"
          + "{\"check\":\"acl\",\"passed\":false,\"error\":{\"code\":\"CS-POLICY\",\"message\":\"no\"},"
          + "\"warnings\":[\"w\"]}],\"requires_approval\":false,"
          + "\"errors\":[{\"code\":\"CS-POLICY\",\"message\":\"no\"}],\"predicted_changes\":[]}";

  @Test
  void everyMemberIsAlwaysThere() {
    assertThat(PreflightJson.text(new PreflightResult(List.of(), true, List.of())))
        .isEqualTo(
            "{\"valid\":true,\"checks\":[],\"requires_approval\":true,\"errors\":[],"
                + "\"predicted_changes\":[]}");
    assertThat(PreflightJson.text(PreflightJson.parse(DENIED))).isEqualTo(DENIED);
  }

  @Test
  void extensionsOfPredictedChangesAreKeptByteForByte() {
    String text =
        "{\"valid\":true,\"checks\":[],\"requires_approval\":false,\"errors\":[],"
            + "\"predicted_changes\":[{\"action\":\"a\",\"target\":\"t\",\"summary\":\"s\"},"
            + "{\"action\":\"a\",\"target\":\"t\",\"summary\":\"s\",\"x-n\":[1e2, -0]}]}";
    assertThat(PreflightJson.text(PreflightJson.parse(text))).isEqualTo(text);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "\"valid\":false|\"valid\":true|valid is not what the checks say",
        ",\"errors\":[{\"code\":\"CS-POLICY\",\"message\":\"no\"}]|,\"errors\":[]|errors are not those",
        "\"passed\":true|\"passed\":false|checks[0] is no check: a check that failed says why",
        "\"error\":null|\"error\":{\"code\":\"c\",\"message\":\"m\"}|checks[0] is no check: a check that"
            + " passed",
        "\"error\":null,|``|checks[0].error is required, an object or null",
        "\"warnings\":[\"w\"]|\"warnings\":[1]|checks[1].warnings must be texts",
        "\"warnings\":[]|\"warnings\":[],\"x-a\":1|checks[0] has a member beside",
        ",\"predicted_changes\":[]|``|predicted_changes is required, an array",
        "\"predicted_changes\":[]|\"predicted_changes\":null|predicted_changes must be an array",
        "\"requires_approval\":false|\"requires_approval\":0|requires_approval must be true or false",
        "\"code\":\"CS-POLICY\",|``|checks[1].error.code is required, a text",
      })
  void refusesWithThePlace(String part, String other, String message) {
    String changed = DENIED.replaceFirst(java.util.regex.Pattern.quote(part), other);
    assertThat(changed).isNotEqualTo(DENIED);
    assertThatThrownBy(() -> PreflightJson.parse(changed))
        .isInstanceOf(NotCanonicalException.class)
        .hasMessageStartingWith(message);
  }

  @Test
  void validAndErrorsAreWhatTheChecksSay() {
    PreflightError why = new PreflightError("CS-POLICY", "no");
    PreflightResult result =
        new PreflightResult(
            List.of(
                new PreflightCheck("module_lookup", true, null, List.of()),
                new PreflightCheck("acl", false, why, List.of())),
            false,
            List.of(Change.of("a", "t", "s")));
    assertThat(result.valid()).isFalse();
    assertThat(result.errors()).containsExactly(why);
    assertThatThrownBy(() -> new PreflightCheck("acl", false, null, List.of()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("a check that failed says why");
    assertThatThrownBy(() -> new PreflightCheck("acl", true, why, List.of()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("a check that passed has no error");
  }
}
