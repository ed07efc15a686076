package dev.countersign.it.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import com.example.acts.mcp.WebActs;
import dev.countersign.it.ActTable;
import dev.countersign.it.ActTable.Performed;
import dev.countersign.it.AgentRun;
import dev.countersign.it.Books;
import dev.countersign.it.Jdk;
import dev.countersign.it.Jdks;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Servers of the MCP Java SDK over HTTP, and clients: server-sent events, streamable HTTP and
 * stateless servers in a servlet container, and a server in a process of its own.
 */
class McpWebIT {

  /** An act, and the scopes that the books allow. */
  private static final String[] HONEST = {
    "raw:streamable tool.pay,tool.fails",
    "raw:stateless tool.pay,tool.fails",
    "aRequestThatIsSentLater tool.pay,tool.pay",
    "aRequestThatMayBeSentAgain tool.paytwice,tool.paytwice,tool.paytwice,tool.paytwice",
    "aRequestOfTwoCalls tool.pay,tool.pay,tool.pay,tool.pay",
    "aRequestWithoutArgumentsOfTwoCalls tool.nothing,tool.nothing,tool.nothing,tool.nothing",
    "aCallOfASession tool.pay,tool.pay",
    "aCallOfATransport tool.pay,tool.pay",
    "aCallOfATransportWithAnObject tool.pay,tool.pay",
    "aTransportThatCopies tool.pay,tool.pay",
    "aCallOfASessionThatMayBeRepeated tool.paytwice,tool.paytwice,tool.paytwice,tool.paytwice",
    "aClientThatConnectsWhenItIsAsked tool.pay,tool.pay",
    "whatIsNoJson tool.pay,tool.pay",
    "aToolThatAsksAServer tool.consult,tool.pay,tool.pay",
    "aContainerThatACallStarted tool.consult",
    "aContainerOnAPoolThatACallStarted tool.consult",
    "aToolThatStartsAServer tool.consult,tool.ask,exec.java",
    "asks:streamable-ACCEPT tool.order,tool.order,tool.pay,tool.pay",
    "asks:streamable-DECLINE tool.order,tool.order,tool.pay,tool.pay",
    "asks:sse-ACCEPT tool.order,tool.order,tool.pay,tool.pay",
    "leaves:stateless-headers tool.pay,tool.pay",
    "leaves:stateless-sameBody tool.pay,tool.pay",
    "leaves:stateless-token tool.pay,tool.pay",
    "leaves:stateless-elsewhereHeaders tool.pay,tool.pay",
    "leaves:stateless-mapperOfItsOwnLayout tool.pay,tool.pay",
    "leaves:stateless-mapperWithoutNulls tool.pay,tool.pay",
    "leaves:stateless-login tool.pay,tool.pay",
    "leaves:stateless-sameUri tool.pay,tool.pay",
    "leaves:stateless-key tool.pay,tool.pay",
    "leaves:stateless-redirected tool.pay,tool.pay",
    "leaves:sse-key tool.pay,tool.pay",
    "leaves:sse-headers tool.pay,tool.pay",
    "leaves:sse-elsewhereHeaders tool.pay,tool.pay",
    "leaves:sse-mapperOfItsOwnLayout tool.pay,tool.pay",
    "leaves:reactive-stateless-headers tool.consult,tool.pay,tool.pay",
    "leaves:reactive-sse-headers tool.consult,tool.pay,tool.pay",
    "leaves:springai-stateless-headers tool.consult,tool.pay,tool.pay",
    "leaves:springai-sse-headers tool.consult,tool.pay,tool.pay",
    "leaves:stdio-plain tool.pay,tool.pay",
    "leaves:stdio-mapperOfItsOwnLayout tool.pay,tool.pay",
    "leaves:stdio-mapperWithoutNulls tool.pay,tool.pay",
    "leaves:stdio-outboundThatCopies tool.pay,tool.pay",
  };

