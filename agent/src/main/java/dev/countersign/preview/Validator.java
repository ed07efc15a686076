package dev.countersign.preview;

import dev.countersign.ActionClass;
import dev.countersign.Change;
import dev.countersign.PreflightCheck;
import dev.countersign.PreflightError;
import dev.countersign.PreflightResult;
import dev.countersign.RefusalCode;
import dev.countersign.canonical.Canonical;
import dev.countersign.canonical.NotCanonicalException;
import dev.countersign.canonical.Snapshot;
import dev.countersign.config.MethodPattern;
import dev.countersign.config.ToolRule;
import dev.countersign.effect.Verb;
import dev.countersign.effect.template.Coverage;
import dev.countersign.effect.template.TemplateException;
import dev.countersign.guardrail.Judgment;
import dev.countersign.guardrail.Verdict;
import dev.countersign.judge.Declared;
import dev.countersign.judge.Judge;
import dev.countersign.pin.KnownDefinitions;
import dev.countersign.pin.PinnedDefinition;
import dev.countersign.pin.PinnedTool;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Judges a call without making it (spec 4): would it be allowed, do its inputs fit, what does the
 * tool itself warn of, what would it change.
 *
 * <p>Checks in this order, every one that fails collected: {@code module_lookup} (is the tool
 * known), {@code acl} (does the policy in force allow the call, and the effects that it declares),
 * {@code schema} (do the inputs have a canonical form, do they fit the pinned definition, can the
 * declared effects be rendered from them), {@code module_preflight}, {@code module_preview}. Only
 * an unknown tool ends it early. Where {@code acl} fails the application is not asked, and nothing
 * is said about the tool: {@code schema} then says whether what was given fits, not in what it does
 * not, and not what is missing.
 *
 * <p>Nothing is written, spent, pinned or counted. Thread-safe.
 */
public final class Validator {

  /** Characters of the inputs' texts and names. */
  public static final int MOST_INPUT = 8 << 20;

  private static final String LOOKUP = "module_lookup";
  private static final String ACL = "acl";
  private static final String SCHEMA = "schema";
  private static final String PREFLIGHT = "module_preflight";
  private static final String PREVIEW = "module_preview";

  private static final int MOST_NAME = 1024;
  private static final int MOST_SCHEMAS = 1000;

  private final Standing standing;
  private final KnownDefinitions definitions;
  private final Previews previews;

  /** Of a tool, as long as its pins stay the same; forgotten when there are too many. */
  private final Map<String, Known> schemas = new ConcurrentHashMap<>();

  /** What is known of a tool's arguments; no schema where nothing is. */
  private record Known(List<PinnedTool> pins, List<InputSchema> schemas) {}

  /** What the inputs are once they were read. */
  private static final class Inputs {
    private Map<String, Object> arguments;
    private List<Declared> declared = List.of();

    /** What is wrong with them; null for nothing. */
    private String problem;
  }

  /**
   * @param previews asks the application
   */
  public Validator(Standing standing, KnownDefinitions definitions, Previews previews) {
    this.standing = standing;
    this.definitions = definitions;
    this.previews = previews;
  }

  /**
   * Validates a call.
   *
   * @param tool its name as the model calls it
   * @param inputs its arguments: a JSON object as {@link Snapshot} reads one
   * @param caller who is said to make it, as {@link Caller} reads it; null for whoever acts on the
   *     calling thread
   * @throws IllegalArgumentException if there is no name, or the caller is none
   */
  public PreflightResult validate(String tool, Object inputs, Object caller) {
    if (tool == null || tool.isEmpty()) {
      throw new IllegalArgumentException("the name of a tool is required");
    }
    Map<String, Object> acting = standing.actor();
    Map<String, Object> actor = caller == null ? acting : Caller.state(caller, acting.get("agent"));
    List<PreflightCheck> checks = new ArrayList<>(5);
    List<String> remarks = new ArrayList<>();
    if (tool.length() > MOST_NAME) {
      checks.add(unknown(remarks));
      return new PreflightResult(checks, false, List.of());
    }
    Judge judge = standing.judge();
    ToolRule rule = judge.ruleFor(tool);
    Known known = known(tool, remarks);
    if (rule.position() == null && known.pins.isEmpty()) {
      checks.add(unknown(remarks));
      return new PreflightResult(checks, false, List.of());
    }
    checks.add(new PreflightCheck(LOOKUP, true, null, remarks));

    Inputs read = read(judge, rule, inputs);
    Acl acl = new Acl(judge, actor);
    acl.judge(tool, rule, known, read);
    checks.add(acl.check(tool));
    checks.add(schema(read, known, acl.refusal == null));
    if (acl.refusal != null) {
      return new PreflightResult(checks, false, List.of());
    }
    List<Change> changes =
        read.arguments == null ? List.of() : asked(tool, rule, read.arguments, checks);
    return new PreflightResult(checks, acl.approval, changes);
  }

