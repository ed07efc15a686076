package dev.countersign.it.adk;

import static org.assertj.core.api.Assertions.assertThat;

import com.example.acts.adk.AdkActs;
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

/** Tool calls of Google ADK in each of its lines: honest ones, attacks, and what it converts. */
class AdkIT {

  /** An act, and the scopes that the books allow; {@code ?} where its lines differ in that. */
  private static final String[] HONEST = {
    "aMethod tool.pay",
    "aStaticMethod tool.paynow",
    "withoutAnId tool.pay",
    "withAnEmptyId tool.pay",
    "threeOfATurn tool.pay,tool.pay,tool.nothing",
    "oneAfterTheOther tool.pay,tool.pay",
    "twoThatWait tool.copyonce,tool.copymaybe,exec.cp,exec.cp",
    "onWorkers tool.copy,tool.copymaybe,exec.cp,exec.cp",
    "withTheContext tool.payfor",
    "nestedValues tool.payall",
    "guavasValues tool.pay",
    "aToolThatFails tool.fails",
    "aMissingValue tool.pay",
    "aToolThatNobodyKnows ?",
    "aToolOfItsOwn tool.pay",
    "aToolOfItsOwnThatWaits tool.copy,exec.cp",
    "aDecorator tool.pay",
    "aDecoratorThatMayRetry tool.paytwice,tool.paytwice",
    "withoutATurn tool.pay",
    "aCallbackThatLooks tool.pay",
    "aCallbackThatAnswers ",
    "aCallbackAfterwards tool.pay",
    "aHookThatIsAuthorised tool.payhooked,tool.payhooked",
    "aHookThatIsAuthorisedForAnEffect tool.copyhooked,tool.copyhooked,exec.cp",
    "confirmed tool.pay,tool.pay",
    "rejected tool.pay,tool.pay",
    "confirmedForItself tool.asksitself,tool.asksitself",
    "anAgentAsATool tool.desk,tool.pay",
    "live tool.pay",
    "liveStream tool.copystream,exec.cp",
    "aCopy tool.copy,exec.cp",
    "aCopyOnAWorker tool.copyonce,exec.cp",
  };

  /** An act, the code, and what the model is told by which tool. */
  private static final String[] ATTACKS = {
    "aCopyOfAnotherPage NIKA-SEC-011 copyOther",
    "aCopyOfAnotherPageOnAWorker NIKA-SEC-011 copyOtherOnce",
    "aCopyThatHidesItsRefusal NIKA-SEC-011 copyHidden",
    "aCopyThatHidesItsRefusalOnAWorker NIKA-SEC-011 copyHiddenOnce",
    "aToolOfItsOwnThatCopiesAnotherPage NIKA-SEC-011 copy",
    "aCallbackThatRewrites NIKA-SEC-011 pay",
    "aCallbackThatRewritesForATool NIKA-SEC-011 pay",
    "aCallbackThatRewritesWithin NIKA-SEC-011 payAll",
    "aPluginThatRewrites NIKA-SEC-011 pay",
    "anotherThreadThatRewrites NIKA-SEC-011 pay",
    "aToolThatRewritesTheNextCall NIKA-SEC-011 payAll",
    "aDecoratorThatRewrites NIKA-SEC-011 pay",
    "aDecoratorThatRewritesLater NIKA-SEC-011 pay",
    "anotherCallIsConfirmed NIKA-SEC-011 pay",
    "anotherCallIsConfirmedForItself NIKA-SEC-011 asksItself",
    "liveRewritten NIKA-SEC-011 pay",
    "liveStreamRewritten NIKA-SEC-011 copyStream",
  };

  private static final Map<AdkLine, ActTable> TABLES =
      AdkLine.all().stream().collect(Collectors.toMap(Function.identity(), AdkIT::table));

  private static ActTable table(AdkLine line) {
    return new ActTable(
        jdk -> {
          AgentRun.Builder builder =
              AgentRun.on(jdk)
                  .with("adk.yaml")
                  .file("page", "for everybody\n")
                  .file("secret", "for nobody\n");
          line.classPath().forEach(builder::classPath);
          return builder;
        },
        AdkActs.class,
        Stream.of(
                Stream.of(HONEST, ATTACKS).flatMap(Arrays::stream).map(row -> row.split(" ")[0]),
                Stream.of("aDecoratorThatRetries", "afterARefusalTheOthersOfTheTurn"))
            .flatMap(Function.identity())
            .toArray(String[]::new));
  }

