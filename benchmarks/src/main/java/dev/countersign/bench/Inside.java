package dev.countersign.bench;

import dev.countersign.it.Jdk;
import java.io.File;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.BenchmarkResult;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

/** What warm code costs, by JMH: the parts of a call, and whole calls with the agent attached. */
final class Inside {

  private static final int[] THREADS = {1, 2, 8};

  /** Half of them with a policy that moves. */
  private static final int ITERATIONS_OF_REPIN = 24;

  /** A few for each second in which it does. */
  private static final int LEAST_REPINS = 3 * ITERATIONS_OF_REPIN / 2;

  private static final int UNBOUND_PAIRS = 2;
  private static final String CLASS_PATH = "java.class.path";

  /** An allow and an outcome. */
  private static final int ENTRIES_PER_CALL = 2;

  private final Plan plan;

  Inside(Plan plan) {
    this.plan = plan;
  }

  void measure(List<Row> rows) throws IOException, RunnerException {
    for (Jdk jdk : plan.jdks()) {
      part("canonical.write_2k", CanonicalBenchmark.class, "write", jdk, rows);
      part("canonical.parse_write_2k", CanonicalBenchmark.class, "parseAndWrite", jdk, rows);
      part("canonical.oracle_2k", CanonicalBenchmark.class, "oracle", jdk, rows);
      part("digest.blake3_2k", DigestBenchmark.class, "blake3", jdk, rows);
      part("digest.blake3_bc_2k", DigestBenchmark.class, "blake3OfBouncyCastle", jdk, rows);
      part("digest.sha256_2k", DigestBenchmark.class, "sha256", jdk, rows);
      part("digest.sha256_bc_2k", DigestBenchmark.class, "sha256OfBouncyCastle", jdk, rows);
      part("digest.request_2k", CanonicalBenchmark.class, "digested", jdk, rows);
      part("receipt.sign_2k", ReceiptBenchmark.class, "envelope", jdk, rows);
      part("receipt.sign_jdk_2k", ReceiptBenchmark.class, "signatureOfTheJdk", jdk, rows);
      part("decision", DecisionBenchmark.class, "decide", jdk, rows);
      part("judge.100", CascadeBenchmark.class, "judge", jdk, rows);
      part("validate", ValidateBenchmark.class, "validate", jdk, rows);
      floor(jdk, rows);
      sends(jdk, rows);
      calls("write", jdk, rows);
      framework("langchain4j", "langChain4j", jdk, rows);
      framework("spring-ai", "springAi", jdk, rows);
      framework("mcp", "mcp", jdk, rows);
      framework("adk", "adk", jdk, rows);
      repinned(jdk, rows);
      calls("fsync", jdk, rows);
    }
  }

  private void part(String name, Class<?> type, String method, Jdk jdk, List<Row> rows)
      throws RunnerException {
    if (plan.includes(name)) {
      Plan.say(name + ", JDK " + jdk.feature());
      RunResult result = run(options(type, method, jdk, 1));
      rows.add(row(name, jdk, result));
    }
  }

  private void floor(Jdk jdk, List<Row> rows) throws IOException, RunnerException {
    String name = "floor.write.1";
    if (plan.includes(name)) {
      Plan.say(name + ", JDK " + jdk.feature());
      Path directory = plan.directory("floor");
      RunResult result =
          run(
              options(FloorBenchmark.class, "call", jdk, 1)
                  .jvmArgsAppend("-Dbench.ledger=" + directory));
      Plan.delete(directory);
      rows.add(row(name, jdk, result));
    }
  }

  /** What a bound request of 64 KiB costs beyond one that nobody binds, in passes of BLAKE3. */
  private void sends(Jdk jdk, List<Row> rows) throws IOException, RunnerException {
    if (plan.includes("send.hold_64k") || plan.includes("send.bound_64k")) {
      Plan.say("send.…_64k, JDK " + jdk.feature());
      RunResult pass = run(options(SendBenchmark.class, "blake3", jdk, 1));
      double blake3 = pass.getPrimaryResult().getStatistics().getPercentile(50);
      RunResult held = run(options(SendBenchmark.class, "hold", jdk, 1));
      rows.add(
          row("send.hold_64k", jdk, held)
              .with("to_blake3", held.getPrimaryResult().getStatistics().getPercentile(50) / blake3)
              .with("blake3_p50_us", blake3));
      double[] whole = new double[2];
      double[] small = new double[2];
      RunResult bound = attached("burst", jdk, whole);
      attached("smallBurst", jdk, small);
      double added = whole[1] - whole[0];
      double constant = small[1] - small[0];
      rows.add(
          row("send.bound_64k", jdk, bound)
              .with("none_p50_us", whole[0])
              .with("added_us", added)
              .with("added_1k_us", constant)
              .with("added_to_blake3", added / blake3)
              .with("body_to_blake3", (added - constant) / blake3));
    }
    for (String client : UnboundBenchmark.CLIENTS) {
      if (plan.includes("send.unbound." + client)) {
        Plan.say("send.unbound." + client + ", JDK " + jdk.feature());
        unbound(client, jdk, rows);
      }
    }
  }

