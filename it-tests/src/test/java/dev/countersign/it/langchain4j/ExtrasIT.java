package dev.countersign.it.langchain4j;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.countersign.it.ActTable;
import dev.countersign.it.ActTable.Performed;
import dev.countersign.it.AgentRun;
import dev.countersign.it.Books;
import dev.countersign.it.Jdk;
import dev.countersign.it.Jdks;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What stands around LangChain4j's tools: its MCP client, its agents, guardrails that ask a model
 * again, methods that undo what a tool did.
 */
class ExtrasIT {

  /** What is tested together: the library, its agents, its MCP client. */
  private enum Line {
    OLDER("1.11.0", "1.11.0-beta19", "1.11.0-beta19"),
    NEWEST("1.19.0", "1.19.0-beta29", "1.18.1-beta28");

    private final LibraryLine library;
    private final String agentic;
    private final String mcp;

    Line(String library, String agentic, String mcp) {
      this.library = LibraryLine.of(library);
      this.agentic = agentic;
      this.mcp = mcp;
    }

    AgentRun.Builder application(Jdk jdk) {
      AgentRun.Builder application =
          AgentRun.on(jdk)
              .with("langchain4j-lines.yaml", AGENTS)
              .file("page", "for everybody\n")
              .file("secret", "for nobody\n");
      library.classPath().forEach(application::classPath);
      application.classPath(LibraryLine.jar("langchain4j-agentic", agentic));
      return application.classPath(LibraryLine.jar("langchain4j-mcp", mcp));
    }
  }

  /** An agent's interface has no body: what is meant is the library's proxy of it. */
  private static final String AGENTS =
      """
      agents:
        - agent: researcher
          method: com.example.acts.langchain4j.AgenticActs$Researcher+#research(java.lang.String)
          authority: { scopes: [tool.copy, tool.copysecret, exec.cp] }
        - agent: clerk
          method: com.example.acts.langchain4j.AgenticActs$Clerk+#keep(java.lang.String)
          authority: { scopes: [tool.note] }
        - agent: porter
          method: com.example.acts.langchain4j.AgenticActs$Porter#carry(java.lang.String)
          authority: { scopes: [tool.copy, exec.cp] }
        - agent: messenger
          method: com.example.acts.langchain4j.McpClientActs$Porter#carry(java.lang.String)
          authority: { scopes: [tool.copy, exec.cp] }
      """;

  /** An act, and the scopes that the books allow. */
  private static final String[] HONEST = {
    "mcp:ofAProvider tool.notify",
    "mcp:decorated tool.notify",
    "mcp:underAnotherName tool.notify",
    "mcp:alone tool.notify",
    "client:asked tool.notify",
    "client:askedTwice tool.notify,tool.notify",
    "client:askedInATool tool.note,tool.notify",
    "client:askedByAnExecutor tool.notify",
    "client:behindAClient tool.notify",
    "client:behindAClientUnderAnotherName tool.notify",
    "client:behindATransport tool.notify",
    "client:behindATransportUnderAnotherName tool.notify",
    "client:heard tool.notify",
    "client:sentByTheApplication tool.notify",
    "client:whoseSessionIsLost tool.notify",
    "headers:added tool.notify",
    "headers:fetched tool.notify",
    "headers:thatEditsTheCall tool.notify",
    "agents:supervised tool.copy,exec.cp",
    "agents:supervisedWithoutAModel tool.copy,exec.cp",
    "agents:inARow tool.copy,exec.cp,tool.note",
    "again:askedAgain tool.copy,exec.cp",
  };

