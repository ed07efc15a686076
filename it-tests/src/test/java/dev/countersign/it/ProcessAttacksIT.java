package dev.countersign.it;

import static dev.countersign.it.AgentRunAssert.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.example.acts.ProcessActs;
import com.fasterxml.jackson.databind.JsonNode;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Process starts: those of B01, B06, B13, B19 and B35 of the bypass catalogue that {@code
 * process.CatalogueIT} and its neighbours do not have, and settings.
 */
class ProcessAttacksIT {

  private static final String DIVERGENCE = "NIKA-SEC-011";

  private static final String STARTS =
      """
      -    inTool:honest              ended +judged            ended +judged
      -    inTool:runtimeExec         ended +judged            ended +judged
      B06  inTool:redirectOwnFile     ended +judged,~victim    NIKA-SEC-011 none  /intent/stdio/stdout
      B10  inTool:loneSurrogate       ended +?                 CS-UNSUPPORTED none
      B13  inTool:reflection          ended +fired             NIKA-SEC-011 none  /intent/argv/1
      B35  inTool:twice               ended +judged            CS-REPLAY +judged
      -    inTool:environmentIgnored  ended +judged            NIKA-SEC-011 none  /intent/env/set/OTHER_AGENT
      -    inIdleTool:honest          ended +judged            CS-UNBOUND none
      B13  inIdleTool:reflection      ended +fired             CS-UNBOUND none
      B13  inIdleTool:reflectionNul   ended +judged            CS-UNSUPPORTED none
      B14  inIdleTool:nativeCall      ended +fired             CS-UNBOUND none
      B19  elsewhere:nulByte          ended none               ended none
      B19  elsewhere:nullElement      ended none               ended none
      B19  elsewhere:empty            ended none               ended none
      B19  elsewhere:noSuchProgram    ended none               ended none
      """;

  private static final ActTable TABLE =
      ActTable.of(ProcessAttacksIT::on, ProcessActs.class, STARTS);

  private static final ActTable OTHERS =
      new ActTable(
          ProcessAttacksIT::on, ProcessActs.class, "flipping", "inToolWithLongName:tooLong");

  private static AgentRun.Builder on(Jdk jdk) {
    return AgentRun.on(jdk)
        .with("process.yaml")
        .jvm("--add-opens", "java.base/java.lang=ALL-UNNAMED")
        .file("victim", "untouched")
        .file("other/keep", "");
  }

  static Stream<ActTable.Row> starts() {
    return TABLE.rows();
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("starts")
  void aStartIsWhatWasJudgedOrNothingHappens(ActTable.Row row) {
    TABLE.shows(row);
    assertThat(TABLE.with(row.jdk(), row.act()).stderr())
        .noneMatch(line -> line.startsWith("\tat "));
    if (row.with().equals(row.without())) {
      TABLE.runsAsWithout(row.jdk(), row.act());
      assertThat(TABLE.books(row.jdk(), row.act()).denialCodes()).isEmpty();
    } else {
      assertThat(TABLE.with(row.jdk(), row.act()).printed()).isEmpty();
    }
  }

  @OnEachJdk
  void b01AListThatAnotherThreadChangesFiresWhatWasJudgedOrNothing(Jdk jdk) {
    assertThat(OTHERS.with(jdk, "flipping").printed()).containsExactly("all decided: true");
    assertThat(OTHERS.with(jdk, "flipping").changed()).doesNotContain("fired");
  }

  @OnEachJdk
  void b19AnOversizedArgumentFailsAsBeforeAndItsOutcomeIsRaised(Jdk jdk) {
    String act = "inToolWithLongName:tooLong";

    OTHERS.runsAsWithout(jdk, act);
    Books books = OTHERS.books(jdk, act);
    assertThat(books.denialCodes()).isEmpty();
    JsonNode outcome = books.outcomeOf(books.allows("exec.touch").get(0));
    assertThat(outcome.path("body_state").asText()).isEqualTo("raised");
    assertThat(outcome.path("error_code").asText()).contains("IOException").doesNotContain("xxx");
  }

  /** In a JVM of its own: the act breaks what every later start would need. */
  @OnEachJdk
  void whatDiffersInFrontOfTheNativeCallIsRefusedThere(Jdk jdk) {
    AgentRun run = on(jdk).main(ProcessActs.class, "inTool", "otherHelper");

    assertThat(run).refusedWith(DIVERGENCE).touchedNothing().booksVerify();
    Books books = Books.of(run);
    JsonNode start = books.allows("exec.touch").get(0);
    assertThat(books.outcomeOf(start).path("error_code").asText()).isEqualTo("EffectRefused");
  }

  /** {@link #STARTS} has it refused where the configuration does not say so. */
  @OnEachJdk
  void aVariableThatOtherAgentsSetMayBeLeftOut(Jdk jdk) {
    AgentRun ignored =
        on(jdk)
            .with("process.yaml", "exec: { env_ignore: [OTHER_AGENT] }")
            .main(ProcessActs.class, "inTool", "environmentIgnored");

    assertThat(ignored).succeeded().created("judged").deniedNothing().booksVerify();
  }

  @OnEachJdk
  void observeRefusesNothingAndSaysWhatDiffered(Jdk jdk) {
    AgentRun run =
        on(jdk)
            .configured(
                AgentRun.config("process.yaml").replace("mode: enforce", "mode: observe") + "\n")
            .main(ProcessActs.class, "inTool", "other");

    assertThat(run).succeeded().created("fired").sameAsWithoutAgent().deniedNothing();
  }

  @OnEachJdk
  void theNativeCallIsWrappedOrTheJvmDoesNotStart(Jdk jdk) {
    AgentRun run =
        on(jdk)
            .with("process.yaml", "exec: { native: required }")
            .main(ProcessActs.class, "inTool", "honest");

    assertThat(run).succeeded().created("judged");
  }
}
