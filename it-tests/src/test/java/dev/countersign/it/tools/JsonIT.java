package dev.countersign.it.tools;

import static dev.countersign.it.AgentRunAssert.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.example.acts.Acts;
import com.example.acts.tools.JsonActs;
import dev.countersign.it.ActTable;
import dev.countersign.it.ActTable.Performed;
import dev.countersign.it.AgentRun;
import dev.countersign.it.Jdk;
import dev.countersign.it.Jdks;
import dev.countersign.it.OnEachJdk;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** F16, F17, F18: texts that other canonicalisers change, lose or choke on. */
class JsonIT {

  private static final String[] HONEST = {
    "F16 aPair -", "F16 aRawPair -", "F18 nested:128 -", "F18 nested:500 -",
  };

  private static final String[] REFUSED = {
    "F16 loneInAValue CS-UNSUPPORTED",
    "F16 loneRawInAValue CS-UNSUPPORTED",
    "F16 loneInAKey CS-UNSUPPORTED",
    "F16 aPairTheWrongWayRound CS-UNSUPPORTED",
    "F16 halfEscaped CS-UNSUPPORTED",
    "F16 loneWhereAQuestionMarkWasJudged CS-UNSUPPORTED",
    "F18 nested:512 CS-UNSUPPORTED",
    "F18 nested:1000 CS-UNSUPPORTED",
    "F18 nested:10000 CS-UNSUPPORTED",
    "F18 nested:100000 CS-UNSUPPORTED",
  };

  private static final String[] SMALL_STACK = {"F18 nestedOnASmallStack -"};

  private static final ActTable TABLE =
      ActTable.ofRows(
          jdk -> AgentRun.on(jdk).with("json.yaml").libraries("jackson"),
          JsonActs.class,
          HONEST,
          REFUSED,
          SMALL_STACK);

  static Stream<Arguments> honest() {
    return Jdks.rows(3, HONEST);
  }

  @ParameterizedTest(name = "{0} {1} on {3}")
  @MethodSource("honest")
  void runsAsWithoutTheAgent(String number, String act, String ignored, Jdk jdk) {
    TABLE.runsAsWithout(jdk, act);
    assertThat(TABLE.with(jdk, act).bodies()).hasSize(1);
  }

  static Stream<Arguments> refused() {
    return Jdks.rows(3, REFUSED);
  }

  @ParameterizedTest(name = "{0} {1} on {3}")
  @MethodSource("refused")
  void isRefusedAndTheBodyDoesNotRun(String number, String act, String code, Jdk jdk) {
    TABLE.isRefused(jdk, act, code);
  }

  /** Where the stack ends in the check, the call was not judged and does not run. */
  @OnEachJdk
  void f18OnASmallStackNothingRunsUnjudged(Jdk jdk) {
    Performed with = TABLE.with(jdk, "nestedOnASmallStack");

    assertThat(with.ending()).matches("ended|(threw .+ of )?refused CS-INTERNAL");
    assertThat(with.bodies()).hasSize(with.ending().equals("ended") ? 1 : 0);
    assertThat(TABLE.without(jdk, "nestedOnASmallStack").bodies()).hasSize(1);
  }

  @OnEachJdk
  void nothingIsSaidOnStandardError(Jdk jdk) {
    Stream.of(HONEST)
        .map(row -> row.split(" +")[1])
        .forEach(act -> assertThat(TABLE.with(jdk, act).errors()).isEmpty());
  }

  /** A canonicaliser that leaves numbers to a mapper's own text differs in every one of these. */
  @OnEachJdk
  void f17NumbersAreThoseOfEcmaScript(Jdk jdk) {
    AgentRun run =
        AgentRun.on(jdk)
            .with("json.yaml")
            .libraries("jackson")
            .file("numbers", "[1.0,-0,1e21,1e-7,333333333.33333329,5e-324,1E30]")
            .main(Acts.class, JsonActs.class.getName());

    AgentRun canonical =
        run.command("canonicalize", "--profile=jcs", run.work().resolve("numbers").toString());

    assertThat(canonical.stdout()).isEqualTo("[1,0,1e+21,1e-7,333333333.3333333,5e-324,1e+30]");
  }
}
