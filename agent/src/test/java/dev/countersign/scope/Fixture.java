package dev.countersign.scope;

import dev.countersign.canonical.Json;
import dev.countersign.config.Configuration;
import dev.countersign.effect.ExecIntent;
import dev.countersign.effect.Parameter;
import dev.countersign.effect.Verb;
import dev.countersign.judge.Judge;
import dev.countersign.judge.Judging;
import dev.countersign.ledger.Adapter;
import dev.countersign.ledger.Capture;
import dev.countersign.ledger.Ledger;
import dev.countersign.ledger.LedgerSettings;
import dev.countersign.pin.Definition;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * One run's effects over a real ledger, with a context that a test can change between preview and
 * commit.
 */
final class Fixture {

  static final String METHOD = "acme.Tools#archive(java.lang.String)";

  final Effects effects;
  final Judging judging;
  private final Configuration configuration;
  final Ledger ledger;
  String plan = "plan-1";
  String pin = "pin-1";
  boolean unseen;
  String lock = "lock-1";
  private final Path directory;

  Fixture(Path directory, String mode, String rules) throws Exception {
    this(directory, mode, rules, new PreviewIndex());
  }

  Fixture(Path directory, String mode, String rules, PreviewIndex index) throws Exception {
    this(directory, mode, rules, index, Ledger::create);
  }

  Fixture(
      Path directory,
      String mode,
      String rules,
      PreviewIndex index,
      Function<LedgerSettings, Ledger> books)
      throws Exception {
    this.directory = directory;
    Path file =
        Files.writeString(
            directory.resolve("countersign.yaml"),
            "bundle: shop\nversion: 1\nmode: "
                + mode
                + "\n"
                + rules
                + "\nledger: { dir: \""
                + directory.resolve("ledger")
                + "\" }\n");
    configuration = Configuration.load(file.toFile());
    judging = Judging.from(new Judge(configuration, Map::of));
    ledger = books.apply(LedgerSettings.of(configuration.ledger().dir(), "shop", "test"));
    effects =
        new Effects(
            new Surroundings(
                configuration,
                judging,
                ledger,
                "f0e1d2c3b4a5968778695a4b3c2d1e0f",
                () -> lock,
                "test",
                "test"),
            index);
    ThreadCell.current().swap(null);
  }

  /** The judge of another object for the same machine. */
  Judge judge(long version, String mode, String rules) throws Exception {
    return new Judge(
        Configuration.parse(
            "next",
            ("bundle: shop\nversion: "
                    + version
                    + "\nmode: "
                    + mode
                    + "\n"
                    + rules
                    + "\nledger: { dir: unused }\n")
                .getBytes(java.nio.charset.StandardCharsets.UTF_8)),
        Map::of);
  }

  ToolCall call(String tool, String json) {
    return call(tool, json, null);
  }

  @SuppressWarnings("unchecked") // the tests present objects
  ToolCall call(String tool, String json, String frameworkId) {
    return new ToolCall(
        tool,
        frameworkId,
        json == null ? null : (Map<String, Object>) Json.parse(json),
        new ToolMethod(METHOD, List.of(Parameter.of("name", String.class)), List.of(0)),
        () -> plan,
        () -> unseen ? null : Definition.of(tool, pin, null),
        Capture.WRAPPER_SYNC,
        adapter(),
        null);
  }

  Observation body(String tool, String json) {
    Map<String, Object> intent = new LinkedHashMap<>();
    intent.put("tool", tool);
    intent.put("method", METHOD);
    intent.put("arguments", json == null ? Map.of() : Json.parse(json));
    return new Observation(Verb.INVOKE, intent, tool, List.of(), adapter());
  }

  Observation exec(String... argv) {
    return new Observation(Verb.EXEC, intent(argv), argv[0], List.of(), adapter());
  }

  static Map<String, Object> intent(String... argv) {
    return new ExecIntent(
            List.of(argv),
            null,
            Map.of(),
            List.of(),
            ExecIntent.PIPE,
            ExecIntent.PIPE,
            ExecIntent.PIPE,
            false)
        .toJson();
  }

  static Adapter adapter() {
    return new Adapter("test", "1", "test");
  }

  /** The chain's entries, without those of the agent itself. */
  List<Map<String, Object>> entries() throws IOException {
    return lines(".jsonl", "event");
  }

  /** The effect records. */
  List<Map<String, Object>> records() throws IOException {
    return lines(".effects.jsonl", "record");
  }

  @SuppressWarnings("unchecked") // every line is an object
  private List<Map<String, Object>> lines(String suffix, String key) throws IOException {
    List<Map<String, Object>> lines = new ArrayList<>();
    try (DirectoryStream<Path> files =
        Files.newDirectoryStream(directory.resolve("ledger"), "*" + suffix)) {
      for (Path file : files) {
        for (String line : Files.readAllLines(file)) {
          Map<String, Object> value = (Map<String, Object>) Json.parse(line);
          if (value.containsKey(key)) {
            lines.add(value);
          }
        }
      }
    }
    return lines;
  }

  /** The events in order, for example {@code root allow deny outcome}; a deny with its code. */
  String story() throws IOException {
    StringBuilder story = new StringBuilder();
    for (Map<String, Object> entry : entries()) {
      story.append(story.length() == 0 ? "" : " ").append(entry.get("event"));
      if (entry.get("event").equals("deny")) {
        story.append('(').append(entry.get("reason")).append(')');
      }
      if (entry.get("event").equals("outcome")) {
        story.append('(').append(entry.get("body_state")).append(')');
      }
    }
    return story.toString();
  }
}
