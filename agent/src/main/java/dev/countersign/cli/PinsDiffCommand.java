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
import picocli.CommandLine.Parameters;

/** {@code pins diff}: what is different in the definitions that wait. */
@Command(
    name = "diff",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    description = {
      "Compares each definition that waits with the one that is pinned, place by place.",
      "A difference is exit code 1."
    })
final class PinsDiffCommand implements Callable<Integer> {

  private final Console console;

  @Mixin private StateOption state;

  @Parameters(paramLabel = "TOOL", arity = "0..*", description = "Only of these tools.")
  private List<String> names = new ArrayList<>();

  @Option(names = "--format", defaultValue = "text", description = "text or json.")
  private Format format;

  @Option(names = "--schema", description = "Prints the JSON Schema of the JSON output.")
  private boolean schema;

  PinsDiffCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() {
    if (schema) {
      return OutputSchema.PINS_DIFF.print(console);
    }
    List<Object> all = new ArrayList<>();
    for (PinnedTool tool : PinTexts.read(state.directory())) {
      if (names.isEmpty() || names.contains(tool.tool())) {
        for (PinnedDefinition each : tool.waiting()) {
          all.add(change(tool, each));
        }
      }
    }
    if (format == Format.json) {
      console.out().println(JsonText.of(Map.of("changes", all)));
    } else {
      all.forEach(each -> print((Map<?, ?>) each));
      if (all.isEmpty()) {
        console.out().println("no definition waits");
      }
    }
    return all.isEmpty() ? Exit.CLEAN : Exit.FAILED;
  }

  private static Map<String, Object> change(PinnedTool tool, PinnedDefinition waiting) {
    PinnedDefinition pinned = PinTexts.latest(tool);
    Map<String, Object> change = new LinkedHashMap<>();
    change.put("tool", tool.tool());
    change.put("method", tool.method());
    change.put("pinned", pinned.digest());
    change.put("pinned_since", pinned.since());
    change.put("pinned_by", pinned.by());
    change.put("waiting", waiting.digest());
    change.put("waiting_since", waiting.since());
    Map<?, ?> before = pinned.definition();
    Map<?, ?> after = waiting.definition();
    change.put(
        "differences", before == null || after == null ? null : JsonDiff.between(before, after));
    return change;
  }

  private void print(Map<?, ?> change) {
    console
        .out()
        .println(
            PinTexts.name((String) change.get("tool"))
                + "  "
                + PinTexts.name((String) change.get("method")));
    console
        .out()
        .println(
            "  pinned   "
                + change.get("pinned")
                + "  "
                + change.get("pinned_since")
                + "  "
                + PinTexts.name((String) change.get("pinned_by")));
    console
        .out()
        .println("  waiting  " + change.get("waiting") + "  " + change.get("waiting_since"));
    if (change.get("differences") instanceof List<?> differences) {
      for (Object each : differences) {
        print((Map<?, ?>) each, "before", "after");
      }
    } else {
      console
          .out()
          .println(
              "  one of the two is longer than "
                  + PinnedDefinition.MOST_KEPT / 1024
                  + " KiB: of those only the digest is kept");
    }
  }

  private void print(Map<?, ?> difference, String before, String after) {
    console.out().println("  " + PinTexts.name((String) difference.get("path")));
    side("- ", difference, before, after);
    side("+ ", difference, after, before);
  }

  private void side(String mark, Map<?, ?> difference, String side, String other) {
    if (difference.containsKey(side)) {
      console
          .out()
          .println("    " + mark + PinTexts.side(difference.get(side), difference.get(other)));
    }
  }
}
