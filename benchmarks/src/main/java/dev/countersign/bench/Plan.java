package dev.countersign.bench;

import dev.countersign.it.Jdk;
import dev.countersign.it.Jdks;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * What is measured, and where everything for it lies.
 *
 * @param root of the repository, built
 * @param rounds of each start-up measurement
 * @param only beginnings of the names of what is measured; empty for all
 */
record Plan(Path root, int rounds, List<String> only) {

  /** The JDKs of this machine that Countersign is tested on. */
  List<Jdk> jdks() {
    List<Jdk> found = new ArrayList<>();
    for (Jdk jdk : Jdks.tested().toList()) {
      if (jdk.found() == null) {
        say("JDK " + jdk.feature() + " was not found and is not measured");
      } else {
        found.add(jdk);
      }
    }
    return found;
  }

  boolean includes(String name) {
    return only.isEmpty() || only.stream().anyMatch(name::startsWith);
  }

  Path agent() {
    return built("agent/target/countersign-agent.jar");
  }

  Path openTelemetry() {
    return built("it-tests/target/peers/opentelemetry-javaagent.jar");
  }

  Path datadog() {
    return built("it-tests/target/peers/dd-java-agent.jar");
  }

  /** A file or directory of the examples. */
  Path example(String path) {
    return built("examples/" + path);
  }

  /** Where the measured applications' classes are. */
  Path applications() {
    return built("benchmarks/target/classes");
  }

  Path target() {
    return root.resolve("benchmarks/target");
  }

  /** A fresh directory on the disk that the repository is on. */
  Path directory(String name) throws IOException {
    return Files.createTempDirectory(
        Files.createDirectories(target().resolve("bench-runs")), name + "-");
  }

  /** Removes a directory that {@link #directory} made; books of a benchmark are large. */
  static void delete(Path directory) {
    try (Stream<Path> all = Files.walk(directory)) {
      for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(path);
      }
    } catch (IOException left) {
      throw new UncheckedIOException(left);
    }
  }

  /** A line of progress. */
  static void say(String line) {
    System.out.println("benchmark: " + line);
    System.out.flush();
  }

  private Path built(String path) {
    Path file = root.resolve(path);
    if (!Files.exists(file)) {
      throw new IllegalStateException(
          "there is no "
              + file
              + ". Run the benchmarks by \"mvn -B -Pbenchmark verify -DskipTests\"");
    }
    return file;
  }
}
