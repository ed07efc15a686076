package dev.countersign.it.agents;

import static dev.countersign.it.AgentRunAssert.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.example.acts.agents.Hostile;
import com.example.acts.agents.HostileActs;
import dev.countersign.it.AgentRun;
import dev.countersign.it.Books;
import dev.countersign.it.Jdk;
import dev.countersign.it.OnEachJdk;
import java.util.ArrayList;
import java.util.List;

/**
 * B20, F05, hook A1: a second agent that means harm, before and after this one on the command line.
 */
class HostileAgentIT {

  private static final List<String> ACTS =
      List.of(
          "stripsByRetransforming",
          "takesTheGatesOut",
          "callsTheNativeMethodBehindItsWrapper",
          "changesTheGivenBytesInPlace",
          "redefinesAsItWas",
          "stripsTheInstrumentation",
          "redefinesTheInstrumentation",
          "rewritesTheOtherAgentsClasses",
          "putsAnotherGateOnTheBootClassPath",
          "setsANativePrefixOfItsOwn",
          "addsATransformerByReflection",
          "removesEveryTransformerItCanReach");

  private static AgentRun.Builder on(Jdk jdk) {
    return AgentRun.on(jdk).verified().libraries("byte-buddy").with("agents.yaml");
  }

  private static String hostile() {
    return "-javaagent:" + OtherAgent.jar(Hostile.class);
  }

  private static AgentRun run(AgentRun.Builder builder, List<String> acts) {
    List<String> arguments = new ArrayList<>(List.of("all"));
    arguments.addAll(acts);
    return builder.main(HostileActs.class, arguments.toArray(new String[0]));
  }

  private static String[] eachWith(String outcome) {
    List<String> lines = new ArrayList<>(List.of("honest: fired"));
    for (String act : ACTS) {
      if (act.startsWith("removesEvery")) {
        lines.add("removed: 0");
      }
      lines.add(act + ": " + outcome);
    }
    lines.add("honest: fired");
    return lines.toArray(new String[0]);
  }

  @OnEachJdk
  void behindThisOneNothingOfItIsInForce(Jdk jdk) {
    AgentRun run = run(on(jdk).jvmLater(hostile()), ACTS);

    assertThat(run).succeeded().printed(eachWith("refused")).booksVerify();
    assertThat(run.applicationErrorLines()).isEmpty();
    assertThat(run.withoutAgent()).succeeded().printed(eachWith("fired"));
    assertThat(OtherAgent.holesFoundLate(run))
        .contains(
            changes("java.lang.ProcessImpl so that a gate would be gone or passed by"),
            changes("java.lang.ProcessBuilder so that a gate would be gone or passed by"),
            changes("com.example.acts.agents.Touch so that a gate would be gone or passed by"),
            changes("sun.instrument.InstrumentationImpl, which the JDK's agents all act through"),
            changes("classes of this agent"),
            "another agent redefines java.lang.ProcessImpl: that is left out",
            "another agent redefines sun.instrument.InstrumentationImpl: that is left out",
            "another agent opens the module java.instrument to itself: it stays closed");
    assertThat(run.agentLines())
        .anyMatch(line -> line.contains("hole: the agent Hostile") && line.contains("every class"));
  }

  private static String changes(String what) {
    return "another agent's transformer com.example.acts.agents.Hostile$1 changes "
        + what
        + ": left out";
  }

  @OnEachJdk
  void beforeThisOneItsChangesComeBeforeTheGates(Jdk jdk) {
    AgentRun run = run(on(jdk).jvm(hostile()), ACTS);

    assertThat(run).succeeded().printed(eachWith("refused")).booksVerify();
    assertThat(run.agentLines())
        .anyMatch(line -> line.contains("on the command line before this one: "));
  }

  /** What the acts do where nothing is left out: the gates are gone, and the books say so. */
  @OnEachJdk
  void inObserveTheGatesAreGoneAndTheBooksSayFromWhereOn(Jdk jdk) {
    AgentRun run =
        run(
            AgentRun.on(jdk)
                .libraries("byte-buddy")
                .configured(AgentRun.config("agents.yaml").replace("enforce", "observe"))
                .jvmLater(hostile()),
            List.of("removesItsOwn", "takesTheGatesOut"));

    assertThat(run)
        .succeeded()
        .printed(
            "honest: fired",
            "own one removed: true, again: false",
            "removesItsOwn: fired",
            "takesTheGatesOut: fired",
            "honest: fired");
    assertThat(OtherAgent.holesFoundLate(run))
        .anyMatch(
            text ->
                text.contains("changes java.lang.ProcessImpl so that a gate would be gone")
                    && text.endsWith("what passes there from here on may not be seen"));
    // The start before is in the books; those behind are the ones that the hole speaks of.
    assertThat(Books.of(run).allows("exec.touch")).hasSize(2);
  }
}
