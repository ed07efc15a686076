package dev.countersign.it;

import static dev.countersign.it.AgentRunAssert.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.example.acts.ProcessActs;
import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Process starts: B01–B10, B13, B14, B19 and B35 of the bypass catalogue, and the honest ones
 * beside them.
 */
class ProcessAttacksIT {

  private static final String DIVERGENCE = "NIKA-SEC-011";

  private static AgentRun.Builder on(Jdk jdk) {
    return AgentRun.on(jdk)
        .with("process.yaml")
        .jvm("--add-opens", "java.base/java.lang=ALL-UNNAMED")
        .file("victim", "untouched")
        .file("other/keep", "");
  }

  private static Stream<Arguments> onEach(String... rows) {
    List<Arguments> arguments = new ArrayList<>();
    for (String row : rows) {
      String[] cells = row.split(" +", 3);
      Jdks.tested().forEach(jdk -> arguments.add(Arguments.of(cells[0], cells[1], cells[2], jdk)));
    }
    return arguments.stream();
  }

  static Stream<Arguments> refused() {
    return onEach(
        "B02 lyingList /intent/argv/1",
        "B03 reusedBuilder /intent/argv/1",
        "B03 mutatedList /intent/argv/1",
        "B05 tokens /intent/argv/1",
        "B06 redirectOutput /intent/stdio/stdout",
        "B06 redirectAppend /intent/stdio/stdout",
        "B06 redirectError /intent/stdio/stderr",
        "B06 redirectInput /intent/stdio/stdin",
        "B06 redirectOwnFile /intent/stdio/stdout",
        "B06 merged /intent/stdio/merge",
        "B07 directory /intent/dir",
        "B08 environmentSet /intent/env/set/LD_PRELOAD",
        "B08 environmentUnset /intent/env/unset/0",
        "B13 reflection /intent/argv/1",
        "B14 nativeCall /intent/argv/1");
  }

  @ParameterizedTest(name = "{0} {1} on {3}")
  @MethodSource("refused")
  void aStartThatDiffersIsRefusedAndNothingHappens(
      String number, String way, String path, Jdk jdk) {
    AgentRun run = on(jdk).main(ProcessActs.class, "inTool", way);

    assertThat(run).refusedWith(DIVERGENCE).touchedNothing().booksVerify();
    assertThat(run.stdout()).isEmpty();
    assertThat(differing(run)).as(run.directory().toString()).containsExactly(path);
    assertThat(run.withoutAgent().after()).as("without the agent").isNotEqualTo(run.before());
  }

  private static List<String> differing(AgentRun run) {
    Books books = Books.of(run);
    JsonNode denial = books.events("deny").get(0);
    List<String> paths = new ArrayList<>();
    books
        .decisionOf(denial)
        .path("divergence")
        .path("paths")
        .forEach(path -> paths.add(path.asText()));
    return paths;
  }

  static Stream<Arguments> honest() {
    return onEach(
        "- honest -",
        "- runtimeExec -",
        "- environmentUnchanged -",
        "B02 lyingListLater -",
        "B14 nativeCallHonest -");
  }

  @ParameterizedTest(name = "{1} on {3}")
  @MethodSource("honest")
  void aStartThatIsEqualHappens(String number, String way, String ignored, Jdk jdk) {
    AgentRun run = on(jdk).main(ProcessActs.class, "inTool", way);

    assertThat(run)
        .succeeded()
        .created("judged")
        .sameAsWithoutAgent()
        .deniedNothing()
        .booksVerify();
    assertThat(Books.of(run).allowedScopes()).containsExactly("tool.touch", "exec.touch");
  }

  @OnEachJdk
  void b01AListThatAnotherThreadChangesFiresWhatWasJudgedOrNothing(Jdk jdk) {
    AgentRun run = on(jdk).main(ProcessActs.class, "flipping");

    assertThat(run).printed("all decided: true").booksVerify();
    assertThat(run.after()).doesNotContainKey("fired");
  }

  @OnEachJdk
  void b04APipelineIsRefusedBeforeItsFirstStageStarts(Jdk jdk) {
    AgentRun run = on(jdk).main(ProcessActs.class, "inTool", "pipeline");

    assertThat(run).refusedWith(DIVERGENCE).touchedNothing().booksVerify();
  }

  @OnEachJdk
  void b09AnArgumentThatThePlatformsEncodingChangesIsADivergence(Jdk jdk) {
    AgentRun run =
        on(jdk).environment("LC_ALL", "C").main(ProcessActs.class, "inToolWithUmlaut", "honest");

    assertThat(run).refusedWith(DIVERGENCE).touchedNothing().booksVerify();
    assertThat(differing(run)).containsExactly("/intent/argv/1");
  }

  @OnEachJdk
  void b09TheSameArgumentIsStartedWhereItSurvives(Jdk jdk) {
    AgentRun run = on(jdk).main(ProcessActs.class, "inToolWithUmlaut", "honest");

    assertThat(run).succeeded().created("j\u00fcdged").deniedNothing().booksVerify();
  }