  /**
   * What a small request takes outside any tool, without the agent and with it, in turn; the best
   * of each, for what else the machine does only ever adds.
   */
  private void unbound(String client, Jdk jdk, List<Row> rows) throws IOException, RunnerException {
    String own = System.getProperty(CLASS_PATH);
    // What is measured is started with the class path of this JVM.
    System.setProperty(CLASS_PATH, Load.classPath(plan) + File.pathSeparator + own);
    try {
      double[] p50 = {Double.MAX_VALUE, Double.MAX_VALUE};
      RunResult last = null;
      for (int turn = 0; turn < 2 * UNBOUND_PAIRS; turn++) {
        Path directory = plan.directory("unbound");
        Path configuration = Configurations.write(directory, Configurations.DESK, "write");
        ChainedOptionsBuilder options =
            options(UnboundBenchmark.class, "ask", jdk, 1)
                .param("client", client)
                .warmupIterations(3)
                .measurementIterations(3);
        if (turn % 2 == 1) {
          options.jvmArgsAppend("-javaagent:" + plan.agent() + "=" + configuration);
        }
        last = run(options);
        Plan.delete(directory);
        double took = last.getPrimaryResult().getStatistics().getPercentile(50);
        p50[turn % 2] = Math.min(p50[turn % 2], took);
      }
      rows.add(
          row("send.unbound." + client, jdk, last)
              .with("none_p50_us", p50[0])
              .with("added_us", p50[1] - p50[0]));
    } finally {
      System.setProperty(CLASS_PATH, own);
    }
  }

  /**
   * Without the agent, then with it.
   *
   * @param p50 in that order
   */
  private RunResult attached(String method, Jdk jdk, double[] p50)
      throws IOException, RunnerException {
    RunResult none = run(options(SendBenchmark.class, method, jdk, 1));
    p50[0] = none.getPrimaryResult().getStatistics().getPercentile(50);
    Path directory = plan.directory("send");
    Path configuration = Configurations.write(directory, Configurations.POST, "write");
    RunResult last =
        run(
            options(SendBenchmark.class, method, jdk, 1)
                .jvmArgsAppend("-javaagent:" + plan.agent() + "=" + configuration));
    Plan.delete(directory);
    p50[1] = last.getPrimaryResult().getStatistics().getPercentile(50);
    return last;
  }

  private void calls(String durability, Jdk jdk, List<Row> rows)
      throws IOException, RunnerException {
    double one = 0;
    for (int threads : THREADS) {
      String name = "call." + durability + "." + threads;
      if (!plan.includes(name)) {
        continue;
      }
      Plan.say(name + ", JDK " + jdk.feature());
      Path directory = plan.directory("call");
      Path configuration = Configurations.write(directory, Configurations.DESK, durability);
      RunResult result =
          run(
              options(BoundCallBenchmark.class, "call", jdk, threads)
                  .jvmArgsAppend(
                      "-javaagent:" + plan.agent() + "=" + configuration,
                      "-Dbench.ledger=" + directory.resolve("ledger")));
      Plan.delete(directory);
      double rate = ENTRIES_PER_CALL * threads * 1e6 / mean(result);
      Row row = row(name, jdk, result).with("entries_per_s", rate);
      if (threads == 1) {
        one = rate;
      } else if (one > 0) {
        row.with("to_one_thread", rate / one);
      }
      rows.add(row);
    }
  }

  /**
   * A tool call by a framework's own classes, without the agent and with it: what its preset adds,
   * from the model's JSON to the tool's result.
   */
  private void framework(String framework, String method, Jdk jdk, List<Row> rows)
      throws IOException, RunnerException {
    String name = "preset." + framework;
    if (!plan.includes(name)) {
      return;
    }
    Plan.say(name + ", JDK " + jdk.feature());
    ChainedOptionsBuilder plain = options(FrameworkCallBenchmark.class, method, jdk, 1);
    double without = run(plain).getPrimaryResult().getStatistics().getPercentile(50);
    Path directory = plan.directory("preset");
    Path configuration = Configurations.write(directory, Configurations.preset(framework), "write");
    RunResult with =
        run(
            options(FrameworkCallBenchmark.class, method, jdk, 1)
                .jvmArgsAppend("-javaagent:" + plan.agent() + "=" + configuration));
    requireBooks(directory.resolve("ledger"));
    Plan.delete(directory);
    double p50 = with.getPrimaryResult().getStatistics().getPercentile(50);
    rows.add(row(name, jdk, with).with("without_us", without).with("added_us", p50 - without));
  }

