package dev.countersign.it.langchain4j;

import static org.assertj.core.api.Assertions.assertThat;

import com.example.acts.langchain4j.SupervisorActs;
import com.fasterxml.jackson.databind.JsonNode;
import dev.countersign.it.ActTable;
import dev.countersign.it.ActTable.Row;
import dev.countersign.it.AgentRun;
import dev.countersign.it.Books;
import dev.countersign.it.Jdk;
import dev.countersign.it.OnEachJdk;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A supervisor and its sub-agents, each an AI service: what a sub-agent may do is not what it is
 * offered.
 */
class SupervisorIT {

  private static final String AGENTS =
      """
      agents:
        - agent: researcher
          method: com.example.acts.langchain4j.SupervisorActs$Researcher#research(java.lang.String)
          authority: { scopes: [tool.copy, exec.cp], constraints: [{ max_calls: 10 }] }
        - agent: clerk
          method: com.example.acts.langchain4j.SupervisorActs$Desk#clerk(java.lang.String)
          authority: { scopes: [tool.copy, exec.cp] }
      """;

  private static final String ROWS =
      """
      -  handsWorkOn                         ended +copy          ended +copy
      -  handsWorkOnAtTheSameTime            ended +copy,+second  ended +copy,+second
      -  supervisorGoesOn                    ended +copy,+noted   ended +copy,+noted
      D  talkedIntoAnotherTool               ended +noted         ended none
      D  talkedIntoAnotherToolAtTheSameTime  ended +copy,+noted   ended +copy
      D  theToolIsTheAgent                   ended +copy,+noted   ended +copy
      """;

  private static final ActTable TABLE =
      ActTable.of(SupervisorIT::application, SupervisorActs.class, ROWS);

  private static AgentRun.Builder application(Jdk jdk) {
    return LangChain4j.application(jdk).with("langchain4j.yaml", AGENTS);
  }

  static Stream<Row> rows() {
    return TABLE.rows();
  }

  @ParameterizedTest
  @MethodSource("rows")
  void comesOutAsInTheTable(Row row) {
    TABLE.shows(row);
  }

  @OnEachJdk
  void whatASubAgentDoesIsItsNodes(Jdk jdk) {
    Books books = TABLE.books(jdk, "handsWorkOnAtTheSameTime");

    JsonNode node = books.events("spawn").get(0).path("node");
    assertThat(nodes(books, "tool.copy")).containsOnly(node).hasSize(2);
    assertThat(nodes(books, "exec.cp")).containsOnly(node).hasSize(2);
    assertThat(nodes(books, "tool.ask")).doesNotContain(node).hasSize(1);
    List<String> events =
        books.entries().stream().map(entry -> entry.path("event").asText()).toList();
    assertThat(events).startsWith("allow", "spawn").endsWith("done", "outcome");
  }

  @OnEachJdk
  void theSubAgentsModelIsToldAndTheSupervisorGoesOn(Jdk jdk) {
    assertThat(TABLE.with(jdk, "talkedIntoAnotherTool").printed())
        .anyMatch(line -> line.startsWith("note: [CS-POLICY] Refused: "))
        .contains("ask: researched");
    Books books = TABLE.books(jdk, "talkedIntoAnotherTool");
    JsonNode deny = books.events("deny").get(0);
    assertThat(deny.path("node")).isEqualTo(books.events("spawn").get(0).path("node"));
    assertThat(deny.at("/reasons/1/requested").asText()).isEqualTo("tool.note");
  }

  private static List<JsonNode> nodes(Books books, String scope) {
    return books.allows(scope).stream().map(allow -> allow.path("node")).toList();
  }
}