  private static PreflightCheck unknown(List<String> remarks) {
    return failed(
        LOOKUP,
        RefusalCode.UNBOUND.code(),
        "no tool of this name is known: no entry of tools names it, and none was called yet. Is the"
            + " name right?",
        remarks);
  }

  /** What the application says, or the declared effects where it says nothing; adds its checks. */
  private List<Change> asked(
      String tool, ToolRule rule, Map<String, Object> arguments, List<PreflightCheck> checks) {
    Told warned = previews.preflight(tool, rule, arguments);
    if (warned.kind() != Told.Kind.ABSENT) {
      checks.add(new PreflightCheck(PREFLIGHT, true, null, bounded(warned.warnings())));
    }
    Told told = previews.preview(tool, rule, arguments);
    if (told.kind() == Told.Kind.ANSWERED || told.kind() == Told.Kind.FAILED) {
      checks.add(new PreflightCheck(PREVIEW, true, null, bounded(told.warnings())));
    }
    return told.kind() == Told.Kind.ANSWERED ? told.changes() : Predicted.of(rule, arguments);
  }

  private static List<String> bounded(List<String> warnings) {
    return warnings.size() <= PreflightCheck.MAX_WARNINGS
        ? warnings
        : warnings.subList(0, PreflightCheck.MAX_WARNINGS);
  }

  private static Inputs read(Judge judge, ToolRule rule, Object inputs) {
    Inputs read = new Inputs();
    try {
      Object json = Snapshot.of(inputs);
      if (!(json instanceof Map<?, ?> object)) {
        read.problem = "the inputs are no JSON object";
        return read;
      }
      Map<String, Object> arguments = new LinkedHashMap<>();
      for (Map.Entry<?, ?> member : object.entrySet()) {
        if (!rule.exclude().contains(member.getKey())) {
          arguments.put((String) member.getKey(), member.getValue());
        }
      }
      if (characters(arguments, 0) > MOST_INPUT) {
        read.problem =
            "the inputs have more than " + MOST_INPUT + " characters, too many to be judged here";
        return read;
      }
      Canonical.rho(arguments);
      read.arguments = arguments;
      read.declared = judge.declare(rule, arguments);
    } catch (NotCanonicalException refused) {
      read.arguments = null;
      read.problem = "the inputs have no canonical form: " + refused.getMessage();
    } catch (TemplateException unfit) {
      read.problem =
          "the effects that the tool declares cannot be made of the inputs: " + unfit.getMessage();
    }
    return read;
  }

  /** Of texts and names, until they are too many; before anything is written that holds them. */
  private static long characters(Object json, long before) {
    long sum = before;
    if (json instanceof String text) {
      sum += text.length();
    } else if (json instanceof List<?> list) {
      for (int i = 0; i < list.size() && sum <= MOST_INPUT; i++) {
        sum = characters(list.get(i), sum);
      }
    } else if (json instanceof Map<?, ?> map) {
      for (Map.Entry<?, ?> member : map.entrySet()) {
        sum = characters(member.getValue(), sum + ((String) member.getKey()).length());
      }
    }
    return sum;
  }

  private static PreflightCheck schema(Inputs read, Known known, boolean permitted) {
    List<String> problems = new ArrayList<>();
    List<String> remarks = new ArrayList<>();
    if (read.problem != null && (permitted || read.arguments == null)) {
      problems.add(read.problem);
    }
    if (read.arguments != null && !known.schemas.isEmpty()) {
      problems.addAll(misfits(read.arguments, known.schemas, permitted, remarks));
    } else if (read.arguments != null) {
      remarks.add(
          "the inputs were compared with no schema: no model was seen to be shown this tool's");
    }
    List<String> told = permitted ? remarks : List.of();
    if (problems.isEmpty()) {
      return new PreflightCheck(SCHEMA, true, null, told);
    }
    return failed(
        SCHEMA,
        RefusalCode.UNSUPPORTED.code(),
        permitted ? String.join("; ", problems) : "the inputs do not fit the tool",
        told);
  }

