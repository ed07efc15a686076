package dev.countersign.it.approval;

import static org.assertj.core.api.Assertions.assertThat;

import com.example.acts.adk.AdkActs;
import com.example.acts.approval.WaitingActs;
import com.example.acts.mcp.ServerActs;
import com.example.acts.springai.SpringAiActs;
import com.fasterxml.jackson.databind.JsonNode;
import dev.countersign.it.ActTable;
import dev.countersign.it.ActTable.Performed;
import dev.countersign.it.AgentRun;
import dev.countersign.it.Jdk;
import dev.countersign.it.Jdks;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Approvals that a method of the application gives ({@code approvals.method}): on each framework,
 * and on the threads of others, of which some must not wait for it. Each framework on one JDK: the
 * method is asked in the same way on both.
 */
class MethodIT {

  /** A framework, and acts of its own that pay bob, pay another than bob, and ask for more. */
  private record Framework(
      String name, Jdk jdk, String known, String rewritten, String unknown, ActTable table) {

    static Framework of(
        String name,
        int jdk,
        Class<?> acts,
        String known,
        String rewritten,
        String unknown,
        UnaryOperator<AgentRun.Builder> libraries) {
      return new Framework(
          name,
          Jdks.jdk(jdk),
          known,
          rewritten,
          unknown,
          new ActTable(
              on ->
                  libraries.apply(AgentRun.on(on).configured(configuration("[" + name + "]", ""))),
              acts,
              known,
              rewritten,
              unknown));
    }

    @Override
    public String toString() {
      return name + " on " + jdk;
    }
  }

  private static final List<Framework> FRAMEWORKS =
      List.of(
          Framework.of(
              "langchain4j",
              25,
              langChain4jActs(),
              "decorator",
              "decoratorThatEditsArguments",
              "injectedMemoryId",
              run ->
                  run.libraries(
                      "langchain4j-1",
                      "langchain4j-core",
                      "jackson",
                      "jspecify",
                      "slf4j-api",
                      "opennlp")),
          Framework.of(
              "spring-ai",
              17,
              SpringAiActs.class,
              "aMethod",
              "aDecoratorThatRewrites",
              "aSupplier",
              run -> run.line("spring-ai-2.0")),
          Framework.of(
              "mcp",
              25,
              ServerActs.class,
              "aCall",
              "aDecoratorThatRewrites",
              "withoutArguments",
              run -> run.line("mcp-2.1")),
          Framework.of(
              "adk",
              17,
              AdkActs.class,
              "aMethod",
              "aCallbackThatRewrites",
              "f30AbsentAndNoArguments",
              run -> run.line("adk-1.8")));

  private static final String[] WAITING = {
    "plain", "reactorElastic", "rxIo", "nettyExecutor",
  };

  private static final String[] NOT_WAITING = {
    "reactorParallel", "rxComputation", "rxSingle", "nettyLoop", "nettyLocalLoop",
  };

  private static final ActTable THREADS =
      new ActTable(
          jdk ->
              AgentRun.on(jdk)
                  .libraries(
                      "netty-common",
                      "netty-transport-4",
                      "netty-buffer",
                      "netty-resolver-4",
                      "rxjava",
                      "reactor-core",
                      "reactive-streams",
                      "slf4j-api")
                  .configured(
                      configuration(
                          "none",
                          """
                          bind:
                            - resolve: com.example.acts.approval.Desk#dispatch(java.lang.String,java.lang.String,java.util.concurrent.Callable)
                              invoke: { tool: "${arg0}", arguments: "${json:arg1}" }
                          """)),
          WaitingActs.class,
          Stream.of(WAITING, NOT_WAITING).flatMap(Stream::of).toArray(String[]::new));

  private static String configuration(String frameworks, String more) {
    return """
        bundle: it-method
        version: 1
        mode: enforce
        frameworks: %s
        tools:
          - { tool: refund, method: "com.example.acts.approval.Desk#refund(java.lang.String)", approval: human }
          - { tool: "*", approval: human, pin: off }
        approvals: { from: [method], method: "com.example.acts.approval.Clerk#approved" }
        """
            .formatted(frameworks)
        + more;
  }

  private static Class<?> langChain4jActs() {
    try {
      return Class.forName("com.example.acts.langchain4j.LineActs");
    } catch (ClassNotFoundException gone) {
      throw new AssertionError(gone);
    }
  }

  static List<Framework> frameworks() {
    return FRAMEWORKS;
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("frameworks")
  void whatTheMethodApprovesHappensOnce(Framework framework) {
    Performed with = framework.table().with(framework.jdk(), framework.known());

    assertThat(with.printed()).filteredOn(said -> said.startsWith("PAID")).hasSize(1);
    List<JsonNode> allows =
        framework.table().books(framework.jdk(), framework.known()).toolAllows();
    assertThat(allows).hasSize(1);
    assertThat(
            framework
                .table()
                .books(framework.jdk(), framework.known())
                .decisionOf(allows.get(0))
                .at("/approval/source")
                .asText())
        .isEqualTo("method");
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("frameworks")
  void whatIsChangedAfterItWasApprovedDoesNot(Framework framework) {
    Performed with = framework.table().with(framework.jdk(), framework.rewritten());

    assertThat(with.printed())
        .noneMatch(said -> said.startsWith("PAID"))
        .anyMatch(said -> said.contains("[NIKA-SEC-011] Refused: "));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("frameworks")
  void whatItDoesNotKnowDoesNotHappen(Framework framework) {
    Performed with = framework.table().with(framework.jdk(), framework.unknown());

    assertThat(with.changed()).isEqualTo("none");
    assertThat(with.printed())
        .noneMatch(said -> said.startsWith("PAID"))
        .anyMatch(said -> said.contains("[CS-APPROVAL] Refused: "));
  }

  static String[] waiting() {
    return WAITING;
  }

  static String[] notWaiting() {
    return NOT_WAITING;
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("waiting")
  void aThreadThatMayWaitAsksIt(String act) {
    assertThat(THREADS.with(Jdks.jdk(25), act).ending()).isEqualTo("ended");
    assertThat(THREADS.with(Jdks.jdk(25), act).printed()).contains("refunded bob");
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("notWaiting")
  void aThreadThatMustNotWaitDoesNot(String act) {
    Performed with = THREADS.with(Jdks.jdk(25), act);

    assertThat(with.ending()).isEqualTo("refused CS-APPROVAL");
    assertThat(with.printed()).doesNotContain("refunded bob");
    assertThat(THREADS.books(Jdks.jdk(25), act).records().toString())
        .contains("approvals_unusable", ", which must not wait for anybody");
  }
}
