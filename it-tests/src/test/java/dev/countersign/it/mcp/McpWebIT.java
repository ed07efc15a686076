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
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
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
  };

  /** An act, the code, and how its last line begins with the agent. */
  private static final String[] ATTACKS = {
    "aRequestThatChangesBeforeItIsSent; NIKA-SEC-011; true [NIKA-SEC-011] Refused: this tool call",
    "aTransportThatRewritesInPlace; NIKA-SEC-011; true [NIKA-SEC-011] Refused: this tool call",
    "aTransportThatRewrites; NIKA-SEC-011; true [NIKA-SEC-011] Refused: this tool call",
    "aCallOfATransportWhoseObjectChanges; NIKA-SEC-011; thrown [NIKA-SEC-011] Refused: this tool call",
    "aCallOfASessionWhoseObjectChanges; NIKA-SEC-011; thrown [NIKA-SEC-011] Refused: this tool call",
    "whatIsForbidden; CS-POLICY; true [CS-POLICY] Refused: ",
    "aForbiddenCallOfASession; CS-POLICY; thrown [CS-POLICY] Refused: ",
    "aForbiddenCallOfATransport; CS-POLICY; thrown [CS-POLICY] Refused: ",
    "aToolThatSends; CS-UNBOUND; ",
    "aToolThatSendsWhenItIsAnswered; CS-UNBOUND; ",
    "aToolThatStartsAnother; CS-UNBOUND; ",
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
                Stream.of("aRequestThatIsSentAgain", LIST_CHANGES),
                Arrays.stream(REPEATED),
                Arrays.stream(TRANSPORTS).map(transport -> "over:" + transport))
            .flatMap(Function.identity())
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
              return Stream.of(rows).map(row -> Arguments.of(line, jdk, row));
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
