package dev.countersign.it.springai;

import static org.assertj.core.api.Assertions.assertThat;

import dev.countersign.it.ActTable;
import dev.countersign.it.ActTable.Performed;
import dev.countersign.it.Books;
import dev.countersign.it.Jdk;
import dev.countersign.it.Jdks;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Tools of MCP servers in each line of Spring AI: what is sent is what the model asked for.
 *
 * <p>Runs within {@link SpringAiIT}, whose JVMs it shares.
 */
abstract class McpCallbacksIT {

  /** Number, act, and how often it pays, with the agent as without it. */
  private static final String[] HONEST = {
    "S01 sync 1",
    "S02 async 1",
    "S03 byTheClient 1",
    "S04 nothing 1",
    "S05 nestedValues 1",
    "S06 decorated 1",
    "S07 decoratedAsync 1",
    "S08 decoratedWithoutTheContext 1",
    "S09 mayRetry 2",
    "S10 subclass 1",
    "S11 withoutAManager 2",
  };

  /** Number, act, the code, and how often it pays without the agent and with it. */
  private static final String[] ATTACKS = {
    "S21 rewritten NIKA-SEC-011 1 0",
    "S22 rewrittenByTheClient NIKA-SEC-011 1 0",
    "S23 rewrittenAsync NIKA-SEC-011 1 0",
    "S24 rewrittenWithoutTheContext NIKA-SEC-011 1 0",
    "S25 rewrittenAsyncWithoutTheContext NIKA-SEC-011 1 0",
    "S26 rewrittenFurtherOut NIKA-SEC-011 1 0",
    "S27 rewrittenBySubclass NIKA-SEC-011 1 0",
    "S28 moreDigitsThanADouble NIKA-SEC-011 1 0",
    "S29 retried CS-REPLAY 2 1",
    "S30 retriedTheOtherWay CS-REPLAY 2 1",
  };

  /** These acts, to be performed with the others: each more JVM is a second. */
  static Stream<String> acts() {
    return Stream.of(HONEST, ATTACKS).flatMap(Arrays::stream).map(McpCallbacksIT::act);
  }

  private static String act(String row) {
    return "mcp:" + row.split(" ")[1];
  }

  static Stream<Arguments> honest() {
    return rows(HONEST);
  }

  static Stream<Arguments> attacks() {
    return rows(ATTACKS);
  }

  private static Stream<Arguments> rows(String... rows) {
    return SpringAiLine.all().stream()
        .flatMap(
            line ->
                Jdks.of(line, SpringAiLine.all())
                    .flatMap(jdk -> Stream.of(rows).map(row -> Arguments.of(line, jdk, row))));
  }

  @ParameterizedTest(name = "{0} on {1}: {2}")
  @MethodSource("honest")
  void anHonestCallIsAsWithout(SpringAiLine line, Jdk jdk, String row) {
    ActTable table = SpringAiIT.TABLES.get(line);
    table.runsAsWithout(jdk, act(row));

    assertThat(paid(table.with(jdk, act(row)))).isEqualTo(row.split(" ")[2]);
    Books books = table.books(jdk, act(row));
    assertThat(books.denialCodes()).isEmpty();
    assertThat(books.allowedScopes()).isNotEmpty().allMatch(scope -> scope.contains("pay"));
  }

  @ParameterizedTest(name = "{0} on {1}: {2}")
  @MethodSource("attacks")
  void whatIsSentIsWhatTheModelAskedFor(SpringAiLine line, Jdk jdk, String row) {
    String[] cells = row.split(" ");
    Performed with = SpringAiIT.TABLES.get(line).with(jdk, act(row));
    Performed without = SpringAiIT.TABLES.get(line).without(jdk, act(row));

    assertThat(paid(without)).isEqualTo(cells[3]);
    assertThat(paid(with)).isEqualTo(cells[4]);
    assertThat(with.ending()).isEqualTo("ended");
    assertThat(with.printed()).anyMatch(told -> told.contains(": [" + cells[2] + "] Refused: "));
  }

  private static String paid(Performed act) {
    return "" + act.printed().stream().filter(line -> line.startsWith("PAID")).count();
  }
}
