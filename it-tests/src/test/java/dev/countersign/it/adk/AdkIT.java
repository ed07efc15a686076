package dev.countersign.it.adk;

import static java.util.Locale.ROOT;
import static org.assertj.core.api.Assertions.assertThat;

import com.example.acts.adk.AdkActs;
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
    "f30AbsentAndNoArguments tool.nothing,tool.nothing",
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
    "confirmedInAnotherSession tool.pay,tool.pay",
    "anInterface tool.pay",
    "anAgentAsATool tool.desk,tool.pay",
    "live tool.pay",
    "liveStream tool.copystream,exec.cp",
    "liveConfirmedThere tool.pay",
    "aCopy tool.copy,exec.cp",
    "aCopyOnAWorker tool.copyonce,exec.cp",
    "aServersTool tool.pay",
    "aServersToolAsync tool.pay",
    "aServersToolThatIsTriedAgain tool.pay",
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
    "aCallbackThatRewritesForAServersTool NIKA-SEC-011 pay",
    "aCallbackThatRewritesForAServersToolThatIsTriedAgain NIKA-SEC-011 pay",
    "aCallbackThatRewritesWithin NIKA-SEC-011 payAll",
    "aPluginThatRewrites NIKA-SEC-011 pay",
    "anotherThreadThatRewrites NIKA-SEC-011 pay",
    "aToolThatRewritesTheNextCall NIKA-SEC-011 payAll",
    "aDecoratorThatRewrites NIKA-SEC-011 pay",
    "aDecoratorThatRewritesLater NIKA-SEC-011 pay",
    "anotherCallIsConfirmed NIKA-SEC-011 pay",
    "anotherCallIsConfirmedForItself NIKA-SEC-011 asksItself",
    "anInterfaceBehindARewrite NIKA-SEC-011 pay",
    "liveRewritten NIKA-SEC-011 pay",
    "liveStreamRewritten NIKA-SEC-011 copyStream",
  };

  /**
   * A conversion, and how it ends in both lines: {@code same} as without the agent, or refused
   * because the value {@code changed}. What the model's client lost is lost before: a decimal of
   * more digits than a double has.
   */
  private static final String[] CONVERSIONS = {
    "anInt 5; same",
    "anInt \"5\"; same",
    "anInt 5.0; same",
    "anInt \"\"; changed",
    "anInt null; changed",
    "anInt 3000000000; same",
    "anInteger null; same",
    "aLong 5; same",
    "aShort 5; same",
    "aDouble 5; same",
    "aDouble 0.1; same",
    "aDouble \"0.1\"; same",
    "aDouble 9007199254740993; same",
    "aFloat 0.1; same",
    "aFloat 16777217; same",
    "aBoolean true; same",
    "aBoolean \"true\"; same",
    "aText \"x\"; same",
    "aText 12; same",
    "aText 1.50; same",
    "aText true; same",
    "aDecimal 1.50; same",
    "aDecimal \"12345678901234567890.123\"; same",
    "aBigInteger 12345678901234567890; same",
    "aLevel \"HIGH\"; same",
    "aDate [2026,1,2]; changed",
    "anInstant \"2026-01-02T03:04:05Z\"; same",
    "aTime \"2026-01-02T03:04:05+02:00\"; same",
    "aDuration \"PT5M\"; same",
    "anId \"123e4567-e89b-12d3-a456-426614174000\"; same",
    "aUri \"https://example.org/a?b\"; same",
    "anObject {\"a\":[1,2.5,\"x\",null]}; same",
    "aRecord {\"to\":\"bob\",\"amount\":5}; same",
    "aRecord {\"to\":\"bob\"}; same",
    "aRecord {\"to\":\"bob\",\"amount\":5,\"more\":1}; same",
    "aRecord \"{\\\"to\\\":\\\"bob\\\"}\"; same",
    "aRecord {\"to\":\"bob\",\"amount\":5.5}; changed",
    "anOrder"
        + " {\"payment\":{\"to\":\"bob\",\"amount\":5},\"levels\":[\"LOW\",\"HIGH\"],\"day\":\"2026-01-02\"};"
        + " same",
    "aBean {\"to\":\"bob\",\"amount\":5,\"level\":\"LOW\"}; same",
    "aBean {\"amount\":5}; same",
    "integers [1,2]; same",
    "integers [\"1\",2.0]; same",
    "integers []; same",
    "longs [9007199254740993]; same",
    "levels [\"LOW\",\"HIGH\"]; same",
    "levels [1]; changed",
    "records [{\"to\":\"bob\",\"amount\":5}]; same",
    "lists [[1,2],[3]]; same",
    "lists [[1,2.5]]; same",
    "aSet [\"a\",\"b\",\"a\"]; same",
    "anArray [1,2]; same",
    "anArray [1.5]; changed",
    "aMap {\"a\":1}; same",
    "aMap {\"a\":1.5}; same",
    "aMapOfRecords {\"a\":{\"to\":\"bob\",\"amount\":5}}; same",
    "perhaps \"x\"; same",
    "perhaps null; same",
    "perhapsAnInt 5; same",
    "perhapsAnInt 5.5; changed",
    "perhapsLongs [1,2]; same",
    "missing 1; same",
    "missingPerhaps 1; same",
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
                Stream.of(
                    "aDecoratorThatRetries",
                    "afterARefusalTheOthersOfTheTurn",
                    "anotherCallIsConfirmedInAnotherSession",
                    "f11WhatACallLeftBehind"),
                Measured.by("adk").stream().map(row -> "converts:" + row.call()),
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
    return rows(Measured.by("adk").toArray());
  }

  static Stream<Arguments> lines() {
    return rows("");
  }

  private static Stream<Arguments> rows(Object... rows) {
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
  void whatIsConfirmedIsWhatTheAgentAskedFor(AdkLine line, Jdk jdk, String row) {
    String act = "anotherCallIsConfirmedInAnotherSession";

    // From 1.8 on the library looks at this itself, and carries nothing out.
    assertThat(paid(TABLES.get(line).without(jdk, act))).isEqualTo(line.isFirst() ? 1 : 0);
    assertThat(paid(TABLES.get(line).with(jdk, act))).isZero();
    assertThat(TABLES.get(line).with(jdk, act).printed().toString())
        .contains(line.isFirst() ? "pay: {error=[NIKA-SEC-011] Refused: " : "answer: done");
  }

  @ParameterizedTest(name = "{0} on {1}")
  @MethodSource("lines")
  void f11AWorkerThatOutlivesItsCallDoesNothingOfTheNextOne(AdkLine line, Jdk jdk, String row) {
    Performed with = TABLES.get(line).with(jdk, "f11WhatACallLeftBehind");

    assertThat(TABLES.get(line).without(jdk, "f11WhatACallLeftBehind").printed())
        .contains("left behind: cp 0");
    assertThat(with.printed())
        .anyMatch(said -> said.startsWith("left behind: [CS-EXPIRED] Refused: "))
        .contains("copy: {done=cp 0}");
    assertThat(with.changed()).isEqualTo("+did,+second");
  }

  @ParameterizedTest(name = "{0} on {1}")
  @MethodSource("lines")
  void theOtherCallsOfATurnGoOn(AdkLine line, Jdk jdk, String row) {
    Performed with = TABLES.get(line).with(jdk, "afterARefusalTheOthersOfTheTurn");

    assertThat(with.printed())
        .anyMatch(told -> told.startsWith("copyOther: {error=[NIKA-SEC-011] Refused: "))
        .contains("pay: {result=paid bob 5}");
  }

  @ParameterizedTest(name = "{0} on {1}: {2}")
  @MethodSource("conversions")
  void aValueIsConvertedOrRefusedWhereItChanged(AdkLine line, Jdk jdk, String row) {
    String[] cells = row.split("; ");
    ends(line, jdk, cells[0], cells[1].equals("changed"));
  }

  @ParameterizedTest(name = "{0} on {1}: {2}")
  @MethodSource("measured")
  void aMeasuredValueIsWhatWasMeasured(AdkLine line, Jdk jdk, Measured row) {
    Performed without = TABLES.get(line).without(jdk, "converts:" + row.call());
    assertThat(without.changed()).isEqualTo(row.made() == null ? "none" : "+did");
    if (row.made() != null) {
      assertThat(without.printed())
          .anyMatch(
              said -> (said + " ").startsWith(("ran on " + row.made() + " ").toUpperCase(ROOT)));
    }
    ends(line, jdk, row.call(), row.isLossy());
  }

  private static void ends(AdkLine line, Jdk jdk, String call, boolean isChanged) {
    String act = "converts:" + call;
    Performed with = TABLES.get(line).with(jdk, act);
    Performed without = TABLES.get(line).without(jdk, act);
    if (!isChanged) {
      assertThat(with.printed()).isEqualTo(without.printed());
      assertThat(with.ending()).isEqualTo(without.ending());
      assertThat(with.changed()).isEqualTo(without.changed());
      return;
    }
    assertThat(without.changed()).as("without the agent").isNotEqualTo("none");
    assertThat(with.changed()).isEqualTo("none");
    assertThat(with.printed())
        .anyMatch(told -> told.contains(": {error=[NIKA-SEC-011] Refused: this tool call changed"));
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
