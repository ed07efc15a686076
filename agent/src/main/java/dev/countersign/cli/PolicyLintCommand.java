package dev.countersign.cli;

import dev.countersign.config.Configuration;
import dev.countersign.config.ConfigurationException;
import dev.countersign.config.Problem;
import dev.countersign.guardrail.GuardrailCompiler;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code policy lint FILE}: whether rules compile, and do what they seem to. */
@Command(
    name = "lint",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    description = {
      "Compiles every rule of a configuration or judging object, and says which do not compile, and",
      "which do less or more than they seem to. Both are findings (exit code 1)."
    })
final class PolicyLintCommand implements Callable<Integer> {

  private final Console console;

  @Parameters(
      paramLabel = "FILE",
      arity = "0..1",
      description = "YAML or JSON; none or - is standard input.")
  private String file;

  @Option(names = "--format", defaultValue = "text", description = "text or json.")
  private Format format;

  @Option(names = "--schema", description = "Prints the JSON Schema of the JSON output.")
  private boolean schema;

  PolicyLintCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() {
    if (schema) {
      return OutputSchema.POLICY_LINT.print(console);
    }
    JsonInput input = JsonInput.of(file, console);
    Configuration read = null;
    List<Problem> errors = List.of();
    try {
      read = PolicyFile.policy(input);
    } catch (ConfigurationException wrong) {
      errors = wrong.problems();
    }
    List<Problem> warnings = read == null ? List.of() : read.warnings();
    if (format == Format.json) {
      console.out().println(JsonText.of(report(input.name(), read, errors, warnings)));
    } else {
      for (Problem error : errors) {
        console.err().println("countersign: " + error);
      }
      for (Problem warning : warnings) {
        console.err().println("countersign: warning: " + warning);
      }
      if (read != null) {
        console.out().println(summary(input.name(), read));
      }
    }
    return errors.isEmpty() && warnings.isEmpty() ? Exit.CLEAN : Exit.FAILED;
  }

  private static String summary(String name, Configuration read) {
    int rules = PolicyFile.cascade(read).ruleIds().size();
    return name
        + ": bundle "
        + read.bundle()
        + " version "
        + read.version()
        + ", "
        + rules
        + (rules == 1 ? " rule" : " rules")
        + ", default "
        + PolicyFile.cascade(read).otherwise().text()
        + ", "
        + PolicyFile.cascade(read).hash();
  }

  private static Map<String, Object> report(
      String name, Configuration read, List<Problem> errors, List<Problem> warnings) {
    Map<String, Object> report = new LinkedHashMap<>();
    report.put("file", name);
    report.put("ok", errors.isEmpty() && warnings.isEmpty());
    report.put("guardrail_compiler_version", GuardrailCompiler.VERSION);
    report.put("policy_bundle_hash", read == null ? null : PolicyFile.cascade(read).hash());
    report.put("rules", read == null ? null : PolicyFile.cascade(read).ruleIds().size());
    report.put("errors", places(errors));
    report.put("warnings", places(warnings));
    return report;
  }

  private static List<Object> places(List<Problem> problems) {
    List<Object> places = new ArrayList<>();
    for (Problem problem : problems) {
      Map<String, Object> place = new LinkedHashMap<>();
      place.put("line", problem.line() == 0 ? null : problem.line());
      place.put("column", problem.line() == 0 ? null : problem.column());
      place.put("path", problem.path());
      place.put("message", problem.message());
      places.add(place);
    }
    return places;
  }
}
