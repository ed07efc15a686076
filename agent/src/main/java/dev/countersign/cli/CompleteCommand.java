package dev.countersign.cli;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code complete}: ends the books of a running JVM that has nothing pending. */
@Command(
    name = "complete",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    description = {
      "Ends the books of a running JVM if nothing in it is pending; from then on everything is refused there.",
      "Otherwise it changes nothing, lists the calls that are pending, and its exit code is 3."
    })
final class CompleteCommand implements Callable<Integer> {

  private final Console console;

  @Mixin private AgentSocket jvm;

  @Option(names = "--format", defaultValue = "text", description = "text or json.")
  private Format format;

  CompleteCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() throws IOException {
    Map<?, ?> answer = jvm.ask(Map.of("command", "complete"));
    boolean completed = Boolean.TRUE.equals(answer.get("completed"));
    if (format == Format.json) {
      console.out().println(JsonText.of(answer));
    } else if (completed) {
      console.out().println("complete");
    } else {
      List<?> pending = answer.get("pending_call_ids") instanceof List<?> known ? known : List.of();
      console.out().println("pending: " + pending.size());
      for (Object id : pending) {
        console.out().println("  " + id);
      }
    }
    return completed ? Exit.CLEAN : Exit.INCOMPLETE;
  }
}
