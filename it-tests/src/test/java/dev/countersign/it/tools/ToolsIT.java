package dev.countersign.it.tools;

import static dev.countersign.it.AgentRunAssert.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.example.acts.tools.ToolActs;
import com.fasterxml.jackson.databind.JsonNode;
import dev.countersign.it.AgentRun;
import dev.countersign.it.Books;
import dev.countersign.it.Jdk;
import dev.countersign.it.Jdks;
import dev.countersign.it.OnEachJdk;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The tool method as a sink, in an application with a dispatcher of its own: every shape of method,
 * every way to end.
 */
class ToolsIT {

  private static final String CONFIG = "tools.yaml";

  static Stream<Arguments> honest() {
    return onEachJdk(
        List.of(
            List.of("plain", "create"),
            List.of("overload", "run"),
            List.of("throughItsBridge", "handle"),
            List.of("varargs", "join"),
            List.of("staticMethod", "twice"),
            List.of("defaultMethod", "greet"),
            List.of("synchronizedMethod", "hold"),
            List.of("superCall", "create"),
            List.of("recursion", "factorial"),
            List.of("jdkProxy", "greet"),
            List.of("onAnotherThread", "create"),
            List.of("numericString", "create")));
  }

  /** B49, B50: one logical call, one event pair, whatever the shape of the method. */
  @ParameterizedTest(name = "{1} on {0}")
  @MethodSource("honest")
  void oneLogicalCallIsOneEventPair(Jdk jdk, String act, String tool) {
    AgentRun run = AgentRun.on(jdk).with(CONFIG).main(ToolActs.class, act);

    assertThat(run).succeeded().sameAsWithoutAgent().deniedNothing().booksVerify();
    Books books = Books.of(run);
    assertThat(books.allowedScopes()).containsExactly("tool." + tool);
    JsonNode allow = books.allows("tool." + tool).get(0);
    assertThat(books.outcomeOf(allow).path("body_state").asText()).isEqualTo("returned");
    assertThat(books.outcomeOf(allow).path("invoked_params_hash"))
        .isEqualTo(allow.path("authorized_params_hash"));
  }

  static Stream<Arguments> attacks() {
    return onEachJdk(
        List.of(
            List.of("amountChanged", "NIKA-SEC-011"),
            List.of("precisionLost", "NIKA-SEC-011"),
            List.of("anotherMethod", "NIKA-SEC-011"),
            List.of("anotherOverload", "NIKA-SEC-011"),
            List.of("mapMutated", "NIKA-SEC-011"),
            List.of("duplicateKeys", "CS-UNSUPPORTED"),
            List.of("escapedDuplicateKeys", "CS-UNSUPPORTED"),
            List.of("lookAlike", "NIKA-SEC-011"),
            List.of("lyingMap", "CS-UNSUPPORTED")));
  }

  /** B47, B48, B50, B52, B53, B54: the method runs on what was judged, or not at all. */
  @ParameterizedTest(name = "{1} on {0}")
  @MethodSource("attacks")
  void isRefusedAndTheBodyDoesNotRun(Jdk jdk, String act, String code) {
    AgentRun run = AgentRun.on(jdk).with(CONFIG).main(ToolActs.class, act);

    assertThat(run).refusedWith(code).printed().booksVerify();
    assertThat(run.withoutAgent().stdout())
        .as("the attack works without the agent")
        .contains("ran ");
  }

  /** B35: a preview is spent by one commit. */
  @OnEachJdk
  void theSecondBodyOfOneCallIsAReplay(Jdk jdk) {
    AgentRun run = AgentRun.on(jdk).with(CONFIG).main(ToolActs.class, "carriedOutTwice");

    assertThat(run).refusedWith("CS-REPLAY").printed("ran create a 100").booksVerify();
  }

  static Stream<Arguments> open() {
    return Jdks.tested()
        .flatMap(jdk -> Stream.of("completes", "stream").map(how -> Arguments.of(jdk, how)));
  }

  /** What an approved call left open approves no second call of its method. */
  @ParameterizedTest(name = "{1} on {0}")
  @MethodSource("open")
  void aPendingResultApprovesNoFurtherBody(Jdk jdk, String how) {
    AgentRun run = AgentRun.on(jdk).with(CONFIG).main(ToolActs.class, "againWhilePending", how);

    assertThat(run).refusedWith("NIKA-SEC-011");
  }

