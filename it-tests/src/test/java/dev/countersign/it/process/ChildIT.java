package dev.countersign.it.process;

import static dev.countersign.it.AgentRunAssert.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.example.acts.process.ChildActs;
import com.example.acts.process.Survey;
import com.fasterxml.jackson.databind.JsonNode;
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

  @OnEachJdk
  void aJvmWithoutTheAgentIsAFindingAndOneWithItKeepsItsOwnBooks(Jdk jdk) {
    AgentRun run =
        AgentRun.on(jdk)
            .configured(EVERYTHING_RECORDED)
            .main(
                Survey.class,
                ChildActs.class.getName(),
                "withoutTheAgent",
                "withTheAgent",
                "withTheAgentInItsEnvironment",
                "toolOfTheJdkWithTheAgent",
                "withoutTheAgentAgain");

    assertThat(run)
        .succeeded()
        .sameAsWithoutAgent()
        .printed(
            "withoutTheAgent: ended none",
            "withTheAgent: ended none",
            "withTheAgentInItsEnvironment: ended none",
            "toolOfTheJdkWithTheAgent: ended none",
            "withoutTheAgentAgain: ended none")
        .booksVerify();
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
