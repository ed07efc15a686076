package dev.countersign.preview;

import dev.countersign.PreflightCheck;
import dev.countersign.PreflightError;
import dev.countersign.PreflightResult;
import dev.countersign.PreviewResult;
import dev.countersign.canonical.ExactText;
import dev.countersign.canonical.Json;
import dev.countersign.canonical.NotCanonicalException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A {@link PreflightResult} as JSON (spec 4): {@code {valid, checks: [{check, passed, error: {code,
 * message} | null, warnings: [text]}], requires_approval, errors: [{code, message}],
 * predicted_changes: [change]}}, every member always there.
 */
public final class PreflightJson {

  private static final List<String> MEMBERS =
      List.of("valid", "checks", "requires_approval", "errors", "predicted_changes");

  private static final List<String> CHECK = List.of("check", "passed", "error", "warnings");

  private static final List<String> ERROR = List.of("code", "message");

  /**
   * Reads a result, with the {@code x-} members of its changes byte for byte.
   *
   * @throws NotCanonicalException saying what is wrong and where; {@code valid} and {@code errors}
   *     have to be what the checks say
   */
  public static PreflightResult parse(String text) {
    Members in = new Members("", Json.parse(text));
    in.only(MEMBERS);
    List<PreflightCheck> checks = new ArrayList<>();
    int number = 0;
    for (Object each : in.list("checks")) {
      checks.add(check("checks[" + number++ + "]", each));
    }
    String changes = RawMembers.of(text).get("predicted_changes");
    PreflightResult result;
    try {
      result =
          new PreflightResult(
              checks,
              in.bool("requires_approval"),
              ChangeJson.list(
                  "predicted_changes",
                  in.list("predicted_changes"),
                  changes,
                  PreviewResult.MAX_CHANGES));
    } catch (IllegalArgumentException refused) {
      throw Members.wrong("", "is no preflight: " + refused.getMessage());
    }
    if (in.bool("valid") != result.valid()) {
      throw Members.wrong("valid", "is not what the checks say");
    }
    List<PreflightError> errors = new ArrayList<>();
    number = 0;
    for (Object each : in.list("errors")) {
      errors.add(error("errors[" + number++ + "]", each));
    }
    if (!errors.equals(result.errors())) {
      throw Members.wrong("errors", "are not those of the checks");
    }
    return result;
  }

  private static PreflightCheck check(String place, Object json) {
    Members in = new Members(place, json);
    in.only(CHECK);
    if (!in.has("error")) {
      throw Members.wrong(in.at("error"), "is required, an object or null");
    }
    List<String> warnings = new ArrayList<>();
    for (Object each : in.list("warnings")) {
      if (!(each instanceof String warning)) {
        throw Members.wrong(in.at("warnings"), "must be texts");
      }
      warnings.add(warning);
    }
    Object error = in.value("error");
    try {
      return new PreflightCheck(
          in.text("check"),
          in.bool("passed"),
          error == null ? null : error(in.at("error"), error),
          warnings);
    } catch (IllegalArgumentException refused) {
      throw Members.wrong(place, "is no check: " + refused.getMessage());
    }
  }

  private static PreflightError error(String place, Object json) {
    Members in = new Members(place, json);
    in.only(ERROR);
    return new PreflightError(in.text("code"), in.text("message"));
  }

  /**
   * As {@link ChangeJson#exact}.
   *
   * @throws NotCanonicalException as {@link ChangeJson#exact}
   */
  public static Map<String, Object> exact(PreflightResult result) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("valid", result.valid());
    List<Object> checks = new ArrayList<>();
    for (PreflightCheck each : result.checks()) {
      Map<String, Object> check = new LinkedHashMap<>();
      check.put("check", each.check());
      check.put("passed", each.passed());
      check.put("error", each.error() == null ? null : exact(each.error()));
      check.put("warnings", each.warnings());
      checks.add(check);
    }
    json.put("checks", checks);
    json.put("requires_approval", result.requiresApproval());
    List<Object> errors = new ArrayList<>();
    for (PreflightError each : result.errors()) {
      errors.add(exact(each));
    }
    json.put("errors", errors);
    json.put("predicted_changes", ChangeJson.exact(result.predictedChanges()));
    return json;
  }

  private static Map<String, Object> exact(PreflightError error) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("code", error.code());
    json.put("message", error.message());
    return json;
  }

  /**
   * The text, on one line.
   *
   * @throws NotCanonicalException as {@link ChangeJson#exact}
   */
  public static String text(PreflightResult result) {
    return ExactText.of(exact(result));
  }

  private PreflightJson() {}
}