  static Stream<Arguments> endings() {
    return onEachJdk(
        List.of(
            List.of("plain", "returned"),
            List.of("nothing", "returned"),
            List.of("completed", "returned"),
            List.of("completes", "returned"),
            List.of("fails", "raised"),
            List.of("cancelled", "abandoned"),
            List.of("subclass", "deferred"),
            List.of("future", "deferred"),
            List.of("stream", "deferred"),
            List.of("iterator", "deferred"),
            List.of("input", "deferred"),
            List.of("publisher", "deferred"),
            List.of("reactive", "deferred")));
  }

  /** B51, spec 2.3: the outcome says what the wrapper saw, never more. */
  @ParameterizedTest(name = "{1} on {0}")
  @MethodSource("endings")
  void theOutcomeSaysWhatTheWrapperSaw(Jdk jdk, String how, String state) {
    AgentRun run =
        AgentRun.on(jdk)
            .with(CONFIG)
            .libraries("reactive-streams")
            .main(ToolActs.class, "later", how);

    assertThat(run).succeeded().sameAsWithoutAgent().booksVerify();
    Books books = Books.of(run);
    JsonNode outcome = books.outcomeOf(books.allows("tool.later").get(0));
    assertThat(outcome.path("body_state").asText()).isEqualTo(state);
    assertThat(outcome.path("error_code").asText())
        .isEqualTo(state.equals("raised") ? "IllegalStateException" : "");
  }

  @OnEachJdk
  void anExceptionOfTheBodyLeavesAsItDidBefore(Jdk jdk) {
    AgentRun run = AgentRun.on(jdk).with(CONFIG).main(ToolActs.class, "fails");

    assertThat(run).exitedWith(1).booksVerify();
    assertThat(run.applicationErrorLines()).contains("java.lang.IllegalStateException: no");
    Books books = Books.of(run);
    JsonNode outcome = books.outcomeOf(books.allows("tool.fail").get(0));
    assertThat(outcome.path("error_code").asText()).isEqualTo("IllegalStateException");
  }

  @OnEachJdk
  void whatHasNoCanonicalFormIsNamedByTypeInTheRecord(Jdk jdk) {
    AgentRun run = AgentRun.on(jdk).with(CONFIG).main(ToolActs.class, "lyingMap");

    Books books = Books.of(run);
    assertThat(books.outcomeRecordOf(books.allows("tool.merge").get(0)).path("detail").asText())
        .contains("LyingMap");
  }

  @OnEachJdk
  void aCallThatIsNeverCarriedOutHasNoInvokedParameters(Jdk jdk) {
    AgentRun run = AgentRun.on(jdk).with(CONFIG).main(ToolActs.class, "neverCarriedOut");

    assertThat(run).succeeded().sameAsWithoutAgent().booksVerify();
    Books books = Books.of(run);
    JsonNode outcome = books.outcomeOf(books.allows("tool.create").get(0));
    assertThat(outcome.has("invoked_params_hash")).isFalse();
  }

  @OnEachJdk
  void aBoundMethodOutsideAnyCallRunsAsUnboundElsewhereSays(Jdk jdk) {
    AgentRun allowed = AgentRun.on(jdk).with(CONFIG).main(ToolActs.class, "outsideAnyCall");
    AgentRun refused =
        AgentRun.on(jdk)
            .configured(
                """
                bundle: desk
                version: 1
                mode: enforce
                unbound: { elsewhere: refuse }
                tools:
                  - { tool: create, method: "com.example.acts.tools.Tools#create(java.lang.String,long)" }
                bind:
                  - resolve: com.example.acts.tools.Desk#dispatch(java.lang.String,java.lang.String,java.util.concurrent.Callable)
                    invoke: { tool: "${arg0}", arguments: "${json:arg1}" }
                """)
            .main(ToolActs.class, "outsideAnyCall");

    assertThat(allowed).succeeded().sameAsWithoutAgent().booksVerify();
    assertThat(Books.of(allowed).allowedScopes()).isEmpty();
    assertThat(allowed.ledger())
        .isDirectoryContaining("glob:**.status.json")
        .satisfies(ledger -> assertThat(status(ledger)).contains("\"unbound_allowed\":1"));
    assertThat(refused).refusedWith("CS-UNBOUND").printed().booksVerify();
  }

  private static String status(Path ledger) throws IOException {
    try (DirectoryStream<Path> files = Files.newDirectoryStream(ledger, "*.status.json")) {
      return Files.readString(files.iterator().next());
    }
  }

  private static Stream<Arguments> onEachJdk(List<List<String>> rows) {
    return Jdks.tested()
        .flatMap(jdk -> rows.stream().map(row -> Arguments.of(jdk, row.get(0), row.get(1))));
  }
}
