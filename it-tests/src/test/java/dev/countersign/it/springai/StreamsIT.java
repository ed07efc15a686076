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
 * Spring AI where the model streams: its tools run on threads of Reactor. The model is the
 * library's own, over HTTP, so that what it sends itself shows as well.
 *
 * <p>Runs within {@link SpringAiIT}, whose JVMs it shares.
 */
abstract class StreamsIT {

  /** An act, and the scopes that the books allow. */
  private static final String[] HONEST = {
    "aMethod tool.pay",
    "twoOfATurn tool.pay,tool.pay",
    "aCopy tool.copy,exec.cp",
    "withoutAStream tool.copy,exec.cp",
    "asABootApplication tool.copy,exec.cp",
    "asABootApplicationThatStreams tool.copy,exec.cp",
    "consulting:call tool.consult",
    "consulting:stream tool.consult",
    "consulting:streamOnOtherThreads tool.consult",
    "consulting:streamCutShort tool.consult",
    "outside ",
  };

  /** An act, and the code. {@code aClient} is what the models send with, without a model. */
  private static final String[] ATTACKS = {
    "aCopyOfAnotherPage NIKA-SEC-011",
    "aCopyThatHidesItsRefusal NIKA-SEC-011",
    "asABootApplicationOnAnotherPage NIKA-SEC-011",
    "consulting:streamToOneWhoSends CS-UNBOUND",
    "consulting:aClient CS-UNBOUND",
    "consulting:afterwards CS-UNBOUND",
    "consulting:aModelOfItsOwn CS-UNBOUND",
  };

  /** These acts, to be performed with the others: each more JVM is a second. */
  static Stream<String> acts() {
    return Stream.of(HONEST, ATTACKS).flatMap(Arrays::stream).map(StreamsIT::act);
  }

  private static String act(String row) {
    return "streaming:" + row.split(" ")[0];
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

    assertThat(table.with(jdk, act(row)).printed()).anyMatch(said -> said.contains("done"));
    Books books = table.books(jdk, act(row));
    assertThat(books.denialCodes()).isEmpty();
    assertThat(String.join(",", books.allowedScopes())).isEqualTo(row.split(" ", 2)[1]);
  }

  @ParameterizedTest(name = "{0} on {1}: {2}")
  @MethodSource("attacks")
  void aRefusalReachesTheModelAndTheStreamGoesOn(SpringAiLine line, Jdk jdk, String row) {
    String[] cells = row.split(" ");
    Performed with = SpringAiIT.TABLES.get(line).with(jdk, act(row));
    Performed without = SpringAiIT.TABLES.get(line).without(jdk, act(row));

    assertThat(without.changed()).as("without the agent").isNotEqualTo("none");
    assertThat(without.printed()).noneMatch(said -> said.contains("Refused"));
    assertThat(with.ending()).isEqualTo("ended");
    assertThat(with.printed())
        .anyMatch(said -> said.contains("told: [" + cells[1] + "] Refused: "))
        .contains("answer: done")
        .noneMatch(said -> said.contains("ran GET /evil"));
    boolean others = cells[0].equals("aCopyOfAnotherPage");
    assertThat(with.changed()).isEqualTo(others ? "+did" : "none");
    assertThat(with.printed().contains("PAID BOB 5")).isEqualTo(others);
  }
}
