package dev.countersign.it.springai;

import static org.assertj.core.api.Assertions.assertThat;

import com.example.acts.springai.SpringAiActs;
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
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Tool calls of Spring AI in each of its lines, honest ones and attacks. */
class SpringAiIT {

  /** An act, and the scopes that the books allow. */
  private static final String[] HONEST = {
    "aMethod tool.pay",
    "byTheClient tool.pay",
    "withoutAnId tool.pay",
    "threeOfATurn tool.pay,tool.pay,tool.nothing",
    "withTheContext tool.payfor",
    "nestedValues tool.payall",
    "aToolThatFails tool.fails",
    "aFunction tool.pay",
    "aFunctionWithTheContext tool.pay",
    "aFunctionOfAMap tool.pay",
    "aSupplier tool.pay",
    "aCallbackOfItsOwn tool.pay",
    "aDecorator tool.pay",
    "aDecoratorThatMayRetry tool.paytwice,tool.paytwice",
    "aBeanBehindAnAspect tool.pay",
    "aRetriedMethod tool.unsteadytwice,tool.unsteadytwice",
    "aDecoratorOfARetriedMethod tool.unsteadytwice,tool.unsteadytwice",
    "aDefinitionOfItsOwn tool.pay",
    "aDecoratorOfADefinitionOfItsOwn tool.pay",
    "withoutAManager tool.pay",
    "aCopy tool.copy,exec.cp",
  };

  /** An act, the code, and what the model is told by which tool. */
  private static final String[] ATTACKS = {
    "aCopyOfAnotherPage NIKA-SEC-011 copyOther",
    "aCopyThatHidesItsRefusal NIKA-SEC-011 copyHidden",
    "aDecoratorThatRewrites NIKA-SEC-011 pay",
    "aDecoratorThatRewritesByTheClient NIKA-SEC-011 pay",
    "aDecoratorThatRewritesForAFunction NIKA-SEC-011 pay",
    "aDecoratorOfADecoratorThatRewrites NIKA-SEC-011 pay",
    "aDecoratorThatRewritesForADefinitionOfItsOwn NIKA-SEC-011 pay",
    "anAspectThatRewrites NIKA-SEC-011 pay",
    "aRetriedMethodThatMayRunOnce CS-REPLAY unsteady",
    "aDecoratorOfARetriedMethodThatMayRunOnce CS-REPLAY unsteady",
    "aRetryOfARefusedCopy NIKA-SEC-011 copyTwice",
    "aRetryOfARewrittenCall NIKA-SEC-011 payTwice",
    "aDecoratorThatRetriesWhatWasRefused NIKA-SEC-011 payTwice",
    "ambiguousArguments CS-UNSUPPORTED pay",
  };

  static final Map<SpringAiLine, ActTable> TABLES =
      SpringAiLine.all().stream().collect(Collectors.toMap(Function.identity(), SpringAiIT::table));

  private static ActTable table(SpringAiLine line) {
    return new ActTable(
        jdk -> {
          AgentRun.Builder builder =
              AgentRun.on(jdk)
                  .with("spring-ai.yaml")
                  .file("page", "for everybody\n")
                  .file("secret", "for nobody\n");
          line.classPath().forEach(builder::classPath);
          return builder;
        },
        SpringAiActs.class,
        Stream.of(
                Stream.of(HONEST, ATTACKS).flatMap(Arrays::stream).map(row -> row.split(" ")[0]),
                Stream.of("aDecoratorThatRetries", "afterARefusalTheOthersOfTheTurn"),
                CoercionsIT.acts(),
                StreamsIT.acts(),
                McpCallbacksIT.acts(),
                PresentedIT.acts())
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
    return SpringAiLine.all().stream()
        .flatMap(
            line ->
                Jdks.of(line, SpringAiLine.all())
                    .flatMap(jdk -> Stream.of(rows).map(row -> Arguments.of(line, jdk, row))));
  }

  @ParameterizedTest(name = "{0} on {1}: {2}")
  @MethodSource("honest")
  void anHonestCallIsAsWithout(SpringAiLine line, Jdk jdk, String row) {
    String[] cells = row.split(" ");
    TABLES.get(line).runsAsWithout(jdk, cells[0]);

    Books books = TABLES.get(line).books(jdk, cells[0]);
    assertThat(books.denialCodes()).isEmpty();
    assertThat(books.allowedScopes()).containsExactly(cells[1].split(","));
  }

  @ParameterizedTest(name = "{0} on {1}: {2}")
  @MethodSource("attacks")
  void anAttackIsRefusedAndTheModelIsTold(SpringAiLine line, Jdk jdk, String row) {
    String[] cells = row.split(" ");
    Performed with = TABLES.get(line).with(jdk, cells[0]);
    Performed without = TABLES.get(line).without(jdk, cells[0]);

    assertThat(without.changed()).as("without the agent").isNotEqualTo("none");
    assertThat(with.changed()).isEqualTo("none");
    assertThat(with.ending()).isEqualTo("ended");
    assertThat(with.printed().get(0)).startsWith(cells[2] + ": [" + cells[1] + "] Refused: ");
    assertThat(refusals(TABLES.get(line).books(jdk, cells[0]))).contains(cells[1]);
  }

  @ParameterizedTest(name = "{0} on {1}")
  @MethodSource("lines")
  void aRetryIsNotApprovedByWhatWasApprovedOnce(SpringAiLine line, Jdk jdk, String row) {
    Performed with = TABLES.get(line).with(jdk, "aDecoratorThatRetries");

    assertThat(paid(TABLES.get(line).without(jdk, "aDecoratorThatRetries"))).isEqualTo(2);
    assertThat(paid(with)).isEqualTo(1);
    assertThat(with.printed()).anyMatch(told -> told.startsWith("pay: [CS-REPLAY] Refused: "));
  }

  @ParameterizedTest(name = "{0} on {1}")
  @MethodSource("lines")
  void theOtherCallsOfATurnGoOn(SpringAiLine line, Jdk jdk, String row) {
    Performed with = TABLES.get(line).with(jdk, "afterARefusalTheOthersOfTheTurn");

    assertThat(with.printed())
        .anyMatch(told -> told.startsWith("copyOther: [NIKA-SEC-011] Refused: "))
        .anyMatch(told -> told.startsWith("pay: \"paid bob 5\""));
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

  // These share the JVMs of the acts above: in a class of its own, each would start them all again.

  @Nested
  class Coercions extends CoercionsIT {}

  @Nested
  class McpCallbacks extends McpCallbacksIT {}

  @Nested
  class Presented extends PresentedIT {}

  @Nested
  class Streams extends StreamsIT {}
}
