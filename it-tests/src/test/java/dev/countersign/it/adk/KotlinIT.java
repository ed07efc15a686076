package dev.countersign.it.adk;

import static org.assertj.core.api.Assertions.assertThat;

import com.example.acts.adk.KotlinActs;
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

/** Tools that are written in Kotlin, as functions of Google ADK. */
class KotlinIT {

  /** Number, tool and arguments; it ends as without the agent. */
  private static final String[] WRITTEN = {
    "K131 pay {\"to\":\"bob\",\"amount\":5,\"note\":\"x\"}",
    "K132 pay {\"to\":\"bob\",\"amount\":5}",
    "K133 pay {\"to\":null,\"amount\":5}",
    "K134 settle {\"payment\":{\"to\":\"bob\",\"amount\":5,\"note\":\"x\"}}",
    "K135 settle {\"payment\":{\"to\":\"bob\"}}",
    "K136 settleAll {\"payments\":[{\"to\":\"bob\"},{\"amount\":2,\"to\":\"eve\"}]}",
    "K137 hurry {\"urgency\":\"HIGH\",\"amount\":5}",
    "K138 hurry {\"urgency\":\"LOW\"}",
    "K139 by {\"means\":{\"kind\":\"card\",\"number\":\"4711\"}}",
    "K140 order {\"order\":{\"from\":\"4711\",\"by\":{\"kind\":\"cash\",\"notes\":3}}}",
    "K141 draw {\"from\":\"4711\",\"amount\":5}",
    "K142 payAtOnce {\"to\":\"bob\"}",
    "K143 payAtOnce {\"to\":\"bob\",\"$completion\":null}",
    "K144 payLater {\"to\":\"bob\"}",
    "K145 payLater {\"to\":\"bob\",\"$completion\":null}",
    "K146 redeem {\"ticket\":{\"to\":\"bob\",\"amount\":5}}",
  };

  /** Number, tool and arguments; a member changed on its way. */
  private static final String[] LOSSY = {
    "K147 redeem {\"ticket\":{\"to\":\"bob\",\"amount\":5.5}}",
  };

  /** Number, tool, and arguments that a callback rewrites. */
  private static final String[] REWRITES = {
    "K151 pay {\"to\":\"bob\",\"amount\":5}",
    "K152 redeem {\"ticket\":{\"to\":\"bob\",\"amount\":5}}",
    "K153 draw {\"from\":\"bob\",\"amount\":5}",
  };

  /** An application on a line of the library. */
  private record Application(AdkLine line, KotlinLine kotlin) {

    ActTable table() {
      return new ActTable(
          jdk -> {
            AgentRun.Builder builder = kotlin.on(AgentRun.on(jdk).with("adk.yaml"));
            line.classPath().forEach(builder::classPath);
            return builder;
          },
          KotlinActs.class,
          Stream.of(
                  Stream.of(WRITTEN, LOSSY).flatMap(Stream::of).map(row -> act("asks", row)),
                  Stream.of(REWRITES).map(row -> act("rewrites", row)))
              .flatMap(Function.identity())
              .toArray(String[]::new));
    }

    /** The first line on the first JDK, the newest on both. */
    Stream<Jdk> jdks() {
      return Jdks.of(line, AdkLine.all());
    }

    @Override
    public String toString() {
      return line + " with " + kotlin;
    }
  }

  private static final Map<Application, ActTable> TABLES =
      Stream.of(
              new Application(new AdkLine("1.0"), KotlinLine.FIRST),
              new Application(new AdkLine("1.8"), KotlinLine.NEWEST))
          .collect(Collectors.toMap(Function.identity(), Application::table));

  private static String act(String kind, String row) {
    return kind + ":" + row.split(" ", 2)[1];
  }

  static Stream<Arguments> written() {
    return rows(WRITTEN);
  }

  static Stream<Arguments> lossy() {
    return rows(LOSSY);
  }

  static Stream<Arguments> rewrites() {
    return rows(REWRITES);
  }

  private static Stream<Arguments> rows(String... rows) {
    return TABLES.keySet().stream()
        .sorted(Comparator.comparing(Application::toString))
        .flatMap(
            application ->
                application
                    .jdks()
                    .flatMap(
                        jdk -> Stream.of(rows).map(row -> Arguments.of(application, jdk, row))));
  }

  @ParameterizedTest(name = "{0} on {1}: {2}")
  @MethodSource("written")
  void aToolThatIsWrittenInKotlinEndsAsWithout(Application application, Jdk jdk, String row) {
    Performed with = TABLES.get(application).with(jdk, act("asks", row));
    Performed without = TABLES.get(application).without(jdk, act("asks", row));

    assertThat(with.printed()).isEqualTo(without.printed());
    assertThat(with.ending()).isEqualTo(without.ending());
    assertThat(with.changed()).isEqualTo(without.changed());
  }

  @ParameterizedTest(name = "{0} on {1}: {2}")
  @MethodSource("lossy")
  void aMemberThatChangedIsRefused(Application application, Jdk jdk, String row) {
    isRefused(application, jdk, act("asks", row));
  }

  @ParameterizedTest(name = "{0} on {1}: {2}")
  @MethodSource("rewrites")
  void whatACallbackMakesOfItsArgumentsIsRefused(Application application, Jdk jdk, String row) {
    isRefused(application, jdk, act("rewrites", row));
  }

  private static void isRefused(Application application, Jdk jdk, String act) {
    ActTable table = TABLES.get(application);
    assertThat(table.without(jdk, act).changed()).isEqualTo("+did");
    assertThat(table.with(jdk, act).changed()).isEqualTo("none");
    assertThat(table.with(jdk, act).printed())
        .anyMatch(told -> told.contains(": {error=[NIKA-SEC-011] Refused: this tool call changed"));
  }
}
