package dev.countersign.it.springai;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * One line of the library with all that it needs, which the module {@code lines/spring-ai-LINE}
 * puts together.
 *
 * @param line {@code 1.0}
 */
record SpringAiLine(String line) {

  static List<SpringAiLine> all() {
    return Stream.of("1.0", "1.1", "2.0").map(SpringAiLine::new).toList();
  }

  boolean isBeforeTwo() {
    return line.startsWith("1.");
  }

  List<Path> classPath() {
    Path jars = Path.of("lines", "spring-ai-" + line, "target", "lib").toAbsolutePath();
    try (Stream<Path> all = Files.list(jars)) {
      return all.sorted().toList();
    } catch (IOException missing) {
      throw new AssertionError(
          "no " + jars + ". The build of it-tests/lines/spring-ai-" + line + " fills it", missing);
    }
  }

  @Override
  public String toString() {
    return "Spring AI " + line;
  }
}