  /** An act, what is refused, and what happens all the same. */
  private static final String[] ATTACKS = {
    "mcp:decoratedByOneThatEdits NIKA-SEC-011 none",
    "mcp:decoratedByOneThatRepeats CS-REPLAY +called",
    "client:askedByAnAgentThatMayNot CS-POLICY none",
    "client:askedByAnExecutorForSomethingElse NIKA-SEC-011 none",
    "client:behindAClientThatEdits NIKA-SEC-011 none",
    "client:behindAClientThatEditsUnderAnotherName NIKA-SEC-011 none",
    "client:behindAClientThatRepeats CS-REPLAY +called",
    "client:behindATransportThatEdits NIKA-SEC-011 none",
    "client:behindATransportThatRepeats CS-REPLAY +called",
    "client:heardByOneThatEdits NIKA-SEC-011 none",
    "client:heardByOneThatSends CS-REPLAY +called",
    "client:heardByOneThatSendsSomethingElse NIKA-SEC-011 none",
    "client:heardByOneThatSendsAgain CS-REPLAY +called",
    "client:whoseHeadersSendAgain CS-REPLAY none",
    "client:sentByAnExecutorForSomethingElse NIKA-SEC-011 none",
    "client:sentInSeveralLines CS-UNSUPPORTED none",
    "headers:thatCallsForSomebodyElse CS-REPLAY none",
    "headers:thatCallsInABatch CS-UNSUPPORTED none",
    "headers:thatCallsOverAnotherClient CS-REPLAY none",
    "headers:thatCallsOnAnotherThread CS-REPLAY +called",
    "headers:thatStartsAProcess CS-UNBOUND none",
    "agents:supervisedAndTalkedIntoAnotherTool CS-POLICY none",
    "agents:supervisedOnAnotherFile NIKA-SEC-011 none",
    "agents:inARowTheOtherWayRound CS-POLICY none",
    "again:askedAgainOnAnotherFile NIKA-SEC-011 none",
  };

  /** Who listens to a client asks it again, inside what it sends. */
  private static final String[] ASKED_AGAIN = {
    "client:heardByOneThatAsksAgain", "client:heardByOneThatAsksAgainOverAnOwnTransport",
  };

  /** Two at once print in any order. */
  private static final String SIDE_BY_SIDE = "agents:sideBySide";

  /** From 1.17 on. */
  private static final String UNDONE = "again:undoneWithAnotherFile";

  private static final Map<Line, ActTable> TABLES =
      Stream.of(Line.values()).collect(Collectors.toMap(Function.identity(), ExtrasIT::table));

  private static ActTable table(Line line) {
    Stream<String> all =
        Stream.concat(
            Stream.of(HONEST, ATTACKS, ASKED_AGAIN)
                .flatMap(Stream::of)
                .map(row -> row.split(" ")[0]),
            Stream.of(SIDE_BY_SIDE));
    return new ActTable(
        line::application,
        acts(),
        (line == Line.NEWEST ? Stream.concat(all, Stream.of(UNDONE)) : all).toArray(String[]::new));
  }

  private static Class<?> acts() {
    try {
      return Class.forName("com.example.acts.langchain4j.ExtrasActs");
    } catch (ClassNotFoundException gone) {
      throw new AssertionError(gone);
    }
  }

  static Stream<Arguments> honest() {
    return rows(HONEST);
  }

  static Stream<Arguments> attacks() {
    return rows(ATTACKS);
  }

  static Stream<Arguments> askedAgain() {
    return rows(ASKED_AGAIN);
  }

  static Stream<Arguments> lines() {
    return rows("");
  }

  private static Stream<Arguments> rows(String... rows) {
    return Stream.of(Line.values())
        .flatMap(
            line ->
                Jdks.of(line, List.of(Line.values()))
                    .flatMap(jdk -> Stream.of(rows).map(row -> Arguments.of(line, jdk, row))));
  }

  @ParameterizedTest(name = "{0} on {1}: {2}")
  @MethodSource("honest")
  void anHonestActIsAsWithout(Line line, Jdk jdk, String row) {
    String[] cells = row.split(" ");
    TABLES.get(line).runsAsWithout(jdk, cells[0]);

    Books books = TABLES.get(line).books(jdk, cells[0]);
    assertThat(books.denialCodes()).isEmpty();
    assertThat(books.allowedScopes()).containsExactly(cells[1].split(","));
    assertThat(TABLES.get(line).with(jdk, cells[0]).changed()).isNotEqualTo("none");
  }

