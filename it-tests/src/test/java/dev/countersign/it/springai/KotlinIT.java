package dev.countersign.it.springai;

import static org.assertj.core.api.Assertions.assertThat;

import com.example.acts.springai.KotlinActs;
import dev.countersign.it.ActTable;
import dev.countersign.it.ActTable.Performed;
import dev.countersign.it.AgentRun;
import dev.countersign.it.Jdk;
import dev.countersign.it.Jdks;
import dev.countersign.it.KotlinLine;
import java.util.Comparator;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Data classes of Kotlin as arguments, as Jackson makes them with Kotlin on the class path, and
 * tools that are written in Kotlin.
 */
class KotlinIT {

  /** Number and conversion; it ends as without the agent. */
  private static final String[] SAME = {
    "K01 pair {\"first\":\"bob\",\"second\":5}",
    "K02 pair {\"second\":5,\"first\":\"bob\"}",
    "K03 pair {\"first\":\"bob\",\"second\":\"5\"}",
    "K04 pair {\"first\":\"bob\"}",
    "K05 pair {\"first\":null,\"second\":5}",
    "K06 pairs [{\"first\":\"bob\",\"second\":9007199254740993},{\"first\":\"eve\",\"second\":0}]",
    "K07 pairs []",
    "K08 triple {\"first\":\"a\",\"second\":1,\"third\":[{\"first\":\"x\",\"second\":true}]}",
    "K09 triple {\"first\":\"a\",\"second\":1,\"third\":[],\"fourth\":2}",
  };

  /** Number and conversion; the value changed. */
  private static final String[] CHANGED = {
    "K10 pair {\"first\":\"bob\",\"second\":5.5}",
    "K11 pairs [{\"first\":\"bob\",\"second\":2.7}]",
    "K12 triple {\"first\":\"a\",\"second\":1,\"third\":[{\"first\":\"x\",\"second\":1}]}",
  };

  /** Number, tool that is written in Kotlin, and arguments; it ends as without the agent. */
  private static final String[] WRITTEN = {
    "K41 pay {\"to\":\"bob\",\"amount\":5,\"note\":\"x\"}",
    "K42 pay {\"to\":\"bob\",\"amount\":5}",
    "K43 pay {\"amount\":5}",
    "K44 pay {\"to\":null,\"amount\":5}",
    "K45 pay {\"to\":\"bob\"}",
    "K46 settle {\"payment\":{\"to\":\"bob\",\"amount\":5,\"note\":\"x\"}}",
    "K47 settle {\"payment\":{\"to\":\"bob\"}}",
    "K48 settle {\"payment\":{\"amount\":5}}",
    "K49 settle {\"payment\":{\"to\":\"bob\",\"note\":null}}",
    "K50 settleAll {\"payments\":[{\"to\":\"bob\"},{\"amount\":2,\"to\":\"eve\"}]}",
    "K51 payLater {\"to\":\"bob\"}",
  };

  /** Number, tool, and arguments: a type that Kotlin alone has, or a function that suspends. */
  private static final String[] TYPES = {
    "K101 hurry {\"urgency\":\"HIGH\",\"amount\":5}",
    "K102 hurry {\"urgency\":\"high\",\"amount\":5}",
    "K103 hurry {\"urgency\":\"LOW\"}",
    "K104 by {\"means\":{\"kind\":\"card\",\"number\":\"4711\"}}",
    "K105 by {\"means\":{\"kind\":\"cash\",\"notes\":3}}",
    "K106 by {\"means\":{\"kind\":\"gold\"}}",
    "K107 order {\"order\":{\"from\":\"4711\",\"by\":{\"kind\":\"cash\",\"notes\":3}}}",
    "K108 order {\"order\":{\"from\":\"4711\",\"by\":{\"kind\":\"card\",\"number\":\"1\"},\"urgency\":\"HIGH\","
        + "\"amounts\":[1,9007199254740993],\"to\":\"4712\",\"next\":{\"from\":\"4712\","
        + "\"by\":{\"kind\":\"cash\",\"notes\":1}}}}",
    "K109 draw {\"from\":\"4711\",\"amount\":5}",
    "K110 payAtOnce {\"to\":\"bob\"}",
    "K111 payAtOnce {\"to\":\"bob\",\"$completion\":null}",
    "K112 payAtOnce {\"to\":\"bob\",\"$completion\":{}}",
  };

  /** Number, tool and arguments; a member changed on its way. */
  private static final String[] LOSSY = {
    "K52 settle {\"payment\":{\"to\":\"bob\",\"amount\":5.5}}",
    "K114 by {\"means\":{\"kind\":\"cash\",\"notes\":3.5}}",
    "K115 order {\"order\":{\"from\":\"4711\",\"by\":{\"kind\":\"cash\",\"notes\":3},\"amounts\":[2.7]}}",
  };

