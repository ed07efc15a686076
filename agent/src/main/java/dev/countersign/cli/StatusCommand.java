package dev.countersign.cli;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code status}: how the books and the agents of a running JVM stand now. */
@Command(
    name = "status",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    description =
        "Says how the books of a running JVM stand, which agents are at work, and their meters.")
final class StatusCommand implements Callable<Integer> {

  private final Console console;

  @Mixin private AgentSocket jvm;

  @Option(names = "--format", defaultValue = "text", description = "text or json.")
  private Format format;

  StatusCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() throws IOException {
    Map<?, ?> answer = jvm.ask(Map.of("command", "status"));
    if (!(answer.get("status") instanceof Map<?, ?> status)) {
      throw new CommandFailure(Exit.CANNOT, "the JVM answered without a status.");
    }
    if (format == Format.json) {
      console.out().println(JsonText.of(status));
      return Exit.CLEAN;
    }
    Map<?, ?> chain = status.get("chain") instanceof Map<?, ?> known ? known : Map.of();
    console
        .out()
        .println(
            "mode "
                + status.get("mode")
                + ", chain "
                + chain.get("chain_id")
                + ", last entry "
                + chain.get("last_seq")
                + ", pending "
                + status.get("pending")
                + (Boolean.TRUE.equals(chain.get("closed")) ? ", closed" : ""));
    if (status.get("nodes") instanceof List<?> nodes) {
      for (Object node : nodes) {
        if (node instanceof Map<?, ?> known) {
          print(known);
        }
      }
    }
    return Exit.CLEAN;
  }

  private void print(Map<?, ?> node) {
    StringBuilder line = new StringBuilder();
    line.append(node.get("node"))
        .append("  ")
        .append(JsonText.quoted(String.valueOf(node.get("agent"))));
    line.append("  ").append(node.get("lifecycle"));
    line.append("  pending ").append(node.get("pending"));
    if (node.get("meters") instanceof List<?> meters) {
      for (Object meter : meters) {
        if (meter instanceof Map<?, ?> use) {
          line.append("  ").append(use.get("key")).append(' ').append(use.get("used"));
          line.append('/').append(use.get("max"));
        }
      }
    }
    console.out().println(line);
  }
}
