package dev.countersign.preview;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.countersign.Change;
import dev.countersign.PreflightCheck;
import dev.countersign.PreflightResult;
import dev.countersign.RefusalCode;
import dev.countersign.canonical.Json;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ValidatorTest {

  private static final String SECRET = "customers";

  @TempDir private Path directory;

  private Modules modules() {
    return new Modules(directory);
  }

  private static Map<String, Object> clone(String extra) {
    return entry(
        "{\"tool\":\"clone\",\"effects\":[{\"exec\":{\"argv\":[\"git\",\"clone\",\"--\","
            + "\"${args.url}\"]}}]"
            + extra
            + "}");
  }

  @SuppressWarnings("unchecked") // a JSON object
  private static Map<String, Object> entry(String json) {
    return (Map<String, Object>) Json.parse(json);
  }

  private static PreflightCheck check(PreflightResult result, String name) {
    return result.checks().stream().filter(c -> c.check().equals(name)).findFirst().orElseThrow();
  }

  @Test
  void declaredEffectsAreWhatAToolWithoutAPreviewPredicts() throws Exception {
    PreflightResult result =
        modules().tool(clone("")).validator().validate("clone", Map.of("url", "u"), null);
    assertThat(result.valid()).isTrue();
    assertThat(result.checks())
        .extracting(PreflightCheck::check)
        .containsExactly("module_lookup", "acl", "schema");
    assertThat(result.predictedChanges())
        .extracting(Change::action, Change::target)
        .containsExactly(org.assertj.core.groups.Tuple.tuple("exec", "git"));
  }

  @Test
  void inputsThatTheDeclaredEffectsCannotBeMadeOfFailTheSchemaCheck() throws Exception {
    PreflightResult result =
        modules().tool(clone("")).validator().validate("clone", Map.of(), null);
    assertThat(check(result, "schema").error().code()).isEqualTo("CS-UNSUPPORTED");
    assertThat(check(result, "schema").error().message())
        .startsWith("the effects that the tool declares cannot be made of the inputs: argv[3]");
    assertThat(check(result, "acl").passed()).isTrue();
  }

  @Test
  void aRuleAboutADeclaredEffectDeniesTheCallAndNothingOfItIsTold() throws Exception {
    Modules modules =
        modules().tool(clone("")).rule("exec of \"git\" where argv[3] starts with \"-\"", "deny");
    modules.preview = Told.answered(List.of(Change.of("a", SECRET, SECRET)), List.of());
    modules.preflight = Told.answered(List.of(), List.of(SECRET));
    Validator validator = modules.validator();
    PreflightResult denied = validator.validate("clone", Map.of("url", "--upload-pack=x"), null);
    assertThat(check(denied, "acl").error().code()).isEqualTo("CS-POLICY");
    assertThat(check(denied, "acl").error().message())
        .isEqualTo(
            "Refused: the policy in force does not allow this process start. You may continue"
                + " without it or ask for approval.");
    assertThat(PreflightJson.text(denied)).doesNotContain(SECRET, "git", "reason-of");
    assertThat(modules.asked).isEmpty();
    assertThat(validator.validate("clone", Map.of("url", "u"), null).valid()).isTrue();
    assertThat(modules.asked).containsExactly("preflight", "preview");
  }

  @Test
  void whatIsLeftToTheToolIsNotJudgedYet() throws Exception {
    Map<String, Object> open =
        entry("{\"tool\":\"run\",\"effects\":[{\"exec\":{\"argv\":[\"git\",\"${any}\"]}}]}");
    assertThat(
            modules()
                .tool(open)
                .rule("exec where argv[1] = \"push\"", "deny")
                .validator()
                .validate("run", Map.of(), null)
                .valid())
        .isTrue();
  }

  @Test
  void aDeniedCallerDoesNotHearWhatTheToolTakes() throws Exception {
    Object schema =
        Json.parse(
            "{\"required\":[\""
                + SECRET
                + "\"],\"properties\":{\""
                + SECRET
                + "\":{\"type\":\"string\"}}}");
    Modules modules =
        modules()
            .tool(Map.of("tool", "wipe"))
            .pinned("wipe", schema)
            .rule("invoke of \"wipe\" where actor.principal != \"ann\"", "deny");
    Validator validator = modules.validator();
    for (Map<String, Object> inputs : List.<Map<String, Object>>of(Map.of(), Map.of(SECRET, 1))) {
      PreflightResult denied = validator.validate("wipe", inputs, Map.of("principal", "bob"));
      assertThat(PreflightJson.text(denied)).doesNotContain(SECRET);
      assertThat(denied.errors()).hasSize(inputs.isEmpty() ? 1 : 2);
    }
    PreflightResult permitted = validator.validate("wipe", Map.of(), Map.of("principal", "ann"));
    assertThat(check(permitted, "schema").error().message()).isEqualTo("/customers is required");
  }

  @Test
  void anApprovalIsRequiredAndNoFailure() throws Exception {
    PreflightResult result =
        modules()
            .tool(clone(",\"approval\":\"human\""))
            .validator()
            .validate("clone", Map.of("url", "u"), null);
    assertThat(result.valid()).isTrue();
    assertThat(result.requiresApproval()).isTrue();
    result =
        modules()
            .tool(clone(""))
            .rule("exec", "requires_approval")
            .validator()
            .validate("clone", Map.of("url", "u"), null);
    assertThat(result.requiresApproval()).isTrue();
  }

  @Test
  void whatIsRefusedForNowWhateverItIsIsDenied() throws Exception {
    Modules modules = modules().tool(clone(""));
    Validator validator = modules.validator();
    modules.refused = RefusalCode.EXPIRED;
    PreflightResult result = validator.validate("clone", Map.of("url", "u"), null);
    assertThat(check(result, "acl").error().code()).isEqualTo("CS-EXPIRED");
    assertThat(result.predictedChanges()).isEmpty();
  }

  @Test
  void anUnknownToolIsAllThatEndsItEarly() throws Exception {
    Modules modules = modules().tool(clone("")).rule("any effect", "deny");
    PreflightResult result = modules.validator().validate("other", Map.of(), null);
    assertThat(result.checks()).extracting(PreflightCheck::check).containsExactly("module_lookup");
    assertThat(result.errors().get(0).code()).isEqualTo("CS-UNBOUND");
    assertThat(modules.validator().validate("t".repeat(100 << 20), Map.of(), null).errors())
        .isEqualTo(result.errors());
    assertThat(modules.pinned("other", null).validator().validate("other", Map.of(), null).checks())
        .extracting(PreflightCheck::check)
        .containsExactly("module_lookup", "acl", "schema");
    assertThatThrownBy(() -> modules.validator().validate("", Map.of(), null))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void anEntryExcludesParametersFromWhatIsJudged() throws Exception {
    assertThat(
            modules()
                .tool(clone(",\"exclude\":[\"memory\"]"))
                .rule("invoke where arguments.memory is present", "deny")
                .validator()
                .validate("clone", Map.of("url", "u", "memory", "m"), null)
                .valid())
        .isTrue();
  }

  @Test
  void hostileInputsAreAFailedCheckAndNoRuleThatRefusesIsPassedOver() throws Exception {
    Map<String, Object> cycle = new HashMap<>();
    cycle.put("self", cycle);
    Object deep = "x";
    for (int i = 0; i < 10_000; i++) {
      deep = List.of(deep);
    }
    String large = "a".repeat(1 << 20);
    List<Object> many = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      many.add(large);
    }
    Modules modules = modules().tool(Map.of("tool", "t"));
    modules.preview = Told.answered(List.of(), List.of());
    Validator validator = modules.validator();
    Validator ruled =
        modules()
            .tool(Map.of("tool", "t"))
            .rule("invoke where arguments.a = 1", "deny")
            .validator();
    for (Object hostile :
        new Object[] {
          cycle,
          Map.of("deep", deep),
          Map.of("hundred-megabytes", many),
          Map.of("no-json", new Object()),
          Map.of("surrogate", "\ud800"),
          Map.of("number", Double.NaN),
          "a text",
          List.of(),
          null,
          7
        }) {
      PreflightResult result = validator.validate("t", hostile, null);
      assertThat(check(result, "schema").error().message()).startsWith("the inputs ");
      assertThat(PreflightJson.text(result).length()).isLessThan(4096);
      assertThat(check(result, "acl").passed()).isTrue();
      assertThat(check(ruled.validate("t", hostile, null), "acl").passed()).isFalse();
    }
    assertThat(modules.asked).isEmpty();
  }

  @Test
  void hostileCallersAreRefused() throws Exception {
    Validator validator = modules().tool(Map.of("tool", "t")).validator();
    for (Object hostile :
        new Object[] {
          "ann",
          List.of(),
          Map.of("name", "ann"),
          Map.of("principal", 7),
          Map.of("principal", "a".repeat(257)),
          Map.of("scopes", "all"),
          Map.of("scopes", List.of(1)),
          Map.of("role", new Object())
        }) {
      assertThatThrownBy(() -> validator.validate("t", Map.of(), hostile))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("caller");
    }
    assertThat(
            validator
                .validate("t", Map.of(), Map.of("agent", "a", "scopes", List.of("s"), "team", "t"))
                .valid())
        .isTrue();
  }

  @Test
  void nothingIsMadeOrPinned() throws Exception {
    modules().tool(Map.of("tool", "t")).validator().validate("t", Map.of(), null);
    try (var files = Files.list(directory)) {
      assertThat(files).isEmpty();
    }
    Modules modules = modules().pinned("t", Json.parse("{\"type\":\"object\"}"));
    Path pins = directory.resolve("state").resolve("pins.json");
    byte[] before = Files.readAllBytes(pins);
    modules.validator().validate("t", Map.of("a", 1), null);
    assertThat(Files.readAllBytes(pins)).isEqualTo(before);
  }

  @Test
  void pinsThatCannotBeReadAreAWarning() throws Exception {
    Modules modules = modules().tool(Map.of("tool", "t")).pinned("t", null);
    Files.writeString(directory.resolve("state").resolve("pins.json"), "{}");
    PreflightResult result = modules.validator().validate("t", Map.of(), null);
    assertThat(check(result, "module_lookup").warnings().get(0))
        .startsWith("the pinned definitions cannot be read: ");
  }
}