  /** What is wrong by the schema that is fitted best; none where one is fitted. */
  private static List<String> misfits(
      Map<String, Object> arguments,
      List<InputSchema> schemas,
      boolean missing,
      List<String> remarks) {
    List<String> fewest = null;
    for (InputSchema each : schemas) {
      List<String> problems = new ArrayList<>();
      boolean whole = each.compare(arguments, missing, problems);
      if (fewest == null || problems.size() < fewest.size()) {
        fewest = problems;
        remarks.clear();
        if (!whole) {
          remarks.add("the inputs were compared with a part of the schema only: it is too large");
        }
      }
    }
    return fewest;
  }

  private Known known(String tool, List<String> remarks) {
    List<PinnedTool> pins;
    try {
      pins = definitions.of(tool);
    } catch (IOException unreadable) {
      remarks.add("the pinned definitions cannot be read: " + unreadable.getMessage());
      return new Known(List.of(), List.of());
    }
    if (pins.isEmpty()) {
      return new Known(pins, List.of());
    }
    Known before = schemas.get(tool);
    if (before != null && before.pins == pins) {
      return before;
    }
    Known now = new Known(pins, schemasOf(pins));
    if (schemas.size() >= MOST_SCHEMAS) {
      schemas.clear();
    }
    schemas.put(tool, now);
    return now;
  }

  /** None where one definition says nothing about its arguments: then any may be right. */
  private static List<InputSchema> schemasOf(List<PinnedTool> pins) {
    List<InputSchema> schemas = new ArrayList<>();
    for (PinnedTool tool : pins) {
      for (PinnedDefinition each : tool.pinned()) {
        Map<?, ?> definition = each.definition();
        if (definition == null || !(definition.get("parameters") instanceof Map<?, ?> schema)) {
          return List.of();
        }
        schemas.add(new InputSchema(schema));
      }
    }
    return schemas;
  }

  private static PreflightCheck failed(
      String check, String code, String message, List<String> warnings) {
    return new PreflightCheck(check, false, new PreflightError(code, message), warnings);
  }

  /** What the policy in force says about the call, and about each effect that it declares. */
  private final class Acl {

    private final Judge judge;
    private final Map<String, Object> actor;
    private RefusalCode refusal;
    private ActionClass action = ActionClass.TOOL_CALL;
    private boolean approval;

    Acl(Judge judge, Map<String, Object> actor) {
      this.judge = judge;
      this.actor = actor;
    }

    void judge(String tool, ToolRule rule, Known known, Inputs inputs) {
      refusal = standing.refused(tool, rule, inputs.arguments);
      if (inputs.arguments == null) {
        // No rule can tell, so none that refuses is passed over.
        take(judge.judgeUnbound(Verb.INVOKE, null, null, actor), ActionClass.TOOL_CALL);
        if (refusal == null && judge.deniesByDefault()) {
          refusal = RefusalCode.POLICY;
        }
        return;
      }
      Map<String, Object> intent = new LinkedHashMap<>(4);
      intent.put("tool", tool);
      String method = method(rule, known);
      if (method != null) {
        intent.put("method", method);
      }
      intent.put("arguments", inputs.arguments);
      take(judge.judge(Verb.INVOKE, intent, null, actor), ActionClass.TOOL_CALL);
      for (Declared each : inputs.declared) {
        // What is left to the tool is not known yet, and a rule may be about just that.
        if (each.effect().coverage() == Coverage.FULL) {
          Verb verb = each.effect().verb();
          take(
              judge.judge(verb, each.effect().intent(), null, actor),
              verb == Verb.EXEC ? ActionClass.PROCESS_START : ActionClass.NETWORK_REQUEST);
        }
      }
    }

    private void take(Judgment judgment, ActionClass what) {
      if (judgment == null || judgment.waived()) {
        return;
      }
      if (judgment.verdict() == Verdict.DENY && refusal == null) {
        refusal = RefusalCode.POLICY;
        action = what;
      }
      approval |= judgment.verdict() == Verdict.REQUIRES_APPROVAL;
    }

    PreflightCheck check(String tool) {
      if (refusal == null) {
        return new PreflightCheck(ACL, true, null, List.of());
      }
      return failed(
          ACL,
          refusal.code(),
          refusal.sentence(action),
          judge.refuses(Verb.INVOKE.text(), tool)
              ? List.of()
              : List.of("nothing is refused here for now: mode observe, or an exception"));
    }
  }

  /** What carries the call out, where that is one. */
  private static String method(ToolRule rule, Known known) {
    if (known.pins.size() == 1) {
      return known.pins.get(0).method();
    }
    MethodPattern pattern = rule.method();
    return pattern != null
            && pattern.kind() == MethodPattern.Kind.EXACT
            && pattern.parameterNames().isEmpty()
        ? pattern.text()
        : null;
  }
}
