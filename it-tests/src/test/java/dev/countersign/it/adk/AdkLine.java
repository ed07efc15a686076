package dev.countersign.it.adk;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * One line of the library with what its runner needs, which the module {@code lines/adk-LINE} puts
 * together.
 *
 * @param line {@code 1.0}
 */
record AdkLine(String line) {

  static List<AdkLine> all() {
    return Stream.of("1.0", "1.8").map(AdkLine::new).toList();
  }

  boolean isFirst() {
    return line.equals("1.0");
  }

  List<Path> classPath() {
    Path jars = Path.of("lines", "adk-" + line, "target", "lib").toAbsolutePath();
    try (Stream<Path> all = Files.list(jars)) {
      return all.sorted().toList();
    } catch (IOException missing) {
      throw new AssertionError(
          "no " + jars + ". The build of it-tests/lines/adk-" + line + " fills it", missing);
    }
  }

  @Override
  public String toString() {
    return "Google ADK " + line;
  }
}
