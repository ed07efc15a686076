package dev.countersign.it;

import static org.assertj.core.api.Assertions.assertThat;

import com.example.acts.PromiseActs;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Listeners of Netty's promises run for whom they listen, whoever else listens or completes. */
class PromisesIT {

  private static final String[] WAYS = {"immediate", "onLoop", "several", "done"};

  private static final String OTHERS =
      """
      -  listenedBefore        ended +immediate,+judged  ended +immediate,+judged
      -  listenedBeforeOnLoop  ended +judged,+onLoop     ended +judged,+onLoop
      -  listenedAfter         ended +after,+judged      ended +after,+judged
      """;

  private static final ActTable TABLE =
      ActTable.of(
          jdk -> AgentRun.on(jdk).libraries("netty-common").with("promises.yaml"),
          PromiseActs.class,
          table());

  private static String table() {
    StringBuilder table = new StringBuilder(OTHERS);
    for (String way : WAYS) {
      table.append("-  honest:" + way + "  ended +judged  ended +judged\n");
      table.append("-  changed:" + way + "  ended +fired  NIKA-SEC-011 none  /intent/argv/1\n");
    }
    return table.toString();
  }

  static Stream<ActTable.Row> rows() {
    return TABLE.rows();
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("rows")
  void eachRunsForWhomItListens(ActTable.Row row) {
    TABLE.shows(row);
  }

  static Stream<Arguments> honest() {
    return Jdks.tested()
        .flatMap(jdk -> Stream.of(WAYS).map(way -> Arguments.of("honest:" + way, jdk)));
  }

  @ParameterizedTest(name = "{0} on {1}")
  @MethodSource("honest")
  void whatWasJudgedRunsAsWithoutTheAgent(String act, Jdk jdk) {
    TABLE.runsAsWithout(jdk, act);
    assertThat(TABLE.books(jdk, act).denialCodes()).isEmpty();
    assertThat(TABLE.books(jdk, act).allowedScopes()).containsExactly("tool.touch", "exec.touch");
  }
}