  @OnEachJdk
  void b09APreviewOfTheQuestionMarkDoesNotAllowTheArgumentThatBecomesOne(Jdk jdk) {
    AgentRun run =
        on(jdk)
            .environment("LC_ALL", "C")
            .main(ProcessActs.class, "inToolWithQuestionMark", "umlaut");

    assertThat(run).refusedWith(DIVERGENCE).touchedNothing().booksVerify();
    assertThat(differing(run)).containsExactly("/intent/argv/1");
  }

  @OnEachJdk
  void b10ALoneSurrogateHasNoCanonicalForm(Jdk jdk) {
    AgentRun argument = on(jdk).main(ProcessActs.class, "inTool", "loneSurrogate");
    AgentRun variable = on(jdk).main(ProcessActs.class, "inTool", "loneSurrogateInEnvironment");

    assertThat(argument).refusedWith("CS-UNSUPPORTED").touchedNothing().booksVerify();
    assertThat(variable).refusedWith("CS-UNSUPPORTED").touchedNothing().booksVerify();
  }

  static Stream<Arguments> unbound() {
    return onEach(
        "- honest CS-UNBOUND",
        "B13 reflection CS-UNBOUND",
        "B13 reflectionNul CS-UNSUPPORTED",
        "B14 nativeCall CS-UNBOUND");
  }

  @ParameterizedTest(name = "{0} {1} on {3}")
  @MethodSource("unbound")
  void aToolThatDeclaresNoProcessStartsNone(String number, String way, String code, Jdk jdk) {
    AgentRun run = on(jdk).main(ProcessActs.class, "inIdleTool", way);

    assertThat(run).refusedWith(code).touchedNothing().booksVerify();
  }

  static Stream<Arguments> impossible() {
    return onEach("B19 nulByte -", "B19 nullElement -", "B19 empty -", "B19 noSuchProgram -");
  }

  @ParameterizedTest(name = "{1} on {3}")
  @MethodSource("impossible")
  void b19WhatTheJdkItselfRefusesItRefusesAsBefore(
      String number, String way, String ignored, Jdk jdk) {
    AgentRun run = on(jdk).main(ProcessActs.class, "elsewhere", way);

    assertThat(run).sameAsWithoutAgent().booksVerify();
  }

  @OnEachJdk
  void b19AnOversizedArgumentFailsAsBeforeAndItsOutcomeIsRaised(Jdk jdk) {
    AgentRun run = on(jdk).main(ProcessActs.class, "inToolWithLongName", "tooLong");

    assertThat(run).succeeded().sameAsWithoutAgent().deniedNothing().booksVerify();
    Books books = Books.of(run);
    JsonNode outcome = books.outcomeOf(books.allows("exec.touch").get(0));
    assertThat(outcome.path("body_state").asText()).isEqualTo("raised");
    assertThat(outcome.path("error_code").asText()).contains("IOException").doesNotContain("xxx");
  }

  @OnEachJdk
  void whatDiffersInFrontOfTheNativeCallIsRefusedThere(Jdk jdk) {
    AgentRun run = on(jdk).main(ProcessActs.class, "inTool", "otherHelper");

    assertThat(run).refusedWith(DIVERGENCE).touchedNothing().booksVerify();
    Books books = Books.of(run);
    JsonNode start = books.allows("exec.touch").get(0);
    assertThat(books.outcomeOf(start).path("error_code").asText()).isEqualTo("EffectRefused");
  }

  @OnEachJdk
  void b35APreviewIsSpentByOneStart(Jdk jdk) {
    AgentRun run = on(jdk).main(ProcessActs.class, "inTool", "twice");

    assertThat(run).refusedWith("CS-REPLAY").created("judged").booksVerify();
  }

  @OnEachJdk
  void aVariableThatOtherAgentsSetMayBeLeftOut(Jdk jdk) {
    AgentRun compared = on(jdk).main(ProcessActs.class, "inTool", "environmentIgnored");
    AgentRun ignored =
        on(jdk)
            .configured(config("exec: { env_ignore: [OTHER_AGENT] }"))
            .main(ProcessActs.class, "inTool", "environmentIgnored");

    assertThat(compared).refusedWith(DIVERGENCE).touchedNothing();
    assertThat(ignored).succeeded().created("judged").deniedNothing().booksVerify();
  }

  @OnEachJdk
  void observeRefusesNothingAndSaysWhatDiffered(Jdk jdk) {
    AgentRun run =
        on(jdk)
            .configured(config("").replace("mode: enforce", "mode: observe"))
            .main(ProcessActs.class, "inTool", "other");

    assertThat(run).succeeded().created("fired").sameAsWithoutAgent().deniedNothing();
  }

  @OnEachJdk
  void theNativeCallIsWrappedOrTheJvmDoesNotStart(Jdk jdk) {
    AgentRun run =
        on(jdk)
            .configured(config("exec: { native: required }"))
            .main(ProcessActs.class, "inTool", "honest");

    assertThat(run).succeeded().created("judged");
  }

  private static String config(String more) {
    try (var stream = ProcessAttacksIT.class.getResourceAsStream("/configs/process.yaml")) {
      return new String(stream.readAllBytes(), java.nio.charset.StandardCharsets.UTF_8)
          + more
          + "\n";
    } catch (java.io.IOException failed) {
      throw new java.io.UncheckedIOException(failed);
    }
  }
}