  /** A call that passed no gate is fast, and none of what is to be measured. */
  private static void requireBooks(Path ledger) throws IOException {
    long bytes = 0;
    try (DirectoryStream<Path> files = Files.newDirectoryStream(ledger, "*.jsonl")) {
      for (Path file : files) {
        bytes += Files.size(file);
      }
    }
    if (bytes < BoundCallBenchmark.BOUND) {
      throw new IllegalStateException("the measured calls are not in " + ledger);
    }
  }

  /**
   * The same call while its policy changes ten times a second, and while it does not: what a call
   * pays for a policy that moves (spec 3.3: nothing).
   */
  private void repinned(Jdk jdk, List<Row> rows) throws IOException, RunnerException {
    String name = "call.repin.1";
    if (!plan.includes(name)) {
      return;
    }
    Plan.say(name + ", JDK " + jdk.feature());
    Path directory = plan.directory("repin");
    Path configuration =
        Configurations.write(directory, Configurations.watched(directory), "write");
    RunResult result =
        run(
            options(RepinBenchmark.class, "call", jdk, 1)
                .measurementIterations(ITERATIONS_OF_REPIN)
                .jvmArgsAppend(
                    "-javaagent:" + plan.agent() + "=" + configuration,
                    "-Dbench.policy=" + Configurations.policy(directory)));
    requireRepins(directory.resolve("ledger"));
    Plan.delete(directory);
    Medians p50 = new Medians(2, ITERATIONS_OF_REPIN / 2);
    for (BenchmarkResult fork : result.getBenchmarkResults()) {
      int iteration = 0;
      for (IterationResult each : fork.getIterationResults()) {
        double median = each.getPrimaryResult().getStatistics().getPercentile(50);
        p50.add(iteration % 2, iteration / 2, median);
        iteration++;
      }
    }
    rows.add(row(name, jdk, result).with("to_unmoved", p50.of(1) / p50.of(0)));
  }

  /** Where nothing was adopted, nothing was measured. */
  private static void requireRepins(Path ledger) throws IOException {
    long repins = 0;
    try (DirectoryStream<Path> files = Files.newDirectoryStream(ledger, "*.effects.jsonl")) {
      for (Path file : files) {
        try (Stream<String> lines = Files.lines(file)) {
          repins += lines.filter(line -> line.contains("\"act\":\"agent.repin\"")).count();
        }
      }
    }
    if (repins < LEAST_REPINS) {
      throw new IllegalStateException("the policy moved only " + repins + " times");
    }
  }

  private static ChainedOptionsBuilder options(Class<?> type, String method, Jdk jdk, int threads) {
    return new OptionsBuilder()
        .include("^" + Pattern.quote(type.getName() + "." + method) + "$")
        .jvm(jdk.found().resolve("bin").resolve("java").toString())
        // As after an hour: the first use of a page of heap costs a fault, on a virtual machine
        // some 10 microseconds of it, which would be counted as ours. What is young comes round in
        // less than a second, before the machine's host takes the pages back.
        .jvmArgs("-Xms1g", "-Xmx1g", "-Xmn64m", "-XX:+AlwaysPreTouch")
        .mode(Mode.SampleTime)
        .timeUnit(TimeUnit.MICROSECONDS)
        .threads(threads)
        .forks(1)
        .warmupIterations(6)
        .warmupTime(TimeValue.milliseconds(1000))
        .measurementIterations(5)
        .measurementTime(TimeValue.milliseconds(1000))
        .addProfiler(GCProfiler.class)
        .shouldFailOnError(true)
        .verbosity(VerboseMode.SILENT);
  }

  private static RunResult run(ChainedOptionsBuilder options) throws RunnerException {
    Collection<RunResult> results = new Runner(options.build()).run();
    if (results.size() != 1) {
      throw new IllegalStateException("one benchmark was asked for, " + results.size() + " ran");
    }
    return results.iterator().next();
  }

  private static double mean(RunResult result) {
    return result.getPrimaryResult().getStatistics().getMean();
  }

  private static Row row(String name, Jdk jdk, RunResult result) {
    Result<?> time = result.getPrimaryResult();
    return Row.of(name, jdk.feature())
        .with("mean_us", time.getStatistics().getMean())
        .with("p50_us", time.getStatistics().getPercentile(50))
        .with("p99_us", time.getStatistics().getPercentile(99))
        .with("allocated_b", result.getSecondaryResults().get("gc.alloc.rate.norm").getScore());
  }
}
