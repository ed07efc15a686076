package dev.countersign.bench;

import dev.countersign.canonical.Canonical;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Runs the benchmarks. Arguments: the repository's root, the rounds, {@code only=} and names.
 *
 * <p>Prints one line of progress for each step, then the table; writes {@code
 * benchmarks/target/benchmarks.json}. Ends with 1 when a limit does not hold, after that.
 */
public final class Benchmarks {

  public static void main(String[] arguments) throws Exception {
    Plan plan =
        new Plan(
            Path.of(arguments[0]).toAbsolutePath().normalize(),
            Integer.parseInt(arguments[1]),
            names(arguments[2]));
    List<Row> rows = new ArrayList<>();
    new StartUp(plan).measure(rows);
    new ClassLoading(plan).measure(rows);
    new Verifying(plan).measure(rows);
    new Suggesting(plan).measure(rows);
    new Inside(plan).measure(rows);
    new OwnTime(plan).measure(rows);
    new Throughput(plan).measure(rows);

    System.out.println();
    for (Row row : rows) {
      System.out.println(row);
    }
    write(plan, rows);
    List<String> broken = Limits.broken(rows);
    if (!broken.isEmpty()) {
      System.out.println();
      for (String line : broken) {
        System.out.println("a limit does not hold: " + line);
      }
      System.out.println(
          "Run it again on a quiet machine; then look at what the agent does there.");
      System.exit(1);
    }
  }

  private static List<String> names(String argument) {
    String names = argument.substring("only=".length());
    return names.isBlank() ? List.of() : List.of(names.split(","));
  }

  private static void write(Plan plan, List<Row> rows) throws IOException {
    List<Object> measured = new ArrayList<>();
    for (Row row : rows) {
      measured.add(row.toJson());
    }
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("date", Instant.now().toString());
    json.put("os", System.getProperty("os.name") + " " + System.getProperty("os.arch"));
    json.put("processors", Runtime.getRuntime().availableProcessors());
    json.put("rounds", plan.rounds());
    json.put("measured", measured);
    Path file = plan.target().resolve("benchmarks.json");
    Files.write(file, Canonical.jcs(json));
    Plan.say("written to " + file);
  }

  private Benchmarks() {}
}