  /** An act, the code, and how its last line begins with the agent. */
  private static final String[] ATTACKS = {
    "aRequestThatChangesBeforeItIsSent; NIKA-SEC-011; true [NIKA-SEC-011] Refused: this tool call",
    "aTransportThatRewritesInPlace; NIKA-SEC-011; true [NIKA-SEC-011] Refused: this tool call",
    "aTransportThatRewrites; NIKA-SEC-011; true [NIKA-SEC-011] Refused: this tool call",
    "aCallOfATransportWhoseObjectChanges; NIKA-SEC-011; thrown [NIKA-SEC-011] Refused: this tool call",
    "aCallOfASessionWhoseObjectChanges; NIKA-SEC-011; thrown [NIKA-SEC-011] Refused: this tool call",
    "leaves:stateless-body; NIKA-SEC-011; true [NIKA-SEC-011] Refused: this tool call",
    "leaves:stateless-slowly; NIKA-SEC-011; true [NIKA-SEC-011] Refused: this tool call",
    "leaves:stateless-elsewhere; NIKA-SEC-011; true [NIKA-SEC-011] Refused: this tool call",
    "leaves:stateless-elsewhereUnderAnotherId; NIKA-SEC-011; true [NIKA-SEC-011] Refused: this tool call",
    "leaves:stateless-tool; NIKA-SEC-011; true [NIKA-SEC-011] Refused: this tool call",
    "leaves:stateless-twoReadings; CS-UNSUPPORTED; true [CS-UNSUPPORTED] Refused: ",
    "leaves:stateless-builder; NIKA-SEC-011; true [NIKA-SEC-011] Refused: this tool call",
    "leaves:stateless-mapper; NIKA-SEC-011; true [NIKA-SEC-011] Refused: this tool call",
    "leaves:stateless-mapperThatAddsAMember; NIKA-SEC-011; true [NIKA-SEC-011] Refused: this tool call",
    "leaves:stateless-loginThatRewrites; NIKA-SEC-011; true [NIKA-SEC-011] Refused: this tool call",
    "leaves:stateless-elsewhereByPath; NIKA-SEC-011; true [NIKA-SEC-011] Refused: this tool call",
    "leaves:stateless-elsewhereByHost; NIKA-SEC-011; true [NIKA-SEC-011] Refused: this tool call",
    "leaves:sse-elsewhereByHost; NIKA-SEC-011; true [NIKA-SEC-011] Refused: this tool call",
    "leaves:sse-body; NIKA-SEC-011; true [NIKA-SEC-011] Refused: this tool call",
    "leaves:sse-elsewhere; NIKA-SEC-011; true [NIKA-SEC-011] Refused: this tool call",
    "leaves:sse-mapper; NIKA-SEC-011; true [NIKA-SEC-011] Refused: this tool call",
    "whatIsForbidden; CS-POLICY; true [CS-POLICY] Refused: ",
    "aForbiddenCallOfASession; CS-POLICY; thrown [CS-POLICY] Refused: ",
    "aForbiddenCallOfATransport; CS-POLICY; thrown [CS-POLICY] Refused: ",
    "leaves:reactive-stateless-codec; NIKA-SEC-011; ",
    "leaves:reactive-sse-mapper; NIKA-SEC-011; ",
    "leaves:reactive-stateless-elsewhere; NIKA-SEC-011; ",
    "leaves:reactive-sse-elsewhere; NIKA-SEC-011; ",
    "leaves:springai-stateless-bytes; NIKA-SEC-011; ",
    "leaves:springai-stateless-elsewhere; NIKA-SEC-011; ",
    "leaves:springai-sse-bytes; NIKA-SEC-011; ",
    "leaves:springai-sse-mapper; NIKA-SEC-011; ",
    "leaves:springai-sse-elsewhere; NIKA-SEC-011; ",
    "aToolThatSends; CS-UNBOUND; ",
    "aToolThatSendsWhenItIsAnswered; CS-UNBOUND; ",
    "aToolThatStartsAnother; CS-UNBOUND; ",
  };

  /** What is changed on its way; what comes behind it is sent. */
  private static final String[] LINES = {
    "leaves:stdio-mapper",
    "leaves:stdio-mapperOfAnotherTool",
    "leaves:stdio-mapperThatAddsAMember",
    "leaves:stdio-outbound",
    "leaves:stateless-once",
  };

  /** What was approved once and is subscribed to again. */
  private static final String[] REPEATED = {
    "aCallOfASessionThatIsRepeated", "aCallOfATransportThatIsRepeated"
  };

