package dev.countersign.cli;

import dev.countersign.observe.StateDirectory;
import dev.countersign.pin.PinStore;
import dev.countersign.pin.PinnedDefinition;
import dev.countersign.pin.PinnedTool;
import dev.countersign.pin.ToolPins;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code pins accept}: somebody has read what is different, and it is meant. */
@Command(
    name = "accept",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    description = {
      "Accepts the definition of a tool that waits: its calls go on from the next one on, in running",
      "JVMs too. It takes the place of what was pinned. Run as the JVM's user."
    })
final class PinsAcceptCommand implements Callable<Integer> {

  private final Console console;

  @Mixin private StateOption state;

  @Parameters(paramLabel = "TOOL", arity = "0..*", description = "The tools.")
  private List<String> names = new ArrayList<>();

  @Option(names = "--all", description = "Every tool.")
  private boolean all;

  @Option(
      names = "--digest",
      paramLabel = "HEX",
      description = "Only the definition whose digest begins with this, as diff shows it.")
  private String digest = "";

  @Option(
      names = "--beside",
      description = "What was pinned stays: two tools share the name and are both meant.")
  private boolean beside;

  @Option(names = "--format", defaultValue = "text", description = "text or json.")
  private Format format;

  @Option(names = "--schema", description = "Prints the JSON Schema of the JSON output.")
  private boolean schema;

  PinsAcceptCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() {
    if (schema) {
      return OutputSchema.PINS_ACCEPT.print(console);
    }
    if (names.isEmpty() != all) {
      throw new CommandFailure(
          Exit.USAGE, "name the tools, or say --all; \"pins diff\" shows what waits.");
    }
    List<Object> accepted = new ArrayList<>();
    try {
      Path directory = StateDirectory.open(state.directory().toString());
      String user = System.getProperty("user.name", "unknown");
      String now = ToolPins.now();
      PinStore.in(directory)
          .change(
              tools -> {
                List<PinnedTool> next = new ArrayList<>(tools.size());
                for (PinnedTool tool : tools) {
                  PinnedDefinition chosen = chosen(tool);
                  if (chosen == null) {
                    next.add(tool);
                  } else {
                    next.add(tool.accepting(chosen, beside, user, now));
                    accepted.add(report(tool, chosen));
                  }
                }
                return accepted.isEmpty() ? tools : next;
              });
    } catch (IOException failed) {
      throw new CommandFailure(Exit.CANNOT, Unreadable.why(failed));
    }
    if (accepted.isEmpty()) {
      throw new CommandFailure(
          Exit.FAILED,
          "no such definition waits. A definition waits once a call under it was refused; \"pins"
              + " list\" has them.");
    }
    if (format == Format.json) {
      console.out().println(JsonText.of(Map.of("accepted", accepted)));
    } else {
      for (Object each : accepted) {
        Map<?, ?> one = (Map<?, ?>) each;
        console
            .out()
            .println(
                "accepted: "
                    + PinTexts.name((String) one.get("tool"))
                    + " "
                    + one.get("digest")
                    + (beside ? " beside what was pinned" : ""));
      }
    }
    return Exit.CLEAN;
  }

  /** Null where nothing of this tool is meant. */
  private PinnedDefinition chosen(PinnedTool tool) {
    PinnedDefinition chosen = null;
    if (all || names.contains(tool.tool())) {
      for (PinnedDefinition each : tool.waiting()) {
        if (each.digest().startsWith(digest)) {
          if (chosen != null) {
            throw new CommandFailure(
                Exit.USAGE,
                "several definitions of "
                    + PinTexts.name(tool.tool())
                    + " wait, and only one can be meant. See \"pins diff\" and give its --digest."
                    + " Nothing was accepted.");
          }
          chosen = each;
        }
      }
    }
    if (chosen != null && beside && tool.pinned().size() >= PinnedTool.MOST) {
      throw new CommandFailure(
          Exit.FAILED,
          PinTexts.name(tool.tool())
              + " has "
              + PinnedTool.MOST
              + " definitions already. Does its description change with every start? Then pin: off"
              + " says so. Nothing was accepted.");
    }
    return chosen;
  }

  private Map<String, Object> report(PinnedTool tool, PinnedDefinition chosen) {
    List<Object> replaced = new ArrayList<>();
    for (PinnedDefinition each : tool.pinned()) {
      if (!beside) {
        replaced.add(each.digest());
      }
    }
    Map<String, Object> report = new LinkedHashMap<>();
    report.put("tool", tool.tool());
    report.put("method", tool.method());
    report.put("digest", chosen.digest());
    report.put("replaced", replaced);
    return report;
  }
}
