package dev.countersign.cli;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code kill}: ends the authority of agents in a running JVM. */
@Command(
    name = "kill",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    description = {
      "Ends the authority of agents in a running JVM, at once and for good: nothing of them happens any more.",
      "The JVM itself and what is running go on. The books get a kill entry with what was pending."
    })
final class KillCommand implements Callable<Integer> {

  private final Console console;

  @Mixin private AgentSocket jvm;

  @ArgGroup(multiplicity = "1")
  private Whom whom;

  /** Exactly one of them. */
  static final class Whom {
    @Option(
        names = "--node",
        paramLabel = "ID",
        description = "One node and those below it: an id of the books, or its part n<k>.")
    private String node;

    @Option(
        names = "--agent",
        paramLabel = "NAME",
        description = "Every node of that agent, and those it would get later.")
    private String agent;

    @Option(names = "--all", description = "Everything that happens in this JVM.")
    private boolean all;
  }

  @Option(names = "--reason", paramLabel = "TEXT", description = "For the books.")
  private String reason;

  @Option(names = "--format", defaultValue = "text", description = "text or json.")
  private Format format;

  KillCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() throws IOException {
    Map<String, Object> request = new LinkedHashMap<>();
    request.put("command", "kill");
    put(request, "node", whom.node);
    put(request, "agent", whom.agent);
    put(request, "reason", reason);
    Map<?, ?> answer = jvm.ask(request);
    boolean recorded = !Boolean.FALSE.equals(answer.get("recorded"));
    if (format == Format.json) {
      console.out().println(JsonText.of(answer));
    } else {
      list("killed", answer.get("revoked"));
      list("pending", answer.get("pending_at_kill"));
      if (!recorded) {
        console
            .err()
            .println(
                "countersign: it holds, but the books do not say so: "
                    + JsonText.quoted(String.valueOf(answer.get("detail"))));
      }
    }
    return recorded ? Exit.CLEAN : Exit.FAILED;
  }

  private void list(String title, Object ids) {
    List<?> list = ids instanceof List<?> known ? known : List.of();
    console.out().println(title + ": " + list.size());
    for (Object id : list) {
      console.out().println("  " + id);
    }
  }

  private static void put(Map<String, Object> request, String key, String value) {
    if (value != null) {
      request.put(key, value);
    }
  }
}
