package dev.countersign.it.springai;

import static org.assertj.core.api.Assertions.assertThat;

import dev.countersign.it.ActTable;
import dev.countersign.it.ActTable.Performed;
import dev.countersign.it.Books;
import dev.countersign.it.Jdk;
import dev.countersign.it.Jdks;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Arguments as a model presents them to Spring AI (F29, F30), and ids of calls, which are labels:
 * nothing, an empty one and a repeated one change nothing.
 *
 * <p>Runs within {@link SpringAiIT}, whose JVMs it shares.
 */
abstract class PresentedIT {

  private static final String[] SAME = {
    "F29 anInt/one",
    "F29 aText/quotesInside",
    "F30 anInt/empty",
    "F30 anInt/blank",
    "F30 anInt/absent",
    "F30 anInt/object",
    "F30 anInt/nullValue",
    "F30 anInteger/empty",
    "F30 anInteger/blank",
    "F30 anInteger/absent",
    "F30 anInteger/object",
    "F30 anInteger/nullValue",
    "F30 nothing/empty",
    "F30 nothing/blank",
    "F30 nothing/absent",
    "F30 nothing/object",
    "F30 nothing/nullValue",
  };

  /** No one strict JSON object. Some of these the library repairs, and the method runs. */
  private static final String[] REFUSED = {
    "F29 anInt/trailingComma fails",
    "F29 anInt/trailingCommaAndBrace fails",
    "F29 anInt/secondObject runs",
    "F29 anInt/textBehind either",
    "F29 anInt/encodedTwice either",
    "F29 anInt/escapedQuotes fails",
  };

  private static final String[] IDS = {"null", "empty", "repeated"};

  /** These acts, to be performed with the others: each more JVM is a second. */
  static Stream<String> acts() {
    return Stream.of(
            Stream.of(SAME, REFUSED).flatMap(Stream::of).map(PresentedIT::act),
            Stream.of(IDS).map(kind -> "idsOf:" + kind),
            Stream.of("theIdOfAnotherCall"))
        .flatMap(acts -> acts);
  }

  private static String act(String row) {
    return "presents:" + row.split(" ")[1];
  }

  static Stream<Arguments> same() {
    return rows(SAME);
  }

  static Stream<Arguments> refused() {
    return rows(REFUSED);
  }

  static Stream<Arguments> ids() {
    return rows(IDS);
  }

  static Stream<Arguments> lines() {
    return rows("");
  }

  private static Stream<Arguments> rows(String... rows) {
    return SpringAiLine.all().stream()
        .flatMap(
            line ->
                Jdks.of(line, SpringAiLine.all())
                    .flatMap(jdk -> Stream.of(rows).map(row -> Arguments.of(line, jdk, row))));
  }

  @ParameterizedTest(name = "{0} on {1}: {2}")
  @MethodSource("same")
  void runsOrFailsAsWithoutTheAgent(SpringAiLine line, Jdk jdk, String row) {
    ActTable table = SpringAiIT.TABLES.get(line);
    Performed with = table.with(jdk, act(row));
    Performed without = table.without(jdk, act(row));

    // Where it fails, the trace names other lines of the library's with a gate around them.
    assertThat(with.printed()).isEqualTo(without.printed());
    assertThat(with.ending()).isEqualTo(without.ending());
    assertThat(with.changed()).isEqualTo(without.changed());
  }

  @ParameterizedTest(name = "{0} on {1}: {2}")
  @MethodSource("refused")
  void whatIsNoStrictObjectIsRefusedAndTheModelIsTold(SpringAiLine line, Jdk jdk, String row) {
    ActTable table = SpringAiIT.TABLES.get(line);
    Performed with = table.with(jdk, act(row));
    Performed without = table.without(jdk, act(row));

    String alone = row.split(" ")[2];
    if (!alone.equals("either")) {
      assertThat(without.changed()).isEqualTo(alone.equals("runs") ? "+did" : "none");
    }
    assertThat(with.changed()).isEqualTo("none");
    assertThat(with.ending()).isEqualTo("ended");
    assertThat(with.printed())
        .anyMatch(told -> told.startsWith("anInt: [CS-UNSUPPORTED] Refused: "));
  }

  @ParameterizedTest(name = "{0} on {1}: {2}")
  @MethodSource("ids")
  void anIdIsALabel(SpringAiLine line, Jdk jdk, String kind) {
    ActTable table = SpringAiIT.TABLES.get(line);
    table.runsAsWithout(jdk, "idsOf:" + kind);

    Books books = table.books(jdk, "idsOf:" + kind);
    assertThat(books.denialCodes()).isEmpty();
    assertThat(books.allowedScopes()).containsExactly("tool.pay", "tool.pay", "tool.pay");
  }

  @ParameterizedTest(name = "{0} on {1}")
  @MethodSource("lines")
  void theIdOfAnApprovedCallOpensNothing(SpringAiLine line, Jdk jdk, String row) {
    Performed with = SpringAiIT.TABLES.get(line).with(jdk, "theIdOfAnotherCall");

    assertThat(SpringAiIT.TABLES.get(line).without(jdk, "theIdOfAnotherCall").changed())
        .isEqualTo("+copied,+did");
    assertThat(with.changed()).isEqualTo("+did");
    assertThat(with.printed()).anyMatch(told -> told.startsWith("copyOther: [NIKA-SEC-011] "));
  }
}
