package dev.countersign.it.mcp;

import static java.util.Locale.ROOT;
import static org.assertj.core.api.Assertions.assertThat;

import com.example.acts.mcp.ServerActs;
import dev.countersign.it.ActTable;
import dev.countersign.it.ActTable.Performed;
import dev.countersign.it.AgentRun;
import dev.countersign.it.Books;
import dev.countersign.it.Jdk;
import dev.countersign.it.Jdks;
import dev.countersign.it.Measured;
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
 * Calls of tools as servers of the MCP Java SDK carry them out, in each of its lines, over stdio:
 * honest ones, whose answers are the same byte by byte, attacks, and what it converts.
 */
class McpServerIT {

  /** An act, and the scopes that the books allow. */
  private static final String[] HONEST = {
    "aCall tool.pay",
    "withoutArguments tool.nothing",
    "f30AbsentNullAndNoArguments tool.nothing,tool.nothing,tool.nothing",
    "f29ArgumentsThatAreNoObject -",
    "idsOfAllKinds tool.pay,tool.pay,tool.pay",
    "aToolThatNobodyHas -",
    "aToolThatFails tool.fails",
    "aResultOfAShape tool.shaped",
    "nestedValues tool.value",
    "anAsynchronousHandler tool.pay",
    "anAsynchronousHandlerOnAnotherThread tool.copy,exec.cp",
    "progress tool.pay",
    "aCopy tool.copy,exec.cp",
    "aDecorator tool.pay",
    "aDecoratorThatMayRetry tool.paytwice,tool.paytwice",
    "aToolThatUsesAnother tool.safepay,tool.pay",
    "aDecoratorThatShowsItToAnother tool.pay,tool.value",
    "anAsynchronousDecoratorThatMayRetry tool.paytwice,tool.paytwice",
    "anotherHandlerMeanwhile tool.pay",
  };

  /** An act, and the code that the model is told. */
  private static final String[] ATTACKS = {
    "aCopyOfAnotherPage NIKA-SEC-011",
    "aCopyThatHidesItsRefusal NIKA-SEC-011",
    "anAsynchronousCopyThatHidesItsRefusal NIKA-SEC-011",
    "aDecoratorThatRewrites NIKA-SEC-011",
    "aDecoratorThatRewritesInPlace NIKA-SEC-011",
    "aDecoratorThatShowsItToAnotherAndRewrites NIKA-SEC-011",
    "anAsynchronousDecoratorThatRewrites NIKA-SEC-011",
    "aMapperThatRewrites NIKA-SEC-011",
    "aMapperThatRenames NIKA-SEC-011",
    "ambiguousArguments CS-UNSUPPORTED",
  };

  private static final String[] RETRIES = {
    "aDecoratorThatRetries", "anAsynchronousDecoratorThatRetries"
  };

  /** A value of JSON, and how it ends: {@code same} as without the agent, or the code. */
  private static final String[] CONVERSIONS = {
    "5; same",
    "5.0; same",
    "-0; same",
    "0.1; same",
    "1e3; same",
    "123456789012345678901234567890; same",
    "0.1000000000000000055; NIKA-SEC-011",
    "\"5\"; same",
    "\"\\u00e9\"; same",
    "true; same",
    "null; same",
    "[]; same",
    "[1,\"1\",null,[2.7]]; same",
    "{}; same",
    "{\"a\":1,\"b\":{\"c\":[]}}; same",
    "{\"a\":1,\"a\":2}; CS-UNSUPPORTED",
  };

  private static final Map<McpLine, ActTable> TABLES =
      McpLine.all().stream().collect(Collectors.toMap(Function.identity(), McpServerIT::table));

  private static final McpLine NEWEST = new McpLine("2.1");

  /** Honest acts of the newest line where nothing would be refused. */
  private static final ActTable OBSERVED =
      new ActTable(
          jdk -> on(jdk, NEWEST, "observe"),
          ServerActs.class,
          Stream.of(HONEST).map(row -> row.split(" ")[0]).toArray(String[]::new));

  private static AgentRun.Builder on(Jdk jdk, McpLine line, String mode) {
    AgentRun.Builder builder =
        AgentRun.on(jdk)
            .with("mcp.yaml", "mode: " + mode)
            .file("page", "for everybody\n")
            .file("secret", "for nobody\n");
    line.classPath().forEach(builder::classPath);
    return builder;
  }

  private static ActTable table(McpLine line) {
    return new ActTable(
        jdk -> on(jdk, line, "enforce"),
        ServerActs.class,
        Stream.of(
                Stream.of(HONEST, ATTACKS).flatMap(Arrays::stream).map(row -> row.split(" ")[0]),
                Stream.of("aMapThatIsShared", "theSameAgainAfterARefusal"),
                Stream.of(RETRIES),
                // Some of them more than once: a handler gets the map, whatever the type.
                Measured.by("mcp").stream().map(row -> "converts:" + row.value()).distinct(),
                Stream.of(CONVERSIONS).map(row -> "converts:" + row.split(";")[0]))
            .flatMap(Function.identity())
            .toArray(String[]::new));
  }

  static Stream<Arguments> honest() {
    return rows(HONEST);
  }

  static Stream<Arguments> attacks() {
    return rows(ATTACKS);
  }

  static Stream<Arguments> conversions() {
    return rows(CONVERSIONS);
  }

  static Stream<Arguments> measured() {
    return rows(Measured.by("mcp").toArray());
  }

  static Stream<Arguments> lines() {
    return rows("");
  }

