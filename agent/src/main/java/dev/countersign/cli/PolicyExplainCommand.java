package dev.countersign.cli;

import dev.countersign.effect.Verb;
import dev.countersign.guardrail.Cascade;
import dev.countersign.guardrail.Judgment;
import dev.countersign.guardrail.Level;
import dev.countersign.guardrail.PolicyCase;
import dev.countersign.guardrail.PolicyException;
import dev.countersign.guardrail.RuleTrace;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code policy explain FILE --request ρ}: why the rules say what they say about a request. */
@Command(
    name = "explain",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    description = {
      "Judges one request and says which rules of which layer match, how each of their comparisons",
      "ends, and which rule decides. The request is ρ, or { verb, intent }."
    })
final class PolicyExplainCommand implements Callable<Integer> {

  private final Console console;

  @Parameters(paramLabel = "FILE", arity = "0..1", description = "The rules: YAML or JSON.")
  private String file;

  @Option(
      names = "--request",
      paramLabel = "FILE",
      description = "The request: YAML or JSON; - is standard input.")
  private String request;

  @Option(
      names = "--actor",
      paramLabel = "FILE",
      description = {
        "The actor's state; none: that of the rules' file, which is not known where it comes from a",
        "method (actor.from)."
      })
  private String actor;

  @Option(names = "--format", defaultValue = "text", description = "text or json.")
  private Format format;

  @Option(names = "--schema", description = "Prints the JSON Schema of the JSON output.")
  private boolean schema;

  PolicyExplainCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() {
    if (schema) {
      return OutputSchema.POLICY_EXPLAIN.print(console);
    }
    if (file == null || request == null) {
      throw new CommandFailure(
          Exit.USAGE,
          "Missing " + (file == null ? "FILE" : "--request") + ". See \"policy explain --help\".");
    }
    var configuration = PolicyFile.soundPolicy(file, console);
    Cascade cascade = PolicyFile.cascade(configuration);
    Map<String, Object> read = PolicyFile.map(request, console);
    Map<String, Object> state =
        actor == null ? configuration.actor().state() : PolicyFile.map(actor, console);
    try {
      Verb verb = PolicyCase.verb(read, "request");
      Map<String, Object> intent = intent(read);
      Judgment judgment = cascade.judge(verb, intent, state);
      List<RuleTrace> traces = cascade.explain(verb, intent, state);
      if (format == Format.json) {
        console.out().println(JsonText.of(report(cascade, judgment, traces)));
      } else {
        print(cascade, judgment, traces);
      }
      return Exit.CLEAN;
    } catch (PolicyException wrong) {
      throw new CommandFailure(
          Exit.FAILED, request + " " + wrong.path() + ": " + wrong.getMessage());
    }
  }

  @SuppressWarnings("unchecked") // of a JSON value, names are texts
  private Map<String, Object> intent(Map<String, Object> read) {
    if (read.get("intent") instanceof Map<?, ?> intent) {
      return (Map<String, Object>) intent;
    }
    throw new CommandFailure(Exit.FAILED, request + " intent: expected a map");
  }

  private void print(Cascade cascade, Judgment judgment, List<RuleTrace> traces) {
    StringBuilder out = new StringBuilder();
    out.append(judgment.verdict().text()).append(": ");
    if (judgment.matched()) {
      out.append(judgment.policyId())
          .append(" (")
          .append(judgment.layer().text())
          .append("), ")
          .append(JsonText.quoted(judgment.reason()));
    } else {
      out.append(judgment.reason());
    }
    out.append('\n');
    Level level = null;
    for (RuleTrace trace : traces) {
      if (trace.level() != level) {
        level = trace.level();
        out.append("layer ").append(level.text()).append('\n');
      }
      boolean decides = trace.id().equals(judgment.policyId());
      out.append(decides ? "  * " : "    ")
          .append(trace.id())
          .append(trace.matched() ? " matches, " : " does not match, ")
          .append(trace.verdict().text())
          .append(": ")
          .append(trace.when())
          .append('\n');
      if (!trace.about()) {
        out.append("        it is about other effects\n");
      }
      for (RuleTrace.TestTrace test : trace.tests()) {
        out.append("        ").append(test.text()).append(": ").append(words(test)).append('\n');
      }
    }
    out.append("default ").append(cascade.otherwise().text());
    console.out().println(out);
  }

  private static String words(RuleTrace.TestTrace test) {
    switch (test.outcome()) {
      case HOLDS:
        return "holds";
      case DOES_NOT_HOLD:
        return "does not hold";
      default:
        return "cannot tell: the value is of another kind, so that a deny matches and an allow"
            + " does not";
    }
  }

  private static Map<String, Object> report(
      Cascade cascade, Judgment judgment, List<RuleTrace> traces) {
    Map<String, Object> report = new LinkedHashMap<>(judgment.toJson());
    report.put("default", cascade.otherwise().text());
    List<Object> rules = new ArrayList<>();
    for (RuleTrace trace : traces) {
      Map<String, Object> rule = new LinkedHashMap<>();
      rule.put("layer", trace.level().text());
      rule.put("id", trace.id());
      rule.put("verdict", trace.verdict().text());
      rule.put("when", trace.when());
      rule.put("about", trace.about());
      rule.put("matched", trace.matched());
      rule.put("decides", trace.id().equals(judgment.policyId()));
      List<Object> tests = new ArrayList<>();
      for (RuleTrace.TestTrace test : trace.tests()) {
        Map<String, Object> one = new LinkedHashMap<>();
        one.put("text", test.text());
        one.put("outcome", test.outcome().name().toLowerCase(Locale.ROOT));
        tests.add(one);
      }
      rule.put("tests", tests);
      rule.put("predicate", trace.predicate());
      rules.add(rule);
    }
    report.put("rules", rules);
    return report;
  }
}
