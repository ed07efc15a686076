package dev.countersign.it.process;

import static dev.countersign.it.AgentRunAssert.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.example.acts.process.ChildActs;
import com.fasterxml.jackson.databind.JsonNode;
import dev.countersign.it.ActTable;
import dev.countersign.it.AgentRun;
import dev.countersign.it.Books;
import dev.countersign.it.Jdk;
import dev.countersign.it.OnEachJdk;
import java.util.ArrayList;
import java.util.List;

/** B17 and F04: JVMs that this one starts. */
class ChildIT {

  private static final String EVERYTHING_RECORDED =
      """
      bundle: parent
      version: 1
      mode: enforce
      unbound: { elsewhere: observe }
      """;

  private static final String CHILDREN =
      """
      -  withoutTheAgent               ended none  ended none
      -  withTheAgent                  ended none  ended none
      -  withTheAgentInItsEnvironment  ended none  ended none
      -  toolOfTheJdkWithTheAgent      ended none  ended none
      -  withoutTheAgentAgain          ended none  ended none
      """;

  @OnEachJdk
  void aJvmWithoutTheAgentIsAFindingAndOneWithItKeepsItsOwnBooks(Jdk jdk) {
    ActTable table =
        ActTable.of(
            on -> AgentRun.on(on).configured(EVERYTHING_RECORDED), ChildActs.class, CHILDREN);
    AgentRun run = table.run(jdk);

    table.shows(jdk);
    table.rows().filter(row -> row.jdk() == jdk).forEach(row -> table.isSame(jdk, row.act()));
    Books books = Books.of(run);
    List<String> findings = new ArrayList<>();
    for (JsonNode allow : books.allows("exec.java")) {
      findings.add(books.decisionOf(allow).path("findings").toString());
    }
    assertThat(findings)
        .containsExactlyInAnyOrder(
            "[\"child_jvm_uncovered\"]", "", "", "[\"child_jvm_uncovered\"]");
    assertThat(run.agentLines())
        .filteredOn(line -> line.contains("starts a JVM without this agent"))
        .hasSize(1);
    assertThat(books.allows("agent.hole")).hasSize(1);
    // The parent's chain and one of each child that had the agent.
    assertThat(books.events("root")).hasSize(4);
  }
}
