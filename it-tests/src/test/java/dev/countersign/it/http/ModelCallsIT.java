package dev.countersign.it.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.example.acts.http.ModelActs;
import dev.countersign.it.ActTable;
import dev.countersign.it.AgentRun;
import dev.countersign.it.Jdk;
import dev.countersign.it.Jdks;
import dev.countersign.it.OnEachJdk;
import dev.countersign.it.langchain4j.LibraryLine;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Requests inside model calls of LangChain4j (spec 5.5): those of the model are exempt, and nothing
 * else that happens in there is. The tool may send nothing.
 */
class ModelCallsIT {

  private static final String[] EXEMPT = {
    "- consulting:jdk",
    "- consulting:async",
    "- consulting:connection",
    "- consulting:chunks",
    "- consulting:followed",
    "- consulting:mcp",
    "- consulting:pool",
    "- consulting:aroundATool",
    "- consulting:streaming",
    "- outside",
  };

  /** Of these, the model's own requests go out, and the other one does not. */
  private static final String[] NOT_EXEMPT = {
    "- consulting:listener",
    "- consulting:streamingToOneWhoSends",
    "- consulting:aToolsMethod",
    "- consulting:aToolsMethodOnAPool",
    "- consulting:anAgentInside",
    "- consulting:process",
    "- consulting:afterwards",
    "- consulting:itsThreadAfterwards",
    "- consulting:anotherChat",
    "- plainOutside",
  };

  private static final String[] PUBLISHED = {
    "- consulting:publishing", "- consulting:publishingToOneWhoSends",
  };

  private static final ActTable TABLE =
      ActTable.ofRows(
          jdk ->
              AgentRun.on(jdk)
                  .libraries(
                      "langchain4j-1",
                      "langchain4j-core",
                      "jackson",
                      "jspecify",
                      "slf4j-api",
                      "opennlp")
                  .classPath(LibraryLine.jar("langchain4j-mcp", "1.18.1-beta28"))
                  .with("http-models.yaml"),
          ModelActs.class,
          EXEMPT,
          NOT_EXEMPT);

  /** The core that has publishers. */
  private static final ActTable NEWER =
      ActTable.ofRows(ModelCallsIT::onTheNewerCore, ModelActs.class, PUBLISHED);

  private static AgentRun.Builder onTheNewerCore(Jdk jdk) {
    AgentRun.Builder application = AgentRun.on(jdk).with("http-models.yaml");
    new LibraryLine("1.19.0", "1.23.0").classPath().forEach(application::classPath);
    return application;
  }

  static Stream<Arguments> exempt() {
    return onEach(EXEMPT);
  }

  static Stream<Arguments> notExempt() {
    return onEach(NOT_EXEMPT);
  }

  private static Stream<Arguments> onEach(String... rows) {
    return Stream.of(rows)
        .flatMap(row -> Jdks.tested().map(jdk -> Arguments.of(row.split(" +")[1], jdk)));
  }

  @ParameterizedTest(name = "{0} on {1}")
  @MethodSource("exempt")
  void whatAModelSendsIsNeitherJudgedNorRecorded(String act, Jdk jdk) {
    TABLE.runsAsWithout(jdk, act);

    assertThat(TABLE.with(jdk, act).bodies()).isNotEmpty();
    assertThat(TABLE.books(jdk, act).denialCodes()).isEmpty();
    assertThat(TABLE.books(jdk, act).allowedScopes()).isSubsetOf("tool.consult");
  }

  @ParameterizedTest(name = "{0} on {1}")
  @MethodSource("notExempt")
  void whatElseHappensInThereIsRefused(String act, Jdk jdk) {
    assertThat(TABLE.books(jdk, act).denialCodes()).isNotEmpty().containsOnly("CS-UNBOUND");
    if (!act.endsWith("anAgentInside")) { // whose model is told
      assertThat(TABLE.with(jdk, act).ending()).contains("refused CS-UNBOUND");
    }
    assertThat(TABLE.with(jdk, act).bodies()).noneMatch(ModelCallsIT::isEvil);
    assertThat(TABLE.without(jdk, act).ending()).isEqualTo("ended");
    assertThat(TABLE.without(jdk, act).bodies()).anyMatch(ModelCallsIT::isEvil);
  }

  private static boolean isEvil(String body) {
    return body.contains("EVIL") || body.equals("ran true");
  }

  @OnEachJdk
  void aPublisherIsExemptWhileItIsSubscribed(Jdk jdk) {
    NEWER.runsAsWithout(jdk, "consulting:publishing");
    assertThat(NEWER.with(jdk, "consulting:publishing").bodies()).hasSize(1);

    String act = "consulting:publishingToOneWhoSends";
    assertThat(NEWER.with(jdk, act).ending()).contains("refused CS-UNBOUND");
    assertThat(NEWER.with(jdk, act).bodies()).hasSize(1).noneMatch(ModelCallsIT::isEvil);
    assertThat(NEWER.without(jdk, act).bodies()).hasSize(2).anyMatch(ModelCallsIT::isEvil);
  }

  @OnEachJdk
  void theStartSaysSo(Jdk jdk) {
    assertThat(TABLE.run(jdk).agentLines())
        .anyMatch(line -> line.contains("model calls and MCP transports of LangChain4j"));
  }
}
