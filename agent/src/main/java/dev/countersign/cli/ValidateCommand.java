package dev.countersign.cli;

import dev.countersign.Change;
import dev.countersign.PreflightCheck;
import dev.countersign.PreflightResult;
import dev.countersign.RefusalCode;
import dev.countersign.canonical.Json;
import dev.countersign.canonical.NotCanonicalException;
import dev.countersign.config.Configuration;
import dev.countersign.config.ConfigurationException;
import dev.countersign.config.ToolRule;
import dev.countersign.judge.Judge;
import dev.countersign.pin.KnownDefinitions;
import dev.countersign.preview.PreflightJson;
import dev.countersign.preview.Previews;
import dev.countersign.preview.Standing;
import dev.countersign.preview.Validator;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code validate} (spec 4, 6): what would become of a call. */
@Command(
    name = "validate",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    description = {
      "Judges a tool call without making it: would it be allowed, do its inputs fit, what would it",
      "change. Asks a running JVM, whose tools may have a preview of their own, or judges by a",
      "configuration alone. Nothing is executed, written or spent."
    },
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:the call would be allowed as it is",
      "1:a check failed, or what was given cannot be parsed",
      "2:usage",
      "3:the call would be allowed once a person approves it",
      "4:there is no such JVM or file, or it does not answer"
    })
final class ValidateCommand implements Callable<Integer> {

  private static final int MOST_ASKED = 1_000_000;

  private final Console console;

  @Mixin private AgentSocket jvm;

  @Option(
      names = "--config",
      paramLabel = "FILE",
      description = "Instead of a JVM: judge by this configuration alone.")
  private File configuration;

  @Option(names = "--tool", paramLabel = "NAME", description = "The name as the model calls it.")
  private String tool;

  @Option(
      names = "--args",
      paramLabel = "JSON",
      description = "The arguments, a JSON object; - is standard input. Default {}.")
  private String arguments = "{}";

  @Option(
      names = "--caller",
      paramLabel = "WHO",
      description = {
        "Who is said to call: a principal's name, or a JSON object with agent, principal, clearance,",
        "team, org_unit, role, scopes. Without it the configured actor."
      })
  private String caller;

  @Option(names = "--format", defaultValue = "text", description = "text or json.")
  private Format format;

  @Option(names = "--schema", description = "Prints the JSON Schema of the JSON output.")
  private boolean schema;

  ValidateCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() throws IOException {
    if (schema) {
      return OutputSchema.VALIDATE.print(console);
    }
    if (tool == null || tool.isEmpty()) {
      throw new CommandFailure(Exit.USAGE, "which tool? Give --tool NAME.");
    }
    if (configuration != null && jvm.isNamed()) {
      throw new CommandFailure(
          Exit.USAGE, "a running JVM has its own configuration: give --config or --pid, not both.");
    }
    if (configuration == null && !jvm.isNamed()) {
      throw new CommandFailure(
          Exit.USAGE, "by what? Give --pid N of a running JVM, its --state DIR, or --config FILE.");
    }
    Object inputs = object("--args", text());
    Object who = caller == null ? null : who(caller);
    PreflightResult result = configuration == null ? asked(inputs, who) : judged(inputs, who);
    if (format == Format.json) {
      console.out().println(JsonText.of(PreflightJson.exact(result)));
    } else {
      print(result);
    }
    return !result.valid() ? Exit.FAILED : result.requiresApproval() ? Exit.INCOMPLETE : Exit.CLEAN;
  }

  private String text() {
    return arguments.equals("-")
        ? new String(JsonInput.of("-", console).bytes(), StandardCharsets.UTF_8)
        : arguments;
  }

  private static Object who(String caller) {
    return caller.startsWith("{") ? object("--caller", caller) : Map.of("principal", caller);
  }

  private static Object object(String option, String text) {
    Object json;
    try {
      json = Json.parse(text);
    } catch (NotCanonicalException refused) {
      throw new CommandFailure(Exit.FAILED, option + ":" + refused.getMessage());
    }
    if (!(json instanceof Map)) {
      throw new CommandFailure(Exit.FAILED, option + ": a JSON object is expected.");
    }
    return json;
  }

  private PreflightResult asked(Object inputs, Object who) throws IOException {
    Map<String, Object> request = new LinkedHashMap<>();
    request.put("command", "validate");
    request.put("tool", tool);
    request.put("inputs", inputs);
    if (who != null) {
      request.put("caller", who);
    }
    Object answer = jvm.ask(request, MOST_ASKED).get("result");
    try {
      return PreflightJson.parse(String.valueOf(answer));
    } catch (NotCanonicalException other) {
      throw new CommandFailure(
          Exit.CANNOT,
          "the JVM answered with no result of a validation: "
              + other.getMessage()
              + ". Is its agent of another release?");
    }
  }

  private PreflightResult judged(Object inputs, Object who) {
    Configuration rules;
    try {
      rules = Configuration.load(configuration);
    } catch (ConfigurationException wrong) {
      throw new CommandFailure(wrong.unreadable() ? Exit.CANNOT : Exit.FAILED, wrong.getMessage());
    }
    if (rules.policy() != null) {
      console
          .err()
          .println(
              "countersign: what the configured policy source says is not looked at here; ask a"
                  + " running JVM with --pid N");
    }
    Standing alone = new Alone(new Judge(rules, System::getenv), rules.actor().state());
    Validator validator =
        new Validator(alone, new KnownDefinitions(rules.stateDir()), Previews.NONE);
    try {
      return validator.validate(tool, inputs, who);
    } catch (IllegalArgumentException unusable) {
      throw new CommandFailure(Exit.USAGE, unusable.getMessage());
    }
  }

  /** What holds by a configuration that nobody runs. */
  private record Alone(Judge judge, Map<String, Object> actor) implements Standing {
    @Override
    public RefusalCode refused(String tool, ToolRule rule, Map<String, Object> arguments) {
      return null;
    }
  }

  private void print(PreflightResult result) {
    StringBuilder out = new StringBuilder();
    for (PreflightCheck check : result.checks()) {
      out.append(check.passed() ? "passed  " : "FAILED  ").append(check.check());
      if (check.error() != null) {
        out.append("  ").append(check.error().code()).append("  ");
        out.append(shown(check.error().message()));
      }
      out.append('\n');
      for (String warning : check.warnings()) {
        out.append("        warning: ").append(shown(warning)).append('\n');
      }
    }
    List<Change> changes = result.predictedChanges();
    for (Change change : changes) {
      out.append("change  ").append(shown(change.action())).append("  ");
      out.append(shown(change.target())).append("  ");
      // The last on its line, where values stand in quotes of their own.
      out.append(VisibleText.of(change.summary())).append('\n');
    }
    out.append(
        !result.valid()
            ? "the call would be refused"
            : result.requiresApproval()
                ? "the call needs a person's approval"
                : "the call would be allowed");
    console.out().println(out);
  }

  /** What applications and models write is quoted where it could pass for more than a text. */
  private static String shown(String text) {
    String quoted = JsonText.quoted(text);
    return quoted.length() == text.length() + 2 ? text : quoted;
  }
}
