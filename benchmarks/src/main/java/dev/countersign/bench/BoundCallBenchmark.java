package dev.countersign.bench;

import com.example.bench.Desk;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/**
 * A whole bound call, with the agent attached to JMH's JVM: resolved, judged, its allow written,
 * compared at entry, its outcome written.
 */
@State(Scope.Benchmark)
public class BoundCallBenchmark {

  /** Far fewer than any run writes, far more than a start does. */
  static final long BOUND = 1 << 20;

  private final Desk desk = new Desk();

  @Benchmark
  public long call() {
    return desk.refund("A-100017", 1999);
  }

  /** A call that passed no gate is fast, and none of what is to be measured. */
  @TearDown(Level.Trial)
  public void requireBooks() throws IOException {
    long bytes = 0;
    try (DirectoryStream<Path> files =
        Files.newDirectoryStream(Path.of(System.getProperty("bench.ledger")), "*.jsonl")) {
      for (Path file : files) {
        bytes += Files.size(file);
      }
    }
    if (bytes < BOUND) {
      throw new IllegalStateException("the measured calls are not in the books");
    }
  }
}
