package dev.countersign.canonical;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** Inputs that a fuzzing campaign found once, kept in {@code fuzz/<target>}, one file each. */
public final class Regressions {

  public static Stream<Path> of(String target) throws IOException {
    Path folder = Path.of("src", "test", "resources", "fuzz", target);
    try (Stream<Path> files = Files.list(folder)) {
      List<Path> sorted = files.sorted().toList();
      if (sorted.isEmpty()) {
        throw new AssertionError("no file in " + folder);
      }
      return sorted.stream();
    }
  }

  private Regressions() {}
}
