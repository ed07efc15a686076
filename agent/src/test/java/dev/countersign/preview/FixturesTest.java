package dev.countersign.preview;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.countersign.Change;
import dev.countersign.PreflightCheck;
import dev.countersign.PreflightResult;
import dev.countersign.canonical.ExactText;
import dev.countersign.canonical.NotCanonicalException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Fixtures about validation in apcore's form, each member of {@code expected} asserted as its
 * driver contract says: apcore's own, and those of {@code vectors/preview}. A module is a tool, its
 * registry the configured tools and pinned definitions, the ACL are layered rules.
 */
class FixturesTest {

  private static final Path APCORE = Path.of("src", "test", "resources", "vectors", "apcore");

  @TempDir private Path directory;

  static Stream<Arguments> reporting() throws IOException {
    return cases(APCORE.resolve("preflight_check_reporting.json"), 7);
  }

  static Stream<Arguments> disclosure() throws IOException {
    return cases(APCORE.resolve("preflight_disclosure.json"), 4);
  }

  static Stream<Arguments> preview() throws IOException {
    return cases(Path.of("..", "vectors", "preview", "preview_method.json"), 8);
  }

  private static Stream<Arguments> cases(Path file, int count) throws IOException {
    Map<?, ?> fixture = Modules.read(file);
    List<Arguments> cases = new ArrayList<>();
    for (Object each : (List<?>) fixture.get("test_cases")) {
      Map<?, ?> one = (Map<?, ?>) each;
      cases.add(arguments(one.get("id"), fixture.get("module_contract"), one));
    }
    assertThat(cases).hasSize(count);
    return cases.stream();
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("reporting")
  void everyCheckIsReported(String id, Map<?, ?> module, Map<?, ?> given) throws Exception {
    Map<?, ?> input = (Map<?, ?>) given.get("input");
    Modules modules = new Modules(directory);
    String tool = (String) input.get("module_id");
    if (!Boolean.FALSE.equals(input.get("register"))) {
      register(modules, tool, module);
    }
    modules.preflight =
        Boolean.TRUE.equals(input.get("implements_preflight"))
            ? Told.answered(List.of(), texts(module.get("preflight_returns")))
            : Told.absent();
    modules.preview =
        !Boolean.TRUE.equals(input.get("implements_preview"))
            ? Told.absent()
            : Boolean.TRUE.equals(input.get("preview_returns_null"))
                ? Told.nothing()
                : Told.answered(List.of(change(module)), List.of());
    PreflightResult result = validate(modules, tool, input);
    assertResult(result, (Map<?, ?>) given.get("expected"));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("disclosure")
  void aDeniedCallerLearnsNothing(String id, Map<?, ?> module, Map<?, ?> given) throws Exception {
    Map<?, ?> input = (Map<?, ?>) given.get("input");
    Map<?, ?> expected = (Map<?, ?>) given.get("expected");
    String tool = (String) module.get("module_id");
    Modules modules = new Modules(directory);
    register(modules, tool, module);
    modules.preflight = Told.answered(List.of(), texts(module.get("preflight_returns")));
    modules.preview = Told.answered(List.of(change(module)), List.of());
    PreflightResult result = validate(modules, tool, input);
    assertResult(result, expected);
    assertThat(modules.asked).isEqualTo(expected.get("hooks_invoked"));
    String sentinel = (String) module.get("sentinel");
    if (Boolean.TRUE.equals(expected.get("sentinel_absent"))) {
      assertThat(PreflightJson.text(result)).doesNotContain(sentinel);
    } else {
      assertThat(PreflightJson.text(result)).contains(sentinel);
    }
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("preview")
  void aPreviewIsShownAsItIs(String id, Map<?, ?> module, Map<?, ?> given) throws Exception {
    Map<?, ?> input = (Map<?, ?>) given.get("input");
    Map<?, ?> expected = (Map<?, ?>) given.get("expected");
    String tool = (String) module.get("module_id");
    Modules modules = new Modules(directory);
    register(modules, tool, module);
    modules.preview = told(input);
    PreflightResult result =
        modules.validator().validate(tool, Map.of("user", 42), Map.of("principal", "ops.console"));
    assertResult(result, expected);
    for (String check : texts(expected.get("warned_checks"))) {
      assertThat(find(result, check).passed()).isTrue();
      assertThat(find(result, check).warnings()).isNotEmpty();
    }
    assertThat(ExactText.of(PreflightJson.exact(result).get("predicted_changes")))
        .isEqualTo(expected.get("predicted_changes_text"));
    assertThat(PreflightJson.text(PreflightJson.parse(PreflightJson.text(result))))
        .isEqualTo(PreflightJson.text(result));
  }

  /** As who runs an application's preview does. */
  private static Told told(Map<?, ?> input) {
    switch ((String) input.get("preview")) {
      case "absent":
        return Told.absent();
      case "null":
        return Told.nothing();
      case "raises":
        return Told.failed((String) input.get("message"));
      default:
        try {
          return Told.answered(
              PreviewJson.parse((String) input.get("preview_text")).changes(), List.of());
        } catch (NotCanonicalException noPreview) {
          return Told.failed(noPreview.getMessage());
        }
    }
  }

  private static void register(Modules modules, String tool, Map<?, ?> module) throws IOException {
    modules.tool(Map.of("tool", tool)).pinned(tool, module.get("input_schema"));
  }

  private static PreflightResult validate(Modules modules, String tool, Map<?, ?> input)
      throws Exception {
    for (Object each : (List<?>) input.get("acl_rules")) {
      Map<?, ?> rule = (Map<?, ?>) each;
      assertThat(rule.get("callers")).isEqualTo(List.of("*"));
      for (String target : texts(rule.get("targets"))) {
        modules.rule("invoke of \"" + target + "\"", (String) rule.get("effect"));
      }
    }
    modules.otherwise((String) input.get("default_effect"));
    return modules
        .validator()
        .validate(tool, input.get("inputs"), Map.of("principal", input.get("caller_id")));
  }

  private static void assertResult(PreflightResult result, Map<?, ?> expected) {
    List<String> names = result.checks().stream().map(PreflightCheck::check).toList();
    List<String> failed =
        result.checks().stream().filter(each -> !each.passed()).map(PreflightCheck::check).toList();
    assertThat(names)
        .doesNotHaveDuplicates()
        .isSubsetOf("module_lookup", "acl", "schema", "module_preflight", "module_preview");
    assertThat(result.valid()).isEqualTo(expected.get("valid"));
    assertThat(names).containsAll(texts(expected.get("checks_present")));
    for (String check : texts(expected.get("checks_absent"))) {
      assertThat(names).doesNotContain(check);
    }
    if (expected.containsKey("failed_checks")) {
      assertThat(failed).containsExactlyInAnyOrderElementsOf(texts(expected.get("failed_checks")));
    }
    for (String check : texts(expected.get("passed_checks"))) {
      assertThat(find(result, check).passed()).isTrue();
    }
    for (String check : texts(expected.get("optional_passed_checks"))) {
      assertThat(names.contains(check) ? find(result, check) : null)
          .isIn(null, new PreflightCheck(check, true, null, List.of()));
    }
    if (expected.get("predicted_changes_count") instanceof Long count) {
      assertThat(result.predictedChanges()).hasSize(count.intValue());
    }
    assertThat(PreflightJson.exact(result).get("predicted_changes")).isInstanceOf(List.class);
  }

  private static PreflightCheck find(PreflightResult result, String check) {
    return result.checks().stream()
        .filter(each -> each.check().equals(check))
        .findFirst()
        .orElseThrow();
  }

  private static Change change(Map<?, ?> module) {
    return ChangeJson.read("preview_change", module.get("preview_change"));
  }

  /** None where the member is not there. */
  private static List<String> texts(Object json) {
    List<String> texts = new ArrayList<>();
    for (Object each : json == null ? List.of() : (List<?>) json) {
      texts.add((String) each);
    }
    return texts;
  }
}