  private static final String LIST_CHANGES = "aCallOfATransportWhoseListChanges";

  private static final String[] TRANSPORTS = {"streamable", "sse"};

  private static final Map<McpLine, ActTable> TABLES =
      McpLine.all().stream().collect(Collectors.toMap(Function.identity(), McpWebIT::table));

  private static ActTable table(McpLine line) {
    return new ActTable(
        jdk -> {
          AgentRun.Builder builder =
              AgentRun.on(jdk)
                  .with("mcp.yaml", "mode: enforce")
                  .file("page", "for everybody\n")
                  .file("secret", "for nobody\n");
          line.classPath().forEach(builder::classPath);
          return builder;
        },
        WebActs.class,
        Stream.of(
                Arrays.stream(HONEST).map(row -> row.split(" ")[0]),
                Arrays.stream(ATTACKS).map(row -> row.split("; ")[0]),
                Stream.of("aRequestThatIsSentAgain", LIST_CHANGES, "aRequestThatIsForgotten"),
                Arrays.stream(LINES),
                Arrays.stream(REPEATED),
                Arrays.stream(TRANSPORTS).map(transport -> "over:" + transport))
            .flatMap(Function.identity())
            .filter(line::has)
            .toArray(String[]::new));
  }

  static Stream<Arguments> honest() {
    return rows(HONEST);
  }

  static Stream<Arguments> attacks() {
    return rows(ATTACKS);
  }

  static Stream<Arguments> transports() {
    return rows(TRANSPORTS);
  }

  static Stream<Arguments> lines() {
    return rows("");
  }

  /** The older lines on the older JDK, the newest on the newer one. */
  private static Stream<Arguments> rows(String... rows) {
    List<McpLine> lines = McpLine.all();
    McpLine newest = lines.get(lines.size() - 1);
    return lines.stream()
        .flatMap(
            line -> {
              Jdk jdk = Jdks.jdk(line.equals(newest) ? 25 : 17);
              return Stream.of(rows)
                  .filter(row -> line.has(row.split("[ ;]")[0]))
                  .map(row -> Arguments.of(line, jdk, row));
            });
  }

  @ParameterizedTest(name = "{0} on {1}: {2}")
  @MethodSource("honest")
  void anHonestCallIsAnsweredAsWithout(McpLine line, Jdk jdk, String row) {
    String[] cells = row.split(" ");
    TABLES.get(line).runsAsWithout(jdk, cells[0]);

    Books books = TABLES.get(line).books(jdk, cells[0]);
    assertThat(books.denialCodes()).isEmpty();
    assertThat(books.allowedScopes()).containsExactly(cells[1].split(","));
  }

  /** Both sides are bound: a client asks and sends, a server is asked and runs. */
  @ParameterizedTest(name = "{0} on {1}: {2}")
  @MethodSource("transports")
  void theSameOverEachTransport(McpLine line, Jdk jdk, String transport) {
    Performed with = TABLES.get(line).with(jdk, "over:" + transport);
    Performed without = TABLES.get(line).without(jdk, "over:" + transport);

    assertThat(without.changed()).contains("+two");
    assertThat(with.changed()).contains("+one").doesNotContain("+two");
    List<String> expected = new ArrayList<>(without.printed());
    int refused = expected.lastIndexOf("false cp 0");
    expected.remove(refused - 1);
    expected.set(
        refused - 1,
        "true [NIKA-SEC-011] Refused: this process start changed after it was approved. Nothing was"
            + " executed. You may request the same tool call again with its original arguments, or"
            + " continue without it.");
    assertThat(with.printed()).isEqualTo(expected);
    assertThat(TABLES.get(line).books(jdk, "over:" + transport).allowedScopes())
        .containsExactly(
            "tool.pay",
            "tool.pay",
            "tool.copy",
            "tool.copy",
            "exec.cp",
            "tool.copyother",
            "tool.copyother",
            "tool.fails",
            "tool.fails");
  }