  @ParameterizedTest(name = "{0} on {1}: {2}")
  @MethodSource("attacks")
  void anAttackIsRefusedAndTheModelIsTold(Line line, Jdk jdk, String row) {
    String[] cells = row.split(" ");
    Performed with = TABLES.get(line).with(jdk, cells[0]);
    Performed without = TABLES.get(line).without(jdk, cells[0]);

    assertThat(without.changed()).as("without the agent").isNotEqualTo("none");
    assertThat(without.printed()).noneMatch(said -> said.contains("Refused"));
    assertThat(with.ending()).isEqualTo("ended");
    assertThat(with.changed()).isEqualTo(cells[2]);
    assertThat(with.printed()).anyMatch(said -> said.contains(": [" + cells[1] + "] Refused: "));
    assertThat(called(with))
        .isEqualTo(cells[2].equals("none") ? 0 : 1)
        .isLessThanOrEqualTo(called(without));
  }

  /** Whether what a listener throws ends the call as well differs from line to line. */
  @ParameterizedTest(name = "{0} on {1}: {2}")
  @MethodSource("askedAgain")
  void aClientThatIsAskedAgainSendsOnceAtMost(Line line, Jdk jdk, String act) {
    Performed with = TABLES.get(line).with(jdk, act);

    assertThat(called(TABLES.get(line).without(jdk, act))).isEqualTo(2);
    assertThat(called(with)).isLessThanOrEqualTo(1);
    assertThat(with.ending()).isEqualTo("ended");
    assertThat(with.printed()).anyMatch(said -> said.contains(": [CS-REPLAY] Refused: "));
  }

  private static long called(Performed act) {
    return act.printed().stream().filter(said -> said.startsWith("CALLED")).count();
  }

  @ParameterizedTest(name = "{0} on {1}")
  @MethodSource("lines")
  void agentsSideBySideAreNodesOfTheirOwn(Line line, Jdk jdk, String row) {
    Performed with = TABLES.get(line).with(jdk, SIDE_BY_SIDE);
    assertThat(with.ending()).isEqualTo("ended");
    assertThat(with.changed()).isEqualTo("+copy,+noted");
    assertThat(TABLES.get(line).without(jdk, SIDE_BY_SIDE).changed()).isEqualTo("+copy,+noted");

    Books books = TABLES.get(line).books(jdk, SIDE_BY_SIDE);
    assertThat(books.denialCodes()).isEmpty();
    List<JsonNode> nodes = books.events("spawn").stream().map(spawn -> spawn.path("node")).toList();
    assertThat(nodes).hasSize(2).doesNotHaveDuplicates();
    JsonNode copying = books.allows("tool.copy").get(0).path("node");
    assertThat(books.allows("exec.cp").get(0).path("node")).isEqualTo(copying);
    assertThat(books.allows("tool.note").get(0).path("node")).isNotEqualTo(copying);
    assertThat(nodes).contains(copying, books.allows("tool.note").get(0).path("node"));
  }

  @ParameterizedTest(name = "on {0}")
  @MethodSource("dev.countersign.it.Jdks#tested")
  void whatUndoesAToolIsBoundAsATool(Jdk jdk) {
    assertThat(TABLES.get(Line.NEWEST).without(jdk, UNDONE).changed()).isEqualTo("+copy");
    assertThat(TABLES.get(Line.NEWEST).with(jdk, UNDONE).changed()).isEqualTo("none");
    assertThat(TABLES.get(Line.NEWEST).books(jdk, UNDONE).denialCodes())
        .containsExactly("NIKA-SEC-011");
  }
}