  /** Number, tool, and arguments that a decorator rewrites. */
  private static final String[] REWRITES = {
    "K121 pay {\"to\":\"bob\",\"amount\":5}",
    "K122 settle {\"payment\":{\"to\":\"bob\"}}",
    "K123 by {\"means\":{\"kind\":\"card\",\"number\":\"bob\"}}",
    "K124 order {\"order\":{\"from\":\"bob\",\"by\":{\"kind\":\"cash\",\"notes\":3}}}",
    "K125 draw {\"from\":\"bob\",\"amount\":5}",
    "K126 payAtOnce {\"to\":\"bob\"}",
  };

  /** An application on a line of the library. */
  private record Application(SpringAiLine line, KotlinLine kotlin) {

    ActTable table() {
      return new ActTable(
          jdk -> {
            AgentRun.Builder builder =
                kotlin.on(AgentRun.on(jdk).with("spring-ai.yaml").libraries("byte-buddy-1"));
            line.classPath().forEach(builder::classPath);
            return builder;
          },
          KotlinActs.class,
          Stream.of(
                  acts("converts", SAME, CHANGED),
                  acts("asks", WRITTEN, TYPES, LOSSY),
                  acts("rewrites", REWRITES))
              .flatMap(Function.identity())
              .toArray(String[]::new));
    }

    @Override
    public String toString() {
      return line + " with " + kotlin;
    }
  }

  private static final Map<Application, ActTable> TABLES =
      Stream.of(
              new Application(new SpringAiLine("1.1"), KotlinLine.FIRST),
              new Application(new SpringAiLine("2.0"), KotlinLine.NEWEST))
          .collect(Collectors.toMap(Function.identity(), Application::table));

  private static Stream<String> acts(String kind, String[]... rows) {
    return Stream.of(rows).flatMap(Stream::of).map(row -> act(kind, row));
  }

  private static String act(String kind, String row) {
    return kind + ":" + row.split(" ", 2)[1];
  }

  static Stream<Arguments> same() {
    return rows(SAME);
  }

  static Stream<Arguments> changed() {
    return rows(CHANGED);
  }

  static Stream<Arguments> written() {
    return Stream.concat(rows(WRITTEN), rows(TYPES));
  }

  static Stream<Arguments> lossy() {
    return rows(LOSSY);
  }

  static Stream<Arguments> rewrites() {
    return rows(REWRITES);
  }

  /** Each on both JDKs. */
  private static Stream<Arguments> rows(String... rows) {
    return TABLES.keySet().stream()
        .sorted(Comparator.comparing(Application::toString))
        .flatMap(
            application ->
                Jdks.tested()
                    .flatMap(
                        jdk -> Stream.of(rows).map(row -> Arguments.of(application, jdk, row))));
  }

  @ParameterizedTest(name = "{0} on {1}: {2}")
  @MethodSource("same")
  void aDataClassIsConvertedAsWithout(Application application, Jdk jdk, String row) {
    isSame(application, jdk, act("converts", row));
  }

  /** Whether it runs or its own check finds a null: that names the method by the stack. */
  @ParameterizedTest(name = "{0} on {1}: {2}")
  @MethodSource("written")
  void aToolThatIsWrittenInKotlinEndsAsWithout(Application application, Jdk jdk, String row) {
    isSame(application, jdk, act("asks", row));
  }

  @ParameterizedTest(name = "{0} on {1}: {2}")
  @MethodSource("rewrites")
  void whatADecoratorMakesOfItsArgumentsIsRefused(Application application, Jdk jdk, String row) {
    isRefused(application, jdk, act("rewrites", row));
  }

  @ParameterizedTest(name = "{0} on {1}: {2}")
  @MethodSource("lossy")
  void aMemberOfAnApplicationsOwnTypeThatChangedIsRefused(
      Application application, Jdk jdk, String row) {
    isRefused(application, jdk, act("asks", row));
  }

  @ParameterizedTest(name = "{0} on {1}: {2}")
  @MethodSource("changed")
  void aMemberThatChangedIsRefused(Application application, Jdk jdk, String row) {
    isRefused(application, jdk, act("converts", row));
  }

  private static void isSame(Application application, Jdk jdk, String act) {
    Performed with = TABLES.get(application).with(jdk, act);
    Performed without = TABLES.get(application).without(jdk, act);

    assertThat(with.printed()).isEqualTo(without.printed());
    assertThat(with.ending()).isEqualTo(without.ending());
    assertThat(with.changed()).isEqualTo(without.changed());
  }

  private static void isRefused(Application application, Jdk jdk, String act) {
    ActTable table = TABLES.get(application);
    assertThat(table.without(jdk, act).changed()).isEqualTo("+did");
    assertThat(table.with(jdk, act).changed()).isEqualTo("none");
    assertThat(table.with(jdk, act).printed())
        .anyMatch(told -> told.contains(": [NIKA-SEC-011] Refused: this tool call changed"));
  }
}
