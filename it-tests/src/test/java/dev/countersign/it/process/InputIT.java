package dev.countersign.it.process;

import static org.assertj.core.api.Assertions.assertThat;

import com.example.acts.process.InputActs;
import com.fasterxml.jackson.databind.JsonNode;
import dev.countersign.it.ActTable;
import dev.countersign.it.AgentRun;
import dev.countersign.it.Books;
import dev.countersign.it.Jdk;
import dev.countersign.it.OnEachJdk;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * B12: what an interpreter reads from standard input is no part of the request that was judged. By
 * default it is a hole with a finding; {@code exec.stdin: refuse-interpreters} closes it.
 */
class InputIT {

  private static final String REFUSED =
      """
      B12  shell                           ended +fired   CS-POLICY none
      B12  shellByItsPath                  ended +fired   CS-POLICY none
      B12  shellThatIsToldSo               ended +fired   CS-POLICY none
      B12  shellWithADash                  ended +fired   CS-POLICY none
      B12  shellWithOptions                ended +fired   CS-POLICY none
      B12  shellWithTheFileThatIsItsInput  ended +fired   CS-POLICY none
      B12  shellStartedByAnotherProgram    ended +fired   CS-POLICY none
      B12  shellAtTheEndOfAPipeline        ended +fired   CS-POLICY none
      -    shellWithAScript                ended +copied  ended +copied
      -    shellWithAText                  ended +copied  ended +copied
      -    noInterpreter                   ended none     ended none
      -    shellWithoutInput               ended +fired   ended +fired
      """;

  private static final ActTable TABLE =
      ActTable.of(
          jdk -> on(jdk).with("processes.yaml", "exec: { stdin: refuse-interpreters }"),
          InputActs.class,
          REFUSED);

  private static AgentRun.Builder on(Jdk jdk) {
    return AgentRun.on(jdk).file("copy", "cat >copied\n").file("script", "touch fired\n");
  }

  static Stream<ActTable.Row> refused() {
    return TABLE.rows();
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("refused")
  void anInterpreterWhoseProgramNobodyJudgedIsNotStarted(ActTable.Row row) {
    TABLE.shows(row);
  }

  @OnEachJdk
  void itIsAHoleAndAFindingWhereItIsAllowed(Jdk jdk) {
    String table = REFUSED.replace("CS-POLICY none", "ended +fired");
    ActTable allowed = ActTable.of(on -> on(on).with("processes.yaml"), InputActs.class, table);

    allowed.shows(jdk);
    assertThat(allowed.run(jdk).agentLines())
        .anyMatch(line -> line.startsWith("countersign: hole: of a process start, "))
        .anyMatch(
            line ->
                line.equals(
                    "countersign: hole: tools.echo_and_shell.effects[1] starts an interpreter that"
                        + " reads its program from standard input. What the tool writes there is not"
                        + " compared."));
    Books books = Books.of(allowed.run(jdk));
    List<String> findings = new ArrayList<>();
    for (JsonNode allow : books.events("allow")) {
      if (allow.path("scope").asText().startsWith("exec.")) {
        findings.add(
            allow.path("scope").asText() + books.decisionOf(allow).path("findings").toString());
      }
    }
    assertThat(findings)
        .containsExactly(
            "exec.sh[\"unbound_stdin\"]",
            "exec.sh[\"unbound_stdin\"]",
            "exec.sh[\"unbound_stdin\"]",
            "exec.sh[\"unbound_stdin\"]",
            "exec.sh[\"unbound_stdin\"]",
            "exec.sh[\"unbound_stdin\"]",
            "exec.env[\"unbound_stdin\"]",
            "exec.echo",
            "exec.sh[\"unbound_stdin\"]",
            "exec.sh",
            "exec.sh",
            "exec.cat",
            "exec.sh");
  }
}
