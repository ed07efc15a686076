package dev.countersign.cli;

import dev.countersign.pin.PinnedDefinition;
import dev.countersign.pin.PinnedTool;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code pins list}: every tool that was used, with its definitions. */
@Command(
    name = "list",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    description = {
      "Lists the tools that were used, with the digests of their definitions: pinned, or met later,",
      "refused, and waiting for somebody to accept them. One that waits is exit code 1."
    })
final class PinsListCommand implements Callable<Integer> {

  private final Console console;

  @Mixin private StateOption state;

  @Option(names = "--format", defaultValue = "text", description = "text or json.")
  private Format format;

  @Option(names = "--schema", description = "Prints the JSON Schema of the JSON output.")
  private boolean schema;

  PinsListCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() {
    if (schema) {
      return OutputSchema.PINS_LIST.print(console);
    }
    List<PinnedTool> tools = PinTexts.read(state.directory());
    int waiting = 0;
    for (PinnedTool tool : tools) {
      waiting += tool.waiting().size();
    }
    if (format == Format.json) {
      Map<String, Object> report = new LinkedHashMap<>();
      List<Object> all = new ArrayList<>();
      for (PinnedTool tool : tools) {
        Map<String, Object> one = new LinkedHashMap<>();
        one.put("tool", tool.tool());
        one.put("method", tool.method());
        one.put("pinned", json(tool.pinned()));
        one.put("waiting", json(tool.waiting()));
        all.add(one);
      }
      report.put("tools", all);
      report.put("waiting", waiting);
      console.out().println(JsonText.of(report));
    } else {
      for (PinnedTool tool : tools) {
        console.out().println(PinTexts.name(tool.tool()) + "  " + PinTexts.name(tool.method()));
        for (PinnedDefinition each : tool.pinned()) {
          line("pinned ", each, each.by());
        }
        for (PinnedDefinition each : tool.waiting()) {
          line("waiting", each, null);
        }
      }
      console
          .out()
          .println(
              tools.isEmpty()
                  ? "no tool was used yet"
                  : tools.size()
                      + (tools.size() == 1 ? " tool, " : " tools, ")
                      + waiting
                      + " waiting");
    }
    return waiting == 0 ? Exit.CLEAN : Exit.FAILED;
  }

  private void line(String kind, PinnedDefinition definition, String by) {
    console
        .out()
        .println(
            "  "
                + kind
                + "  "
                + definition.digest()
                + "  "
                + definition.since()
                + (by == null ? "" : "  " + PinTexts.name(by)));
  }

  private static List<Object> json(List<PinnedDefinition> definitions) {
    List<Object> all = new ArrayList<>();
    for (PinnedDefinition each : definitions) {
      Map<String, Object> one = new LinkedHashMap<>();
      one.put("digest", each.digest());
      one.put("since", each.since());
      one.put("by", each.by());
      one.put("definition", each.definition());
      all.add(one);
    }
    return all;
  }
}