  static Stream<Arguments> honest() {
    return rows(HONEST);
  }

  static Stream<Arguments> attacks() {
    return rows(ATTACKS);
  }

  static Stream<Arguments> lines() {
    return rows("");
  }

  private static Stream<Arguments> rows(String... rows) {
    return AdkLine.all().stream()
        .flatMap(
            line ->
                Jdks.tested()
                    .flatMap(jdk -> Stream.of(rows).map(row -> Arguments.of(line, jdk, row))));
  }

  @ParameterizedTest(name = "{0} on {1}: {2}")
  @MethodSource("honest")
  void anHonestCallIsAsWithout(AdkLine line, Jdk jdk, String row) {
    String[] cells = row.split(" ");
    Performed with = TABLES.get(line).with(jdk, cells[0]);
    Performed without = TABLES.get(line).without(jdk, cells[0]);

    // In whichever order tools end that run at the same time.
    assertThat(with.printed()).containsExactlyInAnyOrderElementsOf(without.printed());
    assertThat(with.ending()).isEqualTo(without.ending()).isEqualTo("ended");
    assertThat(with.changed()).isEqualTo(without.changed());
    Books books = TABLES.get(line).books(jdk, cells[0]);
    assertThat(books.denialCodes()).isEmpty();
    if (cells.length == 1) {
      assertThat(books.allowedScopes()).isEmpty();
    } else if (!cells[1].equals("?")) {
      assertThat(books.allowedScopes()).containsExactlyInAnyOrder(cells[1].split(","));
    }
  }

  @ParameterizedTest(name = "{0} on {1}: {2}")
  @MethodSource("attacks")
  void anAttackIsRefusedAndTheModelIsTold(AdkLine line, Jdk jdk, String row) {
    String[] cells = row.split(" ");
    Performed with = TABLES.get(line).with(jdk, cells[0]);
    Performed without = TABLES.get(line).without(jdk, cells[0]);

    assertThat(without.changed()).as("without the agent").isNotEqualTo("none");
    assertThat(with.changed()).isEqualTo("none");
    assertThat(with.ending()).isEqualTo("ended");
    assertThat(with.printed())
        .anyMatch(told -> told.startsWith(cells[2] + ": {error=[" + cells[1] + "] Refused: "))
        .contains("answer: done");
    assertThat(refusals(TABLES.get(line).books(jdk, cells[0]))).contains(cells[1]);
  }

  @ParameterizedTest(name = "{0} on {1}")
  @MethodSource("lines")
  void aRetryIsNotApprovedByWhatWasApprovedOnce(AdkLine line, Jdk jdk, String row) {
    Performed with = TABLES.get(line).with(jdk, "aDecoratorThatRetries");

    assertThat(paid(TABLES.get(line).without(jdk, "aDecoratorThatRetries"))).isEqualTo(2);
    assertThat(paid(with)).isEqualTo(1);
    assertThat(with.printed())
        .anyMatch(told -> told.startsWith("pay: {error=[CS-REPLAY] Refused: "));
  }

  @ParameterizedTest(name = "{0} on {1}")
  @MethodSource("lines")
  void theOtherCallsOfATurnGoOn(AdkLine line, Jdk jdk, String row) {
    Performed with = TABLES.get(line).with(jdk, "afterARefusalTheOthersOfTheTurn");

    assertThat(with.printed())
        .anyMatch(told -> told.startsWith("copyOther: {error=[NIKA-SEC-011] Refused: "))
        .contains("pay: {result=paid bob 5}");
  }

  /** Of denied calls, and of allowed ones that differed at their sink. */
  private static List<String> refusals(Books books) {
    List<String> codes = new ArrayList<>(books.denialCodes());
    books.records().forEach(record -> codes.add(record.path("refused").asText()));
    return codes;
  }

  private static long paid(Performed act) {
    return act.printed().stream().filter(line -> line.startsWith("PAID")).count();
  }
}
