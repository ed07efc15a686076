package dev.countersign.cli;

import dev.countersign.guardrail.Cascade;
import dev.countersign.guardrail.Judgment;
import dev.countersign.guardrail.PolicyCase;
import dev.countersign.guardrail.PolicyException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code policy test FILE}: the cases beside the rules. */
@Command(
    name = "test",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    description = {
      "Judges every case of CASES by the rules of FILE. A case that comes to another verdict than it",
      "expects is a finding (exit code 1). Rules that no case reaches are named."
    })
final class PolicyTestCommand implements Callable<Integer> {

  private final Console console;

  @Parameters(
      index = "0",
      paramLabel = "FILE",
      description = "The rules: YAML or JSON.",
      arity = "0..1")
  private String file;

  @Parameters(
      index = "1",
      paramLabel = "CASES",
      arity = "0..1",
      description = "The cases; none: the file beside FILE, rules.yaml has rules.cases.yaml.")
  private String cases;

  @Option(names = "--format", defaultValue = "text", description = "text or json.")
  private Format format;

  @Option(names = "--schema", description = "Prints the JSON Schema of the JSON output.")
  private boolean schema;

  PolicyTestCommand(Console console) {
    this.console = console;
  }

  /** A case and what came of it. */
  private record Result(PolicyCase expected, Judgment judgment, boolean ok) {}

  @Override
  public Integer call() {
    if (schema) {
      return OutputSchema.POLICY_TEST.print(console);
    }
    if (file == null) {
      throw new CommandFailure(Exit.USAGE, "Missing FILE. See \"countersign policy test --help\".");
    }
    Cascade cascade = PolicyFile.cascade(PolicyFile.soundPolicy(file, console));
    String from = cases == null ? beside(file) : cases;
    List<Result> results = results(cascade, from);
    List<String> unreached = new ArrayList<>(cascade.ruleIds());
    boolean ok = true;
    for (Result result : results) {
      ok &= result.ok();
      unreached.remove(result.judgment().policyId());
    }
    if (format == Format.json) {
      console.out().println(JsonText.of(report(from, cascade, results, unreached, ok)));
    } else {
      print(from, results, unreached);
    }
    return ok ? Exit.CLEAN : Exit.FAILED;
  }

  private static String beside(String file) {
    int dot = file.lastIndexOf('.');
    if (file.equals("-") || dot <= file.lastIndexOf('/')) {
      throw new CommandFailure(Exit.USAGE, "Missing CASES: there is no file beside " + file + ".");
    }
    return file.substring(0, dot) + ".cases" + file.substring(dot);
  }

  private List<Result> results(Cascade cascade, String from) {
    Object list = PolicyFile.map(from, console).get("cases");
    if (!(list instanceof List<?> written) || written.isEmpty()) {
      throw new CommandFailure(
          Exit.FAILED, from + " cases: expected a list of { name, request, expect }");
    }
    List<Result> results = new ArrayList<>();
    for (int i = 0; i < written.size(); i++) {
      try {
        PolicyCase one = PolicyCase.of(written.get(i), "cases[" + i + "]");
        Judgment judgment = one.judged(cascade);
        results.add(new Result(one, judgment, one.isMetBy(judgment)));
      } catch (PolicyException wrong) {
        throw new CommandFailure(
            Exit.FAILED, from + " " + wrong.path() + ": " + wrong.getMessage());
      }
    }
    return results;
  }

  private void print(String from, List<Result> results, List<String> unreached) {
    int failed = 0;
    for (Result result : results) {
      if (!result.ok()) {
        failed++;
        console
            .out()
            .println(
                "FAILED  "
                    + JsonText.quoted(result.expected().name())
                    + ": expected "
                    + said(result.expected().expect().text(), result.expected().rule())
                    + ", came "
                    + said(result.judgment().verdict().text(), decider(result.judgment())));
      }
    }
    if (!unreached.isEmpty()) {
      console.out().println("no case reaches: " + String.join(", ", unreached));
    }
    console
        .out()
        .println(from + ": " + (results.size() - failed) + " of " + results.size() + " cases hold");
  }

  private static String said(String verdict, String rule) {
    return rule == null ? verdict : verdict + " by " + JsonText.quoted(rule);
  }

  static String decider(Judgment judgment) {
    return judgment.matched() ? judgment.policyId() : judgment.reason();
  }

  private static Map<String, Object> report(
      String from, Cascade cascade, List<Result> results, List<String> unreached, boolean ok) {
    Map<String, Object> report = new LinkedHashMap<>();
    report.put("cases_file", from);
    report.put("ok", ok);
    report.put("policy_bundle_hash", cascade.hash());
    List<Object> all = new ArrayList<>();
    for (Result result : results) {
      Map<String, Object> one = new LinkedHashMap<>();
      one.put("name", result.expected().name());
      one.put("ok", result.ok());
      one.put("expected", result.expected().expect().text());
      one.put("expected_rule", result.expected().rule());
      one.put("verdict", result.judgment().verdict().text());
      one.put("rule", decider(result.judgment()));
      all.add(one);
    }
    report.put("cases", all);
    report.put("rules_without_case", unreached);
    return report;
  }
}
