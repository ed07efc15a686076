package dev.countersign.it.tools;

import static dev.countersign.it.AgentRunAssert.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.example.acts.tools.PlannerActs;
import dev.countersign.it.AgentRun;
import dev.countersign.it.Books;
import dev.countersign.it.Jdk;
import dev.countersign.it.Jdks;
import dev.countersign.it.OnEachJdk;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Resolution points outside any tool call: implicit scopes, and calls that a returned value
 * resolves (spec 5.3).
 */
class PlannerIT {

  private static AgentRun run(Jdk jdk, String act) {
    return AgentRun.on(jdk).with("planner.yaml").file("a", "content").main(PlannerActs.class, act);
  }

  static Stream<Arguments> honest() {
    return onEachJdk("asPlanned", "afterSomethingElse", "onAThreadThatKnowsNothing");
  }

  @ParameterizedTest(name = "{1} on {0}")
  @MethodSource("honest")
  void whatWasPlannedStarts(Jdk jdk, String act) {
    AgentRun run = run(jdk, act);

    assertThat(run).succeeded().created("b").sameAsWithoutAgent().deniedNothing().booksVerify();
    assertThat(Books.of(run).allowedScopes()).containsExactly("exec.cp");
  }

  @OnEachJdk
  void whatDiffersFromThePlanDoesNot(Jdk jdk) {
    assertThat(run(jdk, "changed")).refusedWith("NIKA-SEC-011").touchedNothing().booksVerify();
  }

  @OnEachJdk
  void aPlanIsCarriedOutOnce(Jdk jdk) {
    assertThat(run(jdk, "twice")).refusedWith("CS-REPLAY").printed("exit 0").booksVerify();
  }

  @OnEachJdk
  void aPlanThatCannotBeVerifiedIsRefusedWhereItIsMade(Jdk jdk) {
    assertThat(run(jdk, "unreadable")).refusedWith("CS-UNSUPPORTED").touchedNothing().booksVerify();
  }

  @OnEachJdk
  void aProgramThatNoPlanYieldedIsLeftAlone(Jdk jdk) {
    assertThat(run(jdk, "neverPlanned")).succeeded().sameAsWithoutAgent().booksVerify();
  }

  @OnEachJdk
  void aReturnedCallIsCarriedOutAsDecided(Jdk jdk) {
    AgentRun run = run(jdk, "decided");

    assertThat(run).succeeded().sameAsWithoutAgent().deniedNothing().booksVerify();
    assertThat(Books.of(run).allowedScopes()).containsExactly("tool.create");
  }

  @OnEachJdk
  void aReturnedCallIsNotCarriedOutDifferently(Jdk jdk) {
    assertThat(run(jdk, "decidedDifferently")).refusedWith("NIKA-SEC-011").printed().booksVerify();
  }

  /** Spec 1.6, law 7: the implicit scope is a scope until it is spent or expired. */
  @OnEachJdk
  void untilAReturnedCallIsCarriedOutItsThreadStartsNothingElse(Jdk jdk) {
    assertThat(run(jdk, "decidedAndForgotten")).refusedWith("CS-UNBOUND").printed();
  }

  private static Stream<Arguments> onEachJdk(String... acts) {
    return Jdks.tested().flatMap(jdk -> Stream.of(acts).map(act -> Arguments.of(jdk, act)));
  }
}
