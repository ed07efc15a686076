package dev.countersign.bench;

import dev.countersign.PreflightResult;
import dev.countersign.RefusalCode;
import dev.countersign.canonical.Canonical;
import dev.countersign.config.Configuration;
import dev.countersign.config.ConfigurationException;
import dev.countersign.config.ToolRule;
import dev.countersign.judge.Judge;
import dev.countersign.pin.Definition;
import dev.countersign.pin.KnownDefinitions;
import dev.countersign.pin.ToolPins;
import dev.countersign.preview.Previews;
import dev.countersign.preview.Standing;
import dev.countersign.preview.Validator;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/**
 * A whole validation of a call that is allowed: a tool with a pinned definition and a declared
 * effect, two rules about it, and no preview of the application's own.
 */
@State(Scope.Benchmark)
public class ValidateBenchmark implements Standing {

  private static final String TOOL = "clone";

  private final Map<String, Object> inputs = Map.of("url", "https://example.com/x", "depth", 1L);
  private final Map<String, Object> actor = Map.of("agent", "clerk", "clearance", "internal");
  private Path state;
  private Judge judge;
  private Validator validator;

  @Setup
  public void prepare() throws ConfigurationException, IOException {
    Map<String, Object> exec = new LinkedHashMap<>();
    exec.put("argv", List.of("git", "clone", "--depth=${args.depth}", "--", "${args.url}"));
    Map<String, Object> file = new LinkedHashMap<>();
    file.put("bundle", "desk");
    file.put("version", 1L);
    file.put("mode", "enforce");
    file.put("ledger", Map.of("dir", "books"));
    file.put("tools", List.of(Map.of("tool", TOOL, "effects", List.of(Map.of("exec", exec)))));
    file.put(
        "layers",
        List.of(
            Map.of(
                "level",
                "org",
                "version",
                1L,
                "rules",
                List.of(
                    rule("a", "invoke where arguments.url contains \"internal\""),
                    rule("b", "exec where program not in [\"git\"]")))));
    judge = new Judge(Configuration.parse("bench", Canonical.jcs(file)), Map::of);
    state = Files.createTempDirectory("cs");
    Map<String, Object> schema =
        Map.of(
            "type",
            "object",
            "required",
            List.of("url"),
            "properties",
            Map.of("url", Map.of("type", "string"), "depth", Map.of("type", "integer")));
    Map<String, Object> definition = Definition.of(TOOL, "Clones a repository", schema);
    new ToolPins(state.toString(), () -> true)
        .check(TOOL, "acme.Tools#clone()", Definition.digest(definition), () -> definition);
    validator = new Validator(this, new KnownDefinitions(state.toString()), Previews.NONE);
  }

  private static Map<String, Object> rule(String id, String when) {
    return Map.of("id", id, "when", when, "verdict", "deny", "reason", "r");
  }

  @TearDown
  public void remove() throws IOException {
    try (var files = Files.list(state)) {
      for (Path file : files.toList()) {
        Files.delete(file);
      }
    }
    Files.delete(state);
  }

  @Override
  public Judge judge() {
    return judge;
  }

  @Override
  public Map<String, Object> actor() {
    return actor;
  }

  @Override
  public RefusalCode refused(String tool, ToolRule rule, Map<String, Object> arguments) {
    return null;
  }

  @Benchmark
  public PreflightResult validate() {
    return validator.validate(TOOL, inputs, null);
  }
}
