package dev.countersign.preview;

import dev.countersign.RefusalCode;
import dev.countersign.canonical.Canonical;
import dev.countersign.canonical.Json;
import dev.countersign.config.Configuration;
import dev.countersign.config.ConfigurationException;
import dev.countersign.config.ToolRule;
import dev.countersign.judge.Judge;
import dev.countersign.pin.Definition;
import dev.countersign.pin.KnownDefinitions;
import dev.countersign.pin.ToolPins;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A validator over a real configuration, real pins and an application that says what it is told.
 */
final class Modules implements Previews, Standing {

  private final Path state;
  private final List<Object> tools = new ArrayList<>();
  private final List<Object> rules = new ArrayList<>();
  private String otherwise = "allow";
  private Judge judge;

  /** Which of its methods the application was asked for, in order. */
  final List<String> asked = new ArrayList<>();

  Told preflight = Told.absent();
  Told preview = Told.absent();
  RefusalCode refused;

  /**
   * @param directory where the state directory is made
   */
  Modules(Path directory) {
    this.state = directory.resolve("state");
  }

  /** Vectors of a folder of this module's resources or of this project, byte for byte. */
  static Map<?, ?> read(Path file) throws IOException {
    return (Map<?, ?>) Json.parse(Files.readAllBytes(file));
  }

  /** An entry of {@code tools}. */
  Modules tool(Map<String, Object> entry) {
    tools.add(entry);
    return this;
  }

  /** What a model was shown of it at its first use. */
  Modules pinned(String tool, Object schema) throws IOException {
    Map<String, Object> definition = Definition.of(tool, "A tool.", schema);
    new ToolPins(state.toString(), () -> true)
        .check(tool, "acme.Tools#run(long)", Definition.digest(definition), () -> definition);
    return this;
  }

  /** A rule of the one layer. */
  Modules rule(String when, String verdict) {
    Map<String, Object> rule = new LinkedHashMap<>();
    rule.put("id", "rule-" + rules.size());
    rule.put("when", when);
    rule.put("verdict", verdict);
    rule.put("reason", "the-reason-of-a-rule");
    rules.add(rule);
    return this;
  }

  Modules otherwise(String verdict) {
    otherwise = verdict;
    return this;
  }

  Validator validator() throws ConfigurationException {
    Map<String, Object> file = new LinkedHashMap<>();
    file.put("bundle", "desk");
    file.put("version", 1L);
    file.put("mode", "enforce");
    file.put("ledger", Map.of("dir", "books"));
    file.put("default", otherwise);
    file.put("actor", Map.of("agent", "desk"));
    if (!tools.isEmpty()) {
      file.put("tools", tools);
    }
    if (!rules.isEmpty()) {
      Map<String, Object> layer = new LinkedHashMap<>();
      layer.put("level", "org");
      layer.put("version", 1L);
      layer.put("rules", rules);
      file.put("layers", List.of(layer));
    }
    judge = new Judge(Configuration.parse("F", Canonical.jcs(file)), Map::of);
    return new Validator(this, new KnownDefinitions(state.toString()), this);
  }

  @Override
  public Judge judge() {
    return judge;
  }

  @Override
  public Map<String, Object> actor() {
    return Map.of("agent", "desk");
  }

  @Override
  public RefusalCode refused(String tool, ToolRule rule, Map<String, Object> arguments) {
    return refused;
  }

  @Override
  public Told preview(String tool, ToolRule rule, Map<String, Object> arguments) {
    if (preview.kind() != Told.Kind.ABSENT) {
      asked.add("preview");
    }
    return preview;
  }

  @Override
  public Told preflight(String tool, ToolRule rule, Map<String, Object> arguments) {
    if (preflight.kind() != Told.Kind.ABSENT) {
      asked.add("preflight");
    }
    return preflight;
  }
}
