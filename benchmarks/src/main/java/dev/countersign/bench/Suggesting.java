package dev.countersign.bench;

import com.example.bench.Command;
import dev.countersign.it.Jdk;
import java.io.File;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * The command {@code suggest} over a million learned effects ({@link LearnedCalls}), its JVM's
 * start included, with half a GiB of heap; and the most memory that its process had.
 */
final class Suggesting {

  private static final long EFFECTS = 1_000_000;

  private final Plan plan;

  Suggesting(Plan plan) {
    this.plan = plan;
  }

  void measure(List<Row> rows) throws IOException, InterruptedException {
    if (!plan.includes("suggest")) {
      return;
    }
    Plan.say("suggest, writing files of " + EFFECTS + " learned effects");
    Path directory = plan.directory("suggest");
    Path learned = Files.createDirectory(directory.resolve("learned"));
    long effects = LearnedCalls.write(learned, EFFECTS);
    long bytes = 0;
    try (DirectoryStream<Path> files = Files.newDirectoryStream(learned)) {
      for (Path file : files) {
        bytes += Files.size(file);
      }
    }
    for (Jdk jdk : plan.jdks()) {
      Medians measured = new Medians(2, plan.rounds());
      for (int round = 0; round < plan.rounds(); round++) {
        Plan.say(
            "suggest, JDK " + jdk.feature() + ", round " + (round + 1) + " of " + plan.rounds());
        Path peak = directory.resolve("peak");
        Path out = directory.resolve("suggested.yaml");
        Child child =
            Child.run(
                jdk,
                directory,
                directory,
                List.of(
                    "-Xmx512m",
                    "-Dbench.main=dev.countersign.agent.Main",
                    "-Dbench.peak=" + peak,
                    "-cp",
                    plan.agent() + File.pathSeparator + plan.applications(),
                    Command.class.getName(),
                    "suggest",
                    learned.toString(),
                    "-o",
                    out.toString()));
        require(out, effects);
        measured.add(0, round, child.millis() / 1000);
        measured.add(1, round, Long.parseLong(Files.readString(peak)) / 1024.0);
      }
      rows.add(
          Row.of("suggest", jdk.feature())
              .with("effects", effects)
              .with("mib_read", bytes / 1048576.0)
              .with("s", measured.of(0))
              .with("peak_mib", measured.of(1)));
    }
    Plan.delete(directory);
  }

  /** What leaves out is fast. */
  private static void require(Path out, long effects) throws IOException {
    String text = Files.readString(out);
    if (!text.contains("countersign suggest: " + effects + " unbound effects")
        || !text.contains("- tool: \"tool_" + (LearnedCalls.TOOLS - 1) + '"')) {
      throw new IllegalStateException("not everything that was learned is in " + out);
    }
  }
}
