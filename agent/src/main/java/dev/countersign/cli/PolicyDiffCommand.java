package dev.countersign.cli;

import dev.countersign.canonical.Dsse;
import dev.countersign.canonical.Json;
import dev.countersign.canonical.NotCanonicalException;
import dev.countersign.config.Configuration;
import dev.countersign.config.ConfigurationException;
import dev.countersign.policy.Kind;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code policy diff BEFORE AFTER}: what a new version changes. */
@Command(
    name = "diff",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    description = {
      "Shows what differs between two policies, each a signed bundle or the rules themselves: the",
      "places as JSON pointers, with the value before and after. A difference is exit code 1."
    })
final class PolicyDiffCommand implements Callable<Integer> {

  private final Console console;

  @Parameters(
      index = "0",
      paramLabel = "BEFORE",
      arity = "0..1",
      description = "The version before.")
  private String before;

  @Parameters(index = "1", paramLabel = "AFTER", arity = "0..1", description = "The version after.")
  private String after;

  @Option(names = "--format", defaultValue = "text", description = "text or json.")
  private Format format;

  @Option(names = "--schema", description = "Prints the JSON Schema of the JSON output.")
  private boolean schema;

  PolicyDiffCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() {
    if (schema) {
      return OutputSchema.POLICY_DIFF.print(console);
    }
    Required.argument(after, "BEFORE or AFTER", "policy diff");
    List<Object> changes = JsonDiff.between(policy(before), policy(after));
    if (format == Format.json) {
      Map<String, Object> report = new LinkedHashMap<>();
      report.put("same", changes.isEmpty());
      report.put("changes", changes);
      console.out().println(JsonText.of(report));
    } else {
      for (Object each : changes) {
        Map<?, ?> change = (Map<?, ?>) each;
        console
            .out()
            .println(
                change.get("path")
                    + ": "
                    + text(change, "before")
                    + " -> "
                    + text(change, "after"));
      }
      if (changes.isEmpty()) {
        console.out().println("the same");
      }
    }
    return changes.isEmpty() ? Exit.CLEAN : Exit.FAILED;
  }

  private static String text(Map<?, ?> change, String side) {
    return change.containsKey(side) ? JsonText.of(change.get(side)) : "(absent)";
  }

  private Object policy(String file) {
    JsonInput input = JsonInput.of(file, console);
    try {
      Object document = Configuration.document(input.name(), input.bytes());
      if (document instanceof Map<?, ?> map && map.containsKey("payloadType")) {
        byte[] payload = Dsse.parse(input.bytes(), Kind.BUNDLE.mostBytes()).payload();
        document = ((Map<?, ?>) Json.parse(payload)).get("policy");
      }
      if (document instanceof Map<?, ?>) {
        return document;
      }
      throw new CommandFailure(Exit.FAILED, input.name() + ": holds no policy");
    } catch (ConfigurationException wrong) {
      throw new CommandFailure(Exit.FAILED, wrong.problems().get(0).toString());
    } catch (NotCanonicalException wrong) {
      throw new CommandFailure(Exit.FAILED, input.name() + ": " + wrong.getMessage());
    }
  }
}
