package dev.countersign.it.tools;

import static dev.countersign.it.AgentRunAssert.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.example.acts.tools.ToolActs;
import com.fasterxml.jackson.databind.JsonNode;
import dev.countersign.it.ActTable;
import dev.countersign.it.AgentRun;
import dev.countersign.it.Books;
import dev.countersign.it.Jdk;
import dev.countersign.it.Jdks;
import dev.countersign.it.OnEachJdk;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The tool method as a sink, in an application with a dispatcher of its own: every shape of method
 * and every way around one, then calls that differ from what was judged.
 */
class ToolsIT {

  private static final String[] HONEST = {
    "- plain create",
    "- staticMethod twice",
    "- defaultMethod greet",
    "- synchronizedMethod hold",
    "- recursion factorial",
    "- byReflection create",
    "- throughAMethodReference factorial",
    "- onAnotherThread create",
    "- numericString create",
    "B49 superCall create",
    "B49 superCallOfASuperCall create",
    "B49 jdkProxy greet",
    "B49 proxyAroundAProxy greet",
    "B49 generatedSubclass create",
    "B49 proxyAroundAGeneratedSubclass greet",
    "B50 overload run",
    "B50 throughItsBridge handle",
    "B50 throughAnInheritedBridge handle",
    "B50 varargs join",
    "B50 varargsAsAnArray join",
    "B50 noVarargs join",
    "B52 asJudged:decomposed run",
    "B52 asJudged:composed run",
  };

  private static final String[] ATTACKS = {
    "- amountChanged NIKA-SEC-011",
    "- anotherMethod NIKA-SEC-011",
    "B49 superCallWithAnotherAmount NIKA-SEC-011",
    "B49 proxyWithAnotherName NIKA-SEC-011",
    "B49 generatedSubclassWithAnotherAmount NIKA-SEC-011",
    "B50 anotherOverload NIKA-SEC-011",
    "B50 bridgeWithAnotherValue NIKA-SEC-011",
    "B50 varargsJoined NIKA-SEC-011",
    "B50 oneMoreVararg NIKA-SEC-011",
    "B52 lookAlike:decomposed NIKA-SEC-011",
    "B52 lookAlike:composed NIKA-SEC-011",
    "B52 lookAlike:anotherScript NIKA-SEC-011",
    "B52 lookAlike:zeroWidthSpace NIKA-SEC-011",
    "B52 lookAlike:zeroWidthJoiner NIKA-SEC-011",
    "B52 lookAlike:byteOrderMark NIKA-SEC-011",
    "B52 lookAlike:softHyphen NIKA-SEC-011",
    "B52 lookAlike:rightToLeft NIKA-SEC-011",
    "B52 lookAlike:noBreakSpace NIKA-SEC-011",
    "B52 lookAlike:fullWidth NIKA-SEC-011",
    "B52 lookAlike:kelvinSign NIKA-SEC-011",
    "B52 lookAlike:ligature NIKA-SEC-011",
    "B52 lookAlike:variationSelector NIKA-SEC-011",
    "B52 lookAlike:anotherCase NIKA-SEC-011",
    "B52 lookAlike:trailingBlank NIKA-SEC-011",
    "B52 lookAlike:trailingNul NIKA-SEC-011",
    "B53 precisionLost NIKA-SEC-011",
    "B54 duplicateKeys CS-UNSUPPORTED",
    "B54 escapedDuplicateKeys CS-UNSUPPORTED",
  };

  /** A preview is spent by one commit; what ran before was judged. */
  private static final String[] REPEATED = {
    "B35 carriedOutTwice CS-REPLAY",
    "B49 superCallTwice CS-REPLAY",
    "B49 proxyThatTriesAgain CS-REPLAY",
  };

  /** What an approved call left open approves no second call of its method. */
  private static final String[] OPEN = {
    "B51 againWhilePending:completes NIKA-SEC-011", "B51 againWhilePending:stream NIKA-SEC-011",
  };

  private static final ActTable TABLE =
      ActTable.ofRows(ToolsIT::application, ToolActs.class, HONEST, ATTACKS, REPEATED, OPEN);

  private static final ActTable OTHERS =
      new ActTable(ToolsIT::application, ToolActs.class, "fails", "neverCarriedOut");

  private static AgentRun.Builder application(Jdk jdk) {
    return AgentRun.on(jdk)
        .verified()
        .with("tools.yaml")
        .libraries("byte-buddy", "reactive-streams");
  }

  static Stream<Arguments> honest() {
    return Jdks.rows(3, HONEST);
  }

