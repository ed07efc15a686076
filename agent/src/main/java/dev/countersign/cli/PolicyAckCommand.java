package dev.countersign.cli;

import dev.countersign.policy.Incidents;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code policy ack STATE}: somebody has seen what closed a machine. */
@Command(
    name = "ack",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    description = {
      "Acknowledges what closed a machine: a rollback, other bytes of a known version, JVMs that",
      "died of a version. The pinned policy judges again within one interval; what was blocked stays",
      "blocked. STATE is state.dir, by default the directory state in that of the books. Run as the JVM's user."
    })
final class PolicyAckCommand implements Callable<Integer> {

  private final Console console;

  @Parameters(paramLabel = "STATE", arity = "0..1", description = "The directory state.dir.")
  private Path state;

  @Option(names = "--show", description = "Shows it and acknowledges nothing.")
  private boolean show;

  @Option(names = "--format", defaultValue = "text", description = "text or json.")
  private Format format;

  @Option(names = "--schema", description = "Prints the JSON Schema of the JSON output.")
  private boolean schema;

  PolicyAckCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() {
    if (schema) {
      return OutputSchema.POLICY_ACK.print(console);
    }
    Required.argument(state, "STATE", "policy ack");
    try {
      Incidents incidents = Incidents.in(state);
      String text = incidents.text();
      if (text != null && !show) {
        incidents.acknowledge();
      }
      Map<String, Object> report = new LinkedHashMap<>();
      report.put("incident", text);
      report.put("id", incidents.id());
      report.put("acknowledged", text != null && !show);
      if (format == Format.json) {
        console.out().println(JsonText.of(report));
      } else if (text == null) {
        console.out().println("nothing closed this machine");
      } else {
        console.out().println((show ? "closed: " : "acknowledged: ") + text);
      }
      return text != null && show ? Exit.FAILED : Exit.CLEAN;
    } catch (IOException failed) {
      throw new CommandFailure(Exit.CANNOT, Unreadable.why(failed));
    }
  }
}