  @ParameterizedTest(name = "{0} on {1}: {2}")
  @MethodSource("attacks")
  void anAttackIsRefused(McpLine line, Jdk jdk, String row) {
    String[] cells = row.split("; ", -1);
    Performed with = TABLES.get(line).with(jdk, cells[0]);
    Performed without = TABLES.get(line).without(jdk, cells[0]);

    assertThat(without.changed()).as("without the agent").isNotEqualTo("none");
    assertThat(with.changed()).isEqualTo("none");
    assertThat(with.ending()).isEqualTo("ended");
    if (!cells[2].isEmpty()) {
      assertThat(with.printed()).singleElement().asString().startsWith(cells[2]);
    } else {
      assertThat(with.printed().get(with.printed().size() - 1))
          .contains("\"text\":\"[" + cells[1] + "] Refused: ")
          .contains("\"isError\":true");
    }
    assertThat(McpServerIT.refusals(TABLES.get(line).books(jdk, cells[0]))).contains(cells[1]);
  }

  static Stream<Arguments> changedLines() {
    return rows(LINES);
  }

  @ParameterizedTest(name = "{0} on {1}: {2}")
  @MethodSource("changedLines")
  void whatLeavesIsWhatWasJudgedAndNothingElseIsHeldUp(McpLine line, Jdk jdk, String act) {
    List<String> without = TABLES.get(line).without(jdk, act).printed();
    List<String> with = TABLES.get(line).with(jdk, act).printed();

    assertThat(String.join("\n", without).toLowerCase(Locale.ROOT))
        .containsAnyOf("mallory", "bob", "refund")
        .doesNotContain("refused");
    assertThat(with.get(0)).startsWith("true [NIKA-SEC-011] Refused: this tool call");
    assertThat(with.subList(1, with.size()))
        .isEqualTo(without.subList(without.size() - with.size() + 1, without.size()));
    assertThat(TABLES.get(line).books(jdk, act).denialCodes()).containsExactly("NIKA-SEC-011");
  }

  @ParameterizedTest(name = "{0} on {1}")
  @MethodSource("lines")
  void whatIsSentAgainWasNotApproved(McpLine line, Jdk jdk, String row) {
    Performed with = TABLES.get(line).with(jdk, "aRequestThatIsSentAgain");

    assertThat(TABLES.get(line).without(jdk, "aRequestThatIsSentAgain").printed())
        .containsExactly("PAID BOB 5", "false paid bob 5", "PAID BOB 5", "false paid bob 5");
    assertThat(with.printed()).startsWith("PAID BOB 5", "false paid bob 5").hasSize(3);
    assertThat(with.printed().get(2)).startsWith("true [CS-REPLAY] Refused: ");
  }

  @ParameterizedTest(name = "{0} on {1}")
  @MethodSource("lines")
  void whatIsSentIsWhatWasJudgedAndNotWhatBecameOfIt(McpLine line, Jdk jdk, String row) {
    assertThat(TABLES.get(line).without(jdk, LIST_CHANGES).printed())
        .contains("PAID [[MALLORY]] NULL");
    assertThat(TABLES.get(line).with(jdk, LIST_CHANGES).printed()).contains("PAID [[BOB]] NULL");
    assertThat(TABLES.get(line).books(jdk, LIST_CHANGES).denialCodes()).isEmpty();
  }

  /** A client may live as long as its application; one of 1.1 keeps what it sent last by itself. */
  @Test
  void whatWasSentIsNotKept() {
    McpLine line = new McpLine("2.1");
    assertThat(TABLES.get(line).with(Jdks.jdk(25), "aRequestThatIsForgotten").printed())
        .contains("forgotten");
  }

  static Stream<Arguments> repeated() {
    return rows(REPEATED);
  }

  @ParameterizedTest(name = "{0} on {1}: {2}")
  @MethodSource("repeated")
  void whatIsSubscribedToAgainWasNotApproved(McpLine line, Jdk jdk, String act) {
    List<String> with = TABLES.get(line).with(jdk, act).printed();

    assertThat(TABLES.get(line).without(jdk, act).printed())
        .filteredOn(printed -> printed.startsWith("PAID"))
        .hasSize(2);
    assertThat(with).filteredOn(printed -> printed.startsWith("PAID")).hasSize(1);
    assertThat(with.get(with.size() - 1)).startsWith("thrown [CS-REPLAY] Refused: ");
  }
}
