package dev.countersign.it.springai;

import static org.assertj.core.api.Assertions.assertThat;

import com.example.acts.springai.KotlinActs;
import dev.countersign.it.ActTable;
import dev.countersign.it.ActTable.Performed;
import dev.countersign.it.AgentRun;
import dev.countersign.it.Jdk;
import dev.countersign.it.Jdks;
import java.nio.file.Path;
import java.util.stream.Stream;
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

  /** Number, tool and arguments; a member of a data class changed on its way. */
  private static final String[] LOSSY = {
    "K52 settle {\"payment\":{\"to\":\"bob\",\"amount\":5.5}}",
  };

  private static final String[] REWRITES = {
    "aDecoratorThatRewrites", "aDecoratorThatRewritesADataClass"
  };

  private static final ActTable TABLE =
      new ActTable(
          jdk -> {
            AgentRun.Builder builder =
                AgentRun.on(jdk).with("spring-ai.yaml").libraries("byte-buddy-1");
            new SpringAiLine("1.1").classPath().forEach(builder::classPath);
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
                  Stream.of(WRITTEN, LOSSY).flatMap(Stream::of).map(KotlinIT::written),
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
    Performed with = TABLE.with(JDK, act(row));
    Performed without = TABLE.without(JDK, act(row));

    assertThat(with.printed()).isEqualTo(without.printed());
    assertThat(with.ending()).isEqualTo(without.ending());
    assertThat(with.changed()).isEqualTo(without.changed());
  }

  static String[] written() {
    return WRITTEN;
  }

  /** Whether it runs or its own check finds a null: that names the method by the stack. */
  @ParameterizedTest(name = "{0}")
  @MethodSource("written")
  void aToolThatIsWrittenInKotlinEndsAsWithout(String row) {
    Performed with = TABLE.with(JDK, written(row));
    Performed without = TABLE.without(JDK, written(row));

    assertThat(with.printed()).isEqualTo(without.printed());
    assertThat(with.ending()).isEqualTo(without.ending());
    assertThat(with.changed()).isEqualTo(without.changed());
  }

  static String[] rewrites() {
    return REWRITES;
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("rewrites")
  void whatADecoratorMakesOfItsArgumentsIsRefused(String act) {
    assertThat(TABLE.without(JDK, act).changed()).isEqualTo("+did");
    assertThat(TABLE.with(JDK, act).changed()).isEqualTo("none");
    assertThat(TABLE.with(JDK, act).printed().toString())
        .containsPattern("(pay|settle): \\[NIKA-SEC-011\\] Refused: ");
  }

  static String[] lossy() {
    return LOSSY;
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("lossy")
  void aMemberOfADataClassOfItsOwnThatChangedIsRefused(String row) {
    assertThat(TABLE.without(JDK, written(row)).changed()).isEqualTo("+did");
    assertThat(TABLE.with(JDK, written(row)).changed()).isEqualTo("none");
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
