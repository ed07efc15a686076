package dev.countersign.bench;

import com.example.bench.Calls;
import dev.countersign.it.Jdk;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * The command {@code verify} over the books of many calls, its JVM's start included, and beside it
 * the least that any verifier has to do with the same bytes ({@link VerifyLimit}).
 */
final class Verifying {

  private static final int CALLS = 400_000;

  private final Plan plan;

  Verifying(Plan plan) {
    this.plan = plan;
  }

  void measure(List<Row> rows) throws IOException, InterruptedException {
    if (!plan.includes("verify")) {
      return;
    }
    for (Jdk jdk : plan.jdks()) {
      Plan.say("verify, JDK " + jdk.feature() + ", filling books with " + CALLS + " calls");
      Path directory = plan.directory("verify");
      Child.run(
          jdk,
          directory,
          directory,
          List.of(
              "-javaagent:"
                  + plan.agent()
                  + "="
                  + Configurations.write(directory, Configurations.DESK, "write"),
              "-cp",
              plan.applications().toString(),
              Calls.class.getName(),
              Integer.toString(CALLS)));
      long entries = lines(directory.resolve("ledger"));
      Medians millis = new Medians(2, plan.rounds());
      for (int round = -1; round < plan.rounds(); round++) {
        Plan.say(
            "verify, JDK " + jdk.feature() + ", round " + (round + 1) + " of " + plan.rounds());
        millis.add(
            0,
            round,
            Child.run(
                    jdk,
                    directory,
                    directory,
                    List.of(
                        "-jar",
                        plan.agent().toString(),
                        "verify",
                        directory.resolve("ledger").toString()))
                .millis());
        millis.add(
            1,
            round,
            Child.run(
                    jdk,
                    directory,
                    directory,
                    List.of(
                        "-cp",
                        System.getProperty("java.class.path"),
                        VerifyLimit.class.getName(),
                        directory.resolve("ledger").toString()))
                .millis());
      }
      rows.add(
          Row.of("verify", jdk.feature())
              .with("entries", entries)
              .with("ms", millis.of(0))
              .with("entries_per_s", entries * 1000 / millis.of(0))
              .with("limit_entries_per_s", entries * 1000 / millis.of(1))
              .with("to_limit", millis.of(1) / millis.of(0)));
      Plan.delete(directory);
    }
  }

  private static long lines(Path ledger) throws IOException {
    long count = 0;
    try (DirectoryStream<Path> chains = Files.newDirectoryStream(ledger, "*.jsonl")) {
      for (Path chain : chains) {
        if (!chain.toString().endsWith(".effects.jsonl")) {
          try (Stream<String> lines = Files.lines(chain)) {
            count += lines.count();
          }
        }
      }
    }
    if (count < 2L * CALLS) {
      throw new IllegalStateException(
          ledger + " holds " + count + " entries for " + CALLS + " calls");
    }
    return count;
  }
}
