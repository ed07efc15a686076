package dev.countersign.it.preview;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.countersign.it.ActTable;
import dev.countersign.it.AgentRun;
import dev.countersign.it.Books;
import dev.countersign.it.Jdk;
import dev.countersign.it.Jdks;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Previews that a framework's tools have by the name of a method alone (spec 4), with the newest
 * line of each framework: what they say is in the record of the call, and what they attempt does
 * not happen.
 */
class FrameworkPreviewIT {

  private static final Map<String, ActTable> TABLES =
      Map.of(
          "langchain4j", table("langchain4j", null),
          "springai", table("springai", "spring-ai-2.0"),
          "adk", table("adk", "adk-1.8"),
          "mcp", table("mcp", "mcp-2.1"));

  /**
   * @param line the directory with the framework's jars; null for those of the test class path
   */
  private static ActTable table(String framework, String line) {
    try {
      return new ActTable(
          jdk -> application(jdk, line),
          Class.forName("com.example.acts." + framework + ".PreviewActs"),
          "honest",
          "hostile",
          "hostileDirectly");
    } catch (ClassNotFoundException missing) {
      throw new AssertionError(missing);
    }
  }

  private static AgentRun.Builder application(Jdk jdk, String line) {
    AgentRun.Builder application = AgentRun.on(jdk).with("preview-frameworks.yaml");
    if (line == null) {
      return application.libraries(
          "langchain4j-1",
          "langchain4j-core",
          "jackson",
          "jspecify",
          "slf4j-api",
          "opennlp",
          "byte-buddy");
    }
    try (Stream<Path> jars = Files.list(Path.of("lines", line, "target", "lib").toAbsolutePath())) {
      List<Path> sorted = jars.sorted().toList();
      sorted.forEach(application::classPath);
      return application;
    } catch (IOException missing) {
      throw new AssertionError("the build of it-tests/lines/" + line + " fills it", missing);
    }
  }

  static Stream<Arguments> frameworks() {
    return Jdks.tested()
        .flatMap(
            jdk ->
                TABLES.keySet().stream().sorted().map(framework -> Arguments.of(jdk, framework)));
  }

  @ParameterizedTest(name = "{1} on {0}")
  @MethodSource("frameworks")
  void itsChangesAreInTheRecordOfTheCall(Jdk jdk, String framework) {
    ActTable table = TABLES.get(framework);
    assertThat(table.with(jdk, "honest").ending()).isEqualTo("ended");
    assertThat(table.with(jdk, "honest").printed()).anyMatch(line -> line.contains("paid 7 back"));

    Books books = table.books(jdk, "honest");
    JsonNode record = books.decisionOf(books.events("allow").get(0));
    assertThat(record.at("/predicted_changes/0/action").asText()).isEqualTo("refund");
    assertThat(record.at("/predicted_changes/0/target").asText()).isEqualTo("orders.7");
  }

  @ParameterizedTest(name = "{1} on {0}")
  @MethodSource("frameworks")
  void whatItAttemptsDoesNotHappen(Jdk jdk, String framework) {
    ActTable table = TABLES.get(framework);
    assertThat(table.with(jdk, "hostile").changed()).isEqualTo("none");
    assertThat(table.with(jdk, "hostile").printed())
        .noneMatch(line -> line.contains("paid 7 back"));
    Books books = table.books(jdk, "hostile");
    assertThat(books.denialCodes()).containsExactly("CS-INTERNAL");
    JsonNode record = books.decisionOf(books.events("deny").get(0));
    assertThat(record.path("findings").path(0).asText()).isEqualTo("preview_attempted_effect");

    // The same method of the same object, called by the application itself.
    assertThat(table.with(jdk, "hostileDirectly").changed()).isEqualTo("+fired");
  }
}
