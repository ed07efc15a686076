package dev.countersign.it.bench;

import dev.countersign.it.Jdk;
import dev.countersign.it.Jdks;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;

/**
 * What attaching costs at start: an application that prints a line and starts one process, without
 * an agent, with ours and with OpenTelemetry's, interleaved in one run (the machines are shared:
 * only ratios of one run say anything).
 *
 * <p>Run by {@code mvn -B -Pstartup-benchmark verify}; docs/benchmarks.md says how to read it.
 * Arguments: agent jar, peer's jar, class path of {@link Hello}, rounds, output file, the highest
 * ratio. A higher one on any JDK fails the run, after everything was printed and written.
 */
public final class StartupBenchmark {

  /** The measured application. */
  public static final class Hello {
    public static void main(String[] arguments) throws Exception {
      System.out.println("hello");
      System.exit(new ProcessBuilder("true").start().waitFor());
    }
  }

  private static final int LIMIT_SECONDS = 120;

  private final Path directory;
  private final String classPath;

  private StartupBenchmark(Path directory, String classPath) {
    this.directory = directory;
    this.classPath = classPath;
  }

  public static void main(String[] arguments) throws Exception {
    Path ours = Path.of(arguments[0]);
    Path peer = Path.of(arguments[1]);
    int rounds = Integer.parseInt(arguments[3]);
    double limit = Double.parseDouble(arguments[5]);
    StartupBenchmark benchmark =
        new StartupBenchmark(Files.createTempDirectory("startup-benchmark"), arguments[2]);
    List<String> json = new ArrayList<>();
    List<String> above = new ArrayList<>();
    for (Jdk jdk : Jdks.tested().toList()) {
      Measured measured = benchmark.measure(jdk, ours, peer, rounds);
      json.add(measured.json());
      if (!(measured.ratio() <= limit)) {
        above.add("JDK " + jdk.feature() + ": " + measured.ratio());
      }
    }
    Files.writeString(Path.of(arguments[4]), "[\n" + String.join(",\n", json) + "\n]\n");
    if (!above.isEmpty()) {
      throw new IllegalStateException(
          "attaching costs more than "
              + limit
              + " of the peer ("
              + String.join(", ", above)
              + "). Run it again on a quiet machine; then look at what the start does");
    }
  }

  /** One JDK's result. */
  private record Measured(double ratio, String json) {}

  private Measured measure(Jdk jdk, Path ours, Path peer, int rounds)
      throws IOException, InterruptedException {
    double[] none = new double[rounds];
    double[] withOurs = new double[rounds];
    double[] withPeer = new double[rounds];
    for (int round = -1; round < rounds; round++) {
      double a = run(jdk, List.of());
      double b = run(jdk, List.of("-javaagent:" + ours + "=" + configuration(jdk, round)));
      double c =
          run(
              jdk,
              List.of(
                  "-javaagent:" + peer,
                  "-Dotel.traces.exporter=none",
                  "-Dotel.metrics.exporter=none",
                  "-Dotel.logs.exporter=none"));
      if (round >= 0) {
        none[round] = a;
        withOurs[round] = b;
        withPeer[round] = c;
      }
    }
    double baseline = median(none);
    double added = median(withOurs) - baseline;
    double peerAdded = median(withPeer) - baseline;
    System.out.printf(
        Locale.ROOT,
        "JDK %d: no agent %.0f ms, Countersign +%.0f ms, OpenTelemetry +%.0f ms, ratio %.3f"
            + " (medians of %d)%n",
        jdk.feature(),
        baseline,
        added,
        peerAdded,
        added / peerAdded,
        rounds);
    String json =
        String.format(
            Locale.ROOT,
            "{\"jdk\":%d,\"rounds\":%d,\"none_ms\":%.1f,\"added_ms\":%.1f,\"peer_added_ms\":%.1f,"
                + "\"ratio\":%.4f}",
            jdk.feature(),
            rounds,
            baseline,
            added,
            peerAdded,
            added / peerAdded);
    return new Measured(added / peerAdded, json);
  }

  private Path configuration(Jdk jdk, int round) throws IOException {
    Path ledger = directory.resolve("ledger-" + jdk.feature() + "-" + round);
    Path file = directory.resolve("countersign-" + jdk.feature() + "-" + round + ".yaml");
    return Files.writeString(
        file,
        """
        bundle: hello
        version: 1
        mode: enforce
        frameworks: auto
        unbound: { in_tool: refuse, elsewhere: observe }
        tools:
          - tool: clone_repo
            effects:
              - exec: { argv: [git, clone, --depth=1, --, "${args.url}", "${args.dir}"] }
        ledger: { dir: %s }
        """
            .formatted(ledger));
  }

  private double run(Jdk jdk, List<String> options) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.add(jdk.java().toString());
    command.addAll(options);
    command.addAll(List.of("-cp", classPath, Hello.class.getName()));
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .redirectError(directory.resolve("stderr").toFile());
    builder.environment().remove("JAVA_TOOL_OPTIONS");
    long began = System.nanoTime();
    Process process = builder.start();
    boolean ended = process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS);
    double millis = (System.nanoTime() - began) / 1e6;
    if (!ended || process.exitValue() != 0) {
      process.destroyForcibly();
      throw new IOException(command + " failed:\n" + Files.readString(directory.resolve("stderr")));
    }
    return millis;
  }

  private static double median(double[] values) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    int middle = sorted.length / 2;
    return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
  }
}
