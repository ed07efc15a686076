package dev.countersign.it.langchain4j;

import static org.assertj.core.api.Assertions.assertThat;

import com.example.acts.langchain4j.KotlinActs;
import dev.countersign.it.ActTable;
import dev.countersign.it.AgentRun;
import dev.countersign.it.Jdk;
import dev.countersign.it.Jdks;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Data classes of Kotlin as arguments, as Jackson makes them with Kotlin on the class path, and
 * tools that are written in Kotlin.
 */
class KotlinIT {

  private static final Jdk JDK = Jdks.jdk(17);

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

  private static final String REWRITES = "anExecutorThatRewritesADataClass";

  private static final ActTable TABLE =
      new ActTable(
          jdk -> {
            AgentRun.Builder builder = LangChain4j.application(jdk);
            for (String jar :
                new String[] {
                  "jackson-module-kotlin-2.19.4", "kotlin-reflect-1.9.25", "kotlin-stdlib-1.9.25"
                }) {
              builder.classPath(Path.of("target", "kotlin", jar + ".jar").toAbsolutePath());
            }
            return builder;
          },
          KotlinActs.class,
          Stream.of(
                  Stream.of(SAME, CHANGED).flatMap(Stream::of).map(KotlinIT::act),
                  Stream.of(WRITTEN).map(KotlinIT::written),
                  Stream.of(REWRITES))
              .flatMap(acts -> acts)
              .toArray(String[]::new));

  private static String written(String row) {
    return "asks:" + row.split(" ", 2)[1];
  }

  private static String act(String row) {
    return "converts:" + row.split(" ", 2)[1];
  }

  static String[] same() {
    return SAME;
  }

  static String[] changed() {
    return CHANGED;
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("same")
  void aDataClassIsConvertedAsWithout(String row) {
    TABLE.isSame(JDK, act(row));
  }

  static String[] written() {
    return WRITTEN;
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("written")
  void aToolThatIsWrittenInKotlinEndsAsWithout(String row) {
    TABLE.isSame(JDK, written(row));
  }

  @Test
  void anotherPaymentThanTheModelAskedForIsRefused() {
    assertThat(TABLE.without(JDK, REWRITES).changed()).isEqualTo("+did");
    assertThat(TABLE.with(JDK, REWRITES).changed()).isEqualTo("none");
    assertThat(TABLE.with(JDK, REWRITES).printed())
        .anyMatch(told -> told.contains(": [NIKA-SEC-011] Refused: this tool call changed"));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("changed")
  void aMemberThatChangedIsRefused(String row) {
    assertThat(TABLE.without(JDK, act(row)).changed()).isEqualTo("+did");
    assertThat(TABLE.with(JDK, act(row)).changed()).isEqualTo("none");
    assertThat(TABLE.with(JDK, act(row)).printed())
        .anyMatch(told -> told.contains(": [NIKA-SEC-011] Refused: this tool call changed"));
  }
}
