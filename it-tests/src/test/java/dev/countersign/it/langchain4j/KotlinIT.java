package dev.countersign.it.langchain4j;

import static org.assertj.core.api.Assertions.assertThat;

import com.example.acts.langchain4j.KotlinActs;
import dev.countersign.it.ActTable;
import dev.countersign.it.Jdk;
import dev.countersign.it.Jdks;
import dev.countersign.it.KotlinLine;
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
    "K21 pair {\"first\":\"bob\",\"second\":5}",
    "K22 pair {\"second\":5,\"first\":\"bob\"}",
    "K23 pair {\"first\":\"bob\",\"second\":\"5\"}",
    "K24 pair {\"first\":\"bob\"}",
    "K25 pair {\"first\":null,\"second\":5}",
    "K26 pairs [{\"first\":\"bob\",\"second\":9007199254740993},{\"first\":\"eve\",\"second\":0}]",
    "K27 pairs []",
    "K28 triple {\"first\":\"a\",\"second\":1,\"third\":[{\"first\":\"x\",\"second\":true}]}",
    "K29 triple {\"first\":\"a\",\"second\":1,\"third\":[],\"fourth\":2}",
    // The library asks for a class alone, of which nobody knows what its members are: nothing is
    // lost.
    "K30 pair {\"first\":\"bob\",\"second\":5.5}",
    "K32 triple {\"first\":\"a\",\"second\":1,\"third\":[{\"first\":\"x\",\"second\":1}]}",
  };

  /** Number and conversion; the value changed. */
  private static final String[] CHANGED = {
    "K31 pairs [{\"first\":\"bob\",\"second\":2.7}]",
  };

  /** Number, tool that is written in Kotlin, and arguments; it ends as without the agent. */
  private static final String[] WRITTEN = {
    "K61 pay {\"to\":\"bob\",\"amount\":5,\"note\":\"x\"}",
    "K62 pay {\"to\":\"bob\",\"amount\":5}",
    "K63 pay {\"amount\":5}",
    "K64 settle {\"payment\":{\"to\":\"bob\",\"amount\":5,\"note\":\"x\"}}",
    "K65 settle {\"payment\":{\"to\":\"bob\"}}",
    "K66 settle {\"payment\":{\"amount\":5}}",
    "K67 settleAll {\"payments\":[{\"to\":\"bob\"},{\"amount\":2,\"to\":\"eve\"}]}",
  };

  /** Number, tool, and arguments: a type that Kotlin alone has, or a function that suspends. */
  private static final String[] TYPES = {
    "K71 hurry {\"urgency\":\"HIGH\",\"amount\":5}",
    "K72 hurry {\"urgency\":\"high\"}",
    "K73 hurry {\"urgency\":\"LOW\",\"amount\":null}",
    "K74 by {\"means\":{\"kind\":\"card\",\"number\":\"4711\"}}",
    "K75 by {\"means\":{\"kind\":\"cash\",\"notes\":3}}",
    "K76 by {\"means\":{\"kind\":\"gold\"}}",
    "K77 order {\"order\":{\"from\":\"4711\",\"by\":{\"kind\":\"cash\",\"notes\":3}}}",
    "K78 order {\"order\":{\"from\":\"4711\",\"by\":{\"kind\":\"card\",\"number\":\"1\"},\"urgency\":\"HIGH\","
        + "\"amounts\":[1,9007199254740993],\"to\":\"4712\",\"next\":{\"from\":\"4712\","
        + "\"by\":{\"kind\":\"cash\",\"notes\":1}}}}",
    "K79 draw {\"from\":\"4711\",\"amount\":5}",
    "K80 payAtOnce {\"to\":\"bob\"}",
    "K81 payAtOnce {\"to\":\"bob\",\"$completion\":null}",
    "K82 payAtOnce {\"to\":\"bob\",\"$completion\":{}}",
    "K83 payLater {\"to\":\"bob\"}",
  };

  /** Number, tool and arguments; a member of one of these types changed on its way. */
  private static final String[] LOSSY = {
    "K84 by {\"means\":{\"kind\":\"cash\",\"notes\":3.5}}",
    "K85 order {\"order\":{\"from\":\"4711\",\"by\":{\"kind\":\"cash\",\"notes\":3},\"amounts\":[2.7]}}",
  };

  /** Number, tool, and arguments that an executor around the library's rewrites. */
  private static final String[] REWRITES = {
    "K91 settle {\"payment\":{\"to\":\"bob\"}}",
    "K92 by {\"means\":{\"kind\":\"card\",\"number\":\"bob\"}}",
    "K93 order {\"order\":{\"from\":\"bob\",\"by\":{\"kind\":\"cash\",\"notes\":3}}}",
    "K94 draw {\"from\":\"bob\",\"amount\":5}",
    "K95 payAtOnce {\"to\":\"bob\"}",
  };

  private static final Map<KotlinLine, ActTable> TABLES =
      Stream.of(KotlinLine.FIRST, KotlinLine.NEWEST)
          .collect(Collectors.toMap(Function.identity(), KotlinIT::table));

  private static ActTable table(KotlinLine kotlin) {
    return new ActTable(
        jdk -> kotlin.on(LangChain4j.application(jdk)),
        KotlinActs.class,
        Stream.of(
                acts("converts", SAME, CHANGED),
                acts("asks", WRITTEN, TYPES, LOSSY),
                acts("rewrites", REWRITES))
            .flatMap(Function.identity())
            .toArray(String[]::new));
  }

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
    return Stream.of(KotlinLine.FIRST, KotlinLine.NEWEST)
        .flatMap(
            kotlin ->
                Jdks.tested()
                    .flatMap(jdk -> Stream.of(rows).map(row -> Arguments.of(kotlin, jdk, row))));
  }

  @ParameterizedTest(name = "{0} on {1}: {2}")
  @MethodSource("same")
  void aDataClassIsConvertedAsWithout(KotlinLine kotlin, Jdk jdk, String row) {
    TABLES.get(kotlin).isSame(jdk, act("converts", row));
  }

  @ParameterizedTest(name = "{0} on {1}: {2}")
  @MethodSource("written")
  void aToolThatIsWrittenInKotlinEndsAsWithout(KotlinLine kotlin, Jdk jdk, String row) {
    TABLES.get(kotlin).isSame(jdk, act("asks", row));
  }

  @ParameterizedTest(name = "{0} on {1}: {2}")
  @MethodSource("changed")
  void aMemberThatChangedIsRefused(KotlinLine kotlin, Jdk jdk, String row) {
    isRefused(kotlin, jdk, act("converts", row));
  }

  @ParameterizedTest(name = "{0} on {1}: {2}")
  @MethodSource("lossy")
  void aMemberOfAnApplicationsOwnTypeThatChangedIsRefused(KotlinLine kotlin, Jdk jdk, String row) {
    isRefused(kotlin, jdk, act("asks", row));
  }

  @ParameterizedTest(name = "{0} on {1}: {2}")
  @MethodSource("rewrites")
  void anotherCallThanTheModelAskedForIsRefused(KotlinLine kotlin, Jdk jdk, String row) {
    isRefused(kotlin, jdk, act("rewrites", row));
  }

  private static void isRefused(KotlinLine kotlin, Jdk jdk, String act) {
    ActTable table = TABLES.get(kotlin);
    assertThat(table.without(jdk, act).changed()).isEqualTo("+did");
    assertThat(table.with(jdk, act).changed()).isEqualTo("none");
    assertThat(table.with(jdk, act).printed())
        .anyMatch(told -> told.contains(": [NIKA-SEC-011] Refused: this tool call changed"));
  }
}
