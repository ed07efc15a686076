package dev.countersign.cli;

import dev.countersign.config.Nearest;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * {@code explain CODE}: what a code in a refusal, in the books or in a verifier's report means, and
 * what to do.
 */
@Command(
    name = "explain",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    description =
        "Says what a refusal or reason code means, what usually causes it, and the next step.")
final class ExplainCommand implements Callable<Integer> {

  private final Console console;

  @Parameters(
      paramLabel = "CODE",
      arity = "0..1",
      description = "For example NIKA-SEC-011 or params_mismatch; none lists them all.")
  private String code;

  @Option(names = "--format", defaultValue = "text", description = "text or json.")
  private Format format;

  ExplainCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() {
    Map<String, Explanation> known = Explanation.all();
    if (code == null) {
      list(known);
      return Exit.CLEAN;
    }
    Explanation found = known.get(code);
    if (found == null) {
      String nearest = nearest(known);
      throw new CommandFailure(
          Exit.USAGE,
          "no code is called "
              + JsonText.quoted(code)
              + ". "
              + (nearest == null
                  ? "\"countersign explain\" lists them all."
                  : "Did you mean \"" + nearest + "\"?"));
    }
    console.out().println(format == Format.json ? JsonText.of(found.toJson()) : found.text());
    return Exit.CLEAN;
  }

  private String nearest(Map<String, Explanation> known) {
    for (String candidate : known.keySet()) {
      if (candidate.equalsIgnoreCase(code) || candidate.equalsIgnoreCase("CS-" + code)) {
        return candidate;
      }
    }
    return Nearest.to(code, known.keySet());
  }

  private void list(Map<String, Explanation> known) {
    if (format == Format.json) {
      Map<String, Object> all = new LinkedHashMap<>();
      known.forEach((name, explanation) -> all.put(name, explanation.toJson()));
      console.out().println(JsonText.of(all));
      return;
    }
    String kind = "";
    for (Explanation explanation : known.values()) {
      if (!explanation.kind().equals(kind)) {
        kind = explanation.kind();
        console.out().println(kind + ":");
      }
      console
          .out()
          .println(
              "  "
                  + explanation.code()
                  + " ".repeat(Math.max(1, 30 - explanation.code().length()))
                  + explanation.firstSentence());
    }
  }
}
