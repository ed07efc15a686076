package dev.countersign.it.tools;

import static dev.countersign.it.AgentRunAssert.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.example.acts.tools.IntegrityActs;
import dev.countersign.it.AgentRun;
import dev.countersign.it.Jdk;
import dev.countersign.it.Jdks;
import dev.countersign.it.OnEachJdk;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Attempts against the agent itself: whatever was tried before, the attack that follows is refused.
 */
class IntegrityIT {

  private static final String MISSING_METHOD =
      """
      bundle: desk
      version: 1
      mode: enforce
      tools:
        - tool: copy
          method: "com.example.acts.tools.IntegrityActs$Copier#copi(java.lang.String)"
      bind:
        - resolve: com.example.acts.tools.Desk#dispatch(java.lang.String,java.lang.String,java.util.concurrent.Callable)
          invoke: { tool: "${arg0}", arguments: "${json:arg1}" }
      """;

  private static AgentRun run(Jdk jdk, String act) {
    return AgentRun.on(jdk)
        .with("integrity.yaml")
        .file("a", "content")
        .main(IntegrityActs.class, act);
  }

  @OnEachJdk
  void theHonestCopyGoesThrough(Jdk jdk) {
    assertThat(run(jdk, "honest")).succeeded().created("b").sameAsWithoutAgent().booksVerify();
  }

  /** What follows each attempt below works where nobody stands in its way. */
  @OnEachJdk
  void theAttackWorksWithoutTheAgent(Jdk jdk) {
    AgentRun plain = run(jdk, "attack").withoutAgent();

    assertThat(plain).succeeded().created("b.evil");
  }

  static Stream<Arguments> attempts() {
    return Jdks.tested()
        .flatMap(
            jdk ->
                Stream.of("settingsChangedAfterStart", "everyPropertyCleared", "agentClassesCalled")
                    .map(act -> Arguments.of(jdk, act)));
  }

  /** B23, B24. */
  @ParameterizedTest(name = "{1} on {0}")
  @MethodSource("attempts")
  void changesNothing(Jdk jdk, String act) {
    assertThat(run(jdk, act)).refusedWith("NIKA-SEC-011").touchedNothing().booksVerify();
  }

  /** B23: the gate's handler is as far as reflection comes. */
  @OnEachJdk
  void b23WhatStandsBehindTheGateIsNotReached(Jdk jdk) {
    assertThat(run(jdk, "handlerTakenApart"))
        .refusedWith("NIKA-SEC-011")
        .printed("reached: 1")
        .touchedNothing()
        .booksVerify();
  }

  /** B26: with the stack nearly used up, the check fails; the effect still does not happen. */
  @OnEachJdk
  void b26NothingFiresNearTheEndOfTheStack(Jdk jdk) {
    AgentRun run = run(jdk, "nearTheEndOfTheStack");

    assertThat(run.after()).as("files").isEqualTo(run.before());
    assertThat(run.exitCode()).isNotZero();
  }

  /** B26, where the exit is the check: what comes back is bound, or it does not come back. */
  @OnEachJdk
  void b26NothingIsReturnedUnboundNearTheEndOfTheStack(Jdk jdk) {
    assertThat(run(jdk, "plannedNearTheEndOfTheStack")).succeeded().touchedNothing().booksVerify();
  }

  /**
   * What the issue calls bad input: a message with the place and the next step, exit code 78,
   * nothing started.
   */
  static Stream<Arguments> unusable() {
    List<List<String>> rows =
        List.of(
            List.of("", "is empty"),
            List.of("bundle: x\nversion: 1\nmode: enforced\n", "mode"),
            List.of("bundle: x\nversion: 1\nmode: enforce\ntoolz: []\n", "tools"),
            List.of("bundle: x\nversion: 1\nmode: enforce\nreceipts: { key: k }\n", "receipts"),
            List.of(
                "bundle: x\nversion: 1\nmode: enforce\ntools: [ { tool: a, method: nonsense } ]\n",
                "tools[0].method"),
            List.of(
                "bundle: x\nversion: 1\nmode: enforce\nledger: { dir: \"/nonexistent/parent/ledger\" }\n",
                "/nonexistent/parent"),
            List.of(
                "bundle: x\nversion: 1\nmode: enforce\nledger: { dir: \"@work@/a\" }\n",
                "@work@/a".substring(6)));
    return Jdks.tested()
        .flatMap(jdk -> rows.stream().map(row -> Arguments.of(jdk, row.get(0), row.get(1))));
  }

  @ParameterizedTest(name = "{2} on {0}")
  @MethodSource("unusable")
  void doesNotStartOnWhatItCannotUse(Jdk jdk, String configuration, String named) {
    AgentRun run =
        AgentRun.on(jdk)
            .configured(configuration.isEmpty() ? "# nothing\nledger:" : configuration)
            .file("a", "content")
            .main(IntegrityActs.class, "honest");

    assertThat(run)
        .notStarted(configuration.isEmpty() ? "countersign.yaml" : named)
        .touchedNothing();
    assertThat(run.stderr()).contains("countersign: not starting this JVM (exit 78): ");
  }

  @OnEachJdk
  void aMethodThatItsClassDoesNotHaveIsSaidAndRefused(Jdk jdk) {
    AgentRun run =
        AgentRun.on(jdk)
            .configured(MISSING_METHOD)
            .file("a", "content")
            .main(IntegrityActs.class, "honest");

    assertThat(run).touchedNothing();
    assertThat(run.applicationErrorLines())
        .anyMatch(line -> line.startsWith("[CS-INTERNAL] Refused: this tool call"));
    assertThat(run.agentLines()).anyMatch(line -> line.contains("copi"));
  }

  @OnEachJdk
  void speaksToStandardErrorWhateverTheApplicationMadeOfIt(Jdk jdk) {
    AgentRun run =
        AgentRun.on(jdk)
            .configured(MISSING_METHOD)
            .main(IntegrityActs.class, "honestWithErrorsOnStandardOutput");

    assertThat(run.agentLines()).anyMatch(line -> line.contains("hole: ") && line.contains("copi"));
    assertThat(run.stdout()).doesNotContain("countersign: ");
  }
}
