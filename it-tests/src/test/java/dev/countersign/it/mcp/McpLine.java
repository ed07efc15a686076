package dev.countersign.it.mcp;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * One line of the library with all that it needs, which the module {@code lines/mcp-LINE} puts
 * together.
 *
 * @param line {@code 0.17}
 */
record McpLine(String line) {

  static List<McpLine> all() {
    return Stream.of("0.17", "1.1", "2.1").map(McpLine::new).toList();
  }

  /**
   * Whether it has what that act does: 0.17 knows nobody who is asked to log in; transports over
   * {@code WebClient} are its own there, and Spring AI's of 2.1.
   */
  boolean has(String act) {
    return line.equals("0.17")
        ? !act.contains("login") && !act.contains("springai")
        : !act.contains("reactive") && (line.equals("2.1") || !act.contains("springai"));
  }

  List<Path> classPath() {
    Path jars = Path.of("lines", "mcp-" + line, "target", "lib").toAbsolutePath();
    try (Stream<Path> all = Files.list(jars)) {
      return all.sorted().toList();
    } catch (IOException missing) {
      throw new AssertionError(
          "no " + jars + ". The build of it-tests/lines/mcp-" + line + " fills it", missing);
    }
  }

  @Override
  public String toString() {
    return "MCP " + line;
  }
}