  private static Stream<Arguments> rows(Object... rows) {
    return McpLine.all().stream()
        .flatMap(
            line ->
                Jdks.of(line, McpLine.all())
                    .flatMap(jdk -> Stream.of(rows).map(row -> Arguments.of(line, jdk, row))));
  }

  @ParameterizedTest(name = "{0} on {1}: {2}")
  @MethodSource("honest")
  void anHonestCallIsAnsweredAsWithout(McpLine line, Jdk jdk, String row) {
    String[] cells = row.split(" ");
    TABLES.get(line).runsAsWithout(jdk, cells[0]);

    Books books = TABLES.get(line).books(jdk, cells[0]);
    assertThat(books.denialCodes()).isEmpty();
    assertThat(books.allowedScopes())
        .isEqualTo(cells[1].equals("-") ? List.of() : List.of(cells[1].split(",")));
  }

  @ParameterizedTest(name = "{0} on {1}: {2}")
  @MethodSource("attacks")
  void anAttackIsRefusedAndTheModelIsTold(McpLine line, Jdk jdk, String row) {
    String[] cells = row.split(" ");
    Performed with = TABLES.get(line).with(jdk, cells[0]);
    Performed without = TABLES.get(line).without(jdk, cells[0]);

    assertThat(without.changed()).as("without the agent").isNotEqualTo("none");
    assertThat(with.changed()).isEqualTo("none");
    assertThat(with.ending()).isEqualTo("ended");
    assertThat(with.printed()).singleElement().asString().satisfies(told -> isTold(told, cells[1]));
    assertThat(refusals(TABLES.get(line).books(jdk, cells[0]))).contains(cells[1]);
  }

  static Stream<Arguments> retries() {
    return rows(RETRIES);
  }

  @ParameterizedTest(name = "{0} on {1}: {2}")
  @MethodSource("retries")
  void aRetryIsNotApprovedByWhatWasApprovedOnce(McpLine line, Jdk jdk, String row) {
    Performed with = TABLES.get(line).with(jdk, row);

    assertThat(paid(TABLES.get(line).without(jdk, row))).isEqualTo(2);
    assertThat(paid(with)).isEqualTo(1);
    isTold(with.printed().get(1), "CS-REPLAY");
  }

  @ParameterizedTest(name = "{0} on {1}")
  @MethodSource("lines")
  void whatOthersKeptOfTheArgumentsIsNotWhatTheHandlerGets(McpLine line, Jdk jdk, String row) {
    assertThat(TABLES.get(line).without(jdk, "aMapThatIsShared").printed())
        .contains("PAID MALLORY 5");
    assertThat(TABLES.get(line).with(jdk, "aMapThatIsShared").printed()).contains("PAID BOB 5");
  }

  @ParameterizedTest(name = "{0} on {1}")
  @MethodSource("lines")
  void aRefusedCallIsRefusedAgainAndTheOthersGoOn(McpLine line, Jdk jdk, String row) {
    List<String> told = TABLES.get(line).with(jdk, "theSameAgainAfterARefusal").printed();

    isTold(told.get(0), "NIKA-SEC-011");
    isTold(told.get(1), "NIKA-SEC-011");
    assertThat(told.get(2)).isEqualTo("PAID BOB 5");
    assertThat(told.get(3)).contains("\"text\":\"paid bob 5\"");
  }

  @ParameterizedTest(name = "{0} on {1}: {2}")
  @MethodSource("conversions")
  void aValueIsReadOrRefusedWhereItChanged(McpLine line, Jdk jdk, String row) {
    String[] cells = row.split("; ");
    ends(line, jdk, cells[0], cells[1]);
  }

  @ParameterizedTest(name = "{0} on {1}: {2}")
  @MethodSource("measured")
  void aMeasuredValueIsWhatWasMeasured(McpLine line, Jdk jdk, Measured row) {
    assertThat(TABLES.get(line).without(jdk, "converts:" + row.value()).printed())
        .anyMatch(said -> said.startsWith("GOT ") && said.endsWith(row.made().toUpperCase(ROOT)));
    ends(line, jdk, row.value(), row.isLossy() ? "NIKA-SEC-011" : "same");
  }

  private static void ends(McpLine line, Jdk jdk, String value, String kind) {
    String act = "converts:" + value;
    Performed with = TABLES.get(line).with(jdk, act);
    Performed without = TABLES.get(line).without(jdk, act);
    assertThat(without.changed()).as("without the agent").isNotEqualTo("none");
    if (kind.equals("same")) {
      assertThat(with.printed()).isEqualTo(without.printed());
      assertThat(with.changed()).isEqualTo(without.changed());
      return;
    }
    assertThat(with.changed()).isEqualTo("none");
    isTold(with.printed().get(0), kind);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("observed")
  void whatIsObservedIsAnsweredAsWithout(String row) {
    OBSERVED.runsAsWithout(Jdks.jdk(17), row.split(" ")[0]);
  }

  static Stream<String> observed() {
    return Stream.of(HONEST);
  }

  /** A result that the model reads, and no error of the protocol. */
  private static void isTold(String answer, String code) {
    assertThat(answer)
        .contains("\"text\":\"[" + code + "] Refused: ")
        .contains("\"isError\":true")
        .doesNotContain("\"error\"");
  }

  /** Of denied calls, and of allowed ones that differed at their sink. */
  static List<String> refusals(Books books) {
    List<String> codes = new ArrayList<>(books.denialCodes());
    books.records().forEach(record -> codes.add(record.path("refused").asText()));
    return codes;
  }

  private static long paid(Performed act) {
    return act.printed().stream().filter(line -> line.startsWith("PAID")).count();
  }
}
