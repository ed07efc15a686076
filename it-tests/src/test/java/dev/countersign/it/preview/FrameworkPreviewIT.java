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
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Previews that a framework's tools have by the name of a method alone (spec 4), with the newest
 * line of each framework: what they say is in the record of the call, and what they attempt does
 * not happen.
 */
class FrameworkPreviewIT {

  /** Newest lines by their directory; LangChain4j's is on the test class path. */
  private static final Map<String, String> LINES =
      Map.of("springai", "spring-ai-2.0", "adk", "adk-1.8", "mcp", "mcp-2.1");

  private static final String[] ACTS = {"registered", "honest", "hostile", "hostileDirectly"};

  private static final String[] MCP_ACTS = {
    "registered",
    "honest",
    "hostile",
    "hostileDirectly",
    "honestAsynchronous",
    "hostileAsynchronous"
  };

  private static final Map<String, ActTable> TABLES =
      Map.of(
          "langchain4j", table("langchain4j"),
          "springai", table("springai"),
          "adk", table("adk"),
          "mcp", table("mcp"));

  private static ActTable table(String framework) {
    String line = LINES.get(framework);
    try {
      return new ActTable(
          jdk -> application(jdk, line).with("preview-frameworks.yaml"),
          Class.forName("com.example.acts." + framework + ".PreviewActs"),
          framework.equals("mcp") ? MCP_ACTS : ACTS);
    } catch (ClassNotFoundException missing) {
      throw new AssertionError(missing);
    }
  }

  /**
   * @param line the directory with the framework's jars; null for those of the test class path
   */
  private static AgentRun.Builder application(Jdk jdk, String line) {
    AgentRun.Builder application = AgentRun.on(jdk);
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

  /** As soon as the framework has the tool, before any call. */
  @ParameterizedTest(name = "{1} on {0}")
  @MethodSource("frameworks")
  void canBeAskedBeforeTheFirstCall(Jdk jdk, String framework) {
    assertThat(TABLES.get(framework).with(jdk, "registered").printed())
        .contains(
            "registered: valid +module_lookup +acl +schema +module_preview [refund orders.7]");
  }

  @ParameterizedTest
  @MethodSource("jdks")
  void anAsynchronousHandlersPreviewIsClosedToo(Jdk jdk) {
    ActTable table = TABLES.get("mcp");
    assertThat(table.with(jdk, "honestAsynchronous").printed())
        .anyMatch(line -> line.contains("paid 7 back"));
    Books books = table.books(jdk, "honestAsynchronous");
    assertThat(
            books
                .decisionOf(books.events("allow").get(0))
                .at("/predicted_changes/0/target")
                .asText())
        .isEqualTo("orders.7");
    assertThat(table.with(jdk, "hostileAsynchronous").changed()).isEqualTo("none");
    assertThat(table.books(jdk, "hostileAsynchronous").denialCodes())
        .containsExactly("CS-INTERNAL");
  }

  static Stream<Jdk> jdks() {
    return Jdks.tested();
  }

  /** In {@code observe} the call is carried out, and its preview still cannot do anything. */
  @ParameterizedTest
  @ValueSource(strings = {"langchain4j", "springai", "adk", "mcp"})
  void isClosedInObserve(String framework) throws ClassNotFoundException {
    Jdk jdk = Jdks.jdk(17);
    String observe =
        AgentRun.config("preview-frameworks.yaml").replace("mode: enforce", "mode: observe");
    ActTable table =
        new ActTable(
            each -> application(each, LINES.get(framework)).configured(observe),
            Class.forName("com.example.acts." + framework + ".PreviewActs"),
            "hostile",
            "hostileDirectly");
    assertThat(table.with(jdk, "hostile").changed()).isEqualTo("none");
    assertThat(table.with(jdk, "hostile").printed())
        .as("nothing is refused to the model")
        .noneMatch(line -> line.contains("[CS-"));
    Books books = table.books(jdk, "hostile");
    JsonNode record = books.decisionOf(books.events("allow").get(0));
    assertThat(record.path("would_refuse").asText()).isEqualTo("CS-INTERNAL");
    assertThat(record.path("findings").toString()).contains("preview_attempted_effect");
    assertThat(table.with(jdk, "hostileDirectly").changed()).isEqualTo("+fired");
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
