package dev.countersign.bench;

import com.example.bench.Desk;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/**
 * A whole bound call whose policy stays as it is in every other iteration, the first of them one,
 * and in those between is replaced ten times a second. One JVM, because two of the very same
 * program differ by more than what is looked for.
 */
@State(Scope.Benchmark)
public class RepinBenchmark {

  private static final long BETWEEN_VERSIONS_MILLIS = 100;

  private final Desk desk = new Desk();
  private final Path policy = Path.of(System.getProperty("bench.policy"));

  private boolean moves;
  private int version = 1;
  private CountDownLatch over;
  private Thread writer;

  @Benchmark
  public long call() {
    return desk.refund("A-100017", 1999);
  }

  @Setup(Level.Iteration)
  public void begin() {
    over = new CountDownLatch(1);
    writer = new Thread(this::write, "policy writer");
    if (moves) {
      writer.start();
    }
  }

  @TearDown(Level.Iteration)
  public void end() throws InterruptedException {
    over.countDown();
    writer.join();
    moves = !moves;
  }

  private void write() {
    Path next = policy.resolveSibling("next.yaml");
    try {
      while (!over.await(BETWEEN_VERSIONS_MILLIS, TimeUnit.MILLISECONDS)) {
        Files.writeString(next, Configurations.desk(++version));
        Files.move(next, policy, StandardCopyOption.ATOMIC_MOVE);
      }
    } catch (IOException | InterruptedException failed) {
      throw new IllegalStateException(failed);
    }
  }
}