  @ParameterizedTest(name = "{0} {1} on {3}")
  @MethodSource("honest")
  void runsAsWithoutTheAgent(String number, String act, String tool, Jdk jdk) {
    TABLE.runsAsWithout(jdk, act);
  }

  /** The outermost entry is the call; what it passes on the way to its own body is not another. */
  @OnEachJdk
  void b49b50OneLogicalCallIsOneEventPair(Jdk jdk) {
    Books books = Books.of(TABLE.run(jdk));

    assertThat(books.allowedScopes().subList(0, HONEST.length))
        .containsExactlyElementsOf(Stream.of(HONEST).map(ToolsIT::scope).toList());
    assertThat(books.toolAllows().subList(0, HONEST.length))
        .allSatisfy(
            allow -> {
              JsonNode outcome = books.outcomeOf(allow);
              assertThat(outcome.path("body_state").asText()).isEqualTo("returned");
              assertThat(outcome.path("invoked_params_hash"))
                  .isEqualTo(allow.path("authorized_params_hash"));
            });
  }

  private static String scope(String row) {
    return "tool." + row.split(" +")[2];
  }

  static Stream<Arguments> attacks() {
    return Jdks.rows(3, ATTACKS);
  }

  @ParameterizedTest(name = "{0} {1} on {3}")
  @MethodSource("attacks")
  void theMethodRunsOnWhatWasJudgedOrNotAtAll(String number, String act, String code, Jdk jdk) {
    TABLE.isRefused(jdk, act, code);
  }

  static Stream<Arguments> repeated() {
    return Jdks.rows(3, REPEATED);
  }

  @ParameterizedTest(name = "{0} {1} on {3}")
  @MethodSource("repeated")
  void whatWasJudgedOnceRunsOnce(String number, String act, String code, Jdk jdk) {
    assertThat(TABLE.with(jdk, act).ending()).endsWith("refused " + code);
    assertThat(TABLE.with(jdk, act).bodies()).hasSize(1);
    assertThat(TABLE.without(jdk, act).bodies()).hasSize(2);
  }

  static Stream<Arguments> open() {
    return Jdks.rows(3, OPEN);
  }

  @ParameterizedTest(name = "{0} {1} on {3}")
  @MethodSource("open")
  void aPendingResultApprovesNoFurtherBody(String number, String act, String code, Jdk jdk) {
    assertThat(TABLE.with(jdk, act).ending()).endsWith("refused " + code);
    assertThat(TABLE.without(jdk, act).ending()).isEqualTo("ended");
  }

  @OnEachJdk
  void whatIsNoEffectLeavesAsItDidBefore(Jdk jdk) {
    for (String act : new String[] {"fails", "neverCarriedOut"}) {
      OTHERS.isSame(jdk, act);
    }
    assertThat(OTHERS.run(jdk)).deniedNothing();
    Books books = Books.of(OTHERS.run(jdk));
    assertThat(OTHERS.with(jdk, "fails").ending())
        .isEqualTo("threw java.lang.IllegalStateException");
    assertThat(books.outcomeOf(books.allows("tool.fail").get(0)).path("error_code").asText())
        .isEqualTo("IllegalStateException");
    assertThat(books.outcomeOf(books.allows("tool.create").get(0)).has("invoked_params_hash"))
        .as("parameters of a call that nothing carried out")
        .isFalse();
  }

  @OnEachJdk
  void aBoundMethodOutsideAnyCallRunsAsUnboundElsewhereSays(Jdk jdk) {
    ActTable allowed = new ActTable(ToolsIT::application, ToolActs.class, "outsideAnyCall");
    ActTable refused =
        new ActTable(
            on ->
                AgentRun.on(on)
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
                    .libraries("byte-buddy"),
            ToolActs.class,
            "outsideAnyCall");

    allowed.runsAsWithout(jdk, "outsideAnyCall");
    assertThat(Books.of(allowed.run(jdk)).allowedScopes()).isEmpty();
    assertThat(status(allowed.run(jdk).ledger())).contains("\"unbound_allowed\":1");
    assertThat(refused.with(jdk, "outsideAnyCall").printed()).isEmpty();
    assertThat(refused.with(jdk, "outsideAnyCall").ending()).isEqualTo("refused CS-UNBOUND");
    assertThat(refused.run(jdk)).denied("CS-UNBOUND");
  }

  private static String status(Path ledger) {
    try (DirectoryStream<Path> files = Files.newDirectoryStream(ledger, "*.status.json")) {
      return Files.readString(files.iterator().next());
    } catch (IOException unreadable) {
      throw new java.io.UncheckedIOException(unreadable);
    }
  }
}
