package dev.countersign.it;

import static org.assertj.core.api.Assertions.assertThat;

import com.example.acts.CarryActs;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A scope reaches the threads that work for a call. That it did shows where a start was changed: in
 * the scope it differs from what was previewed (NIKA-SEC-011), on a thread that lost it, it has no
 * preview at all (CS-UNBOUND).
 */
class CarryIT {

  private static final String[] WAYS = {
    "thread",
    "pool",
    "earlierPool",
    "execute",
    "invokeAll",
    "callerRuns",
    "beforeExecute",
    "queuedByHandler",
    "scheduled",
    "scheduledExecute",
    "periodic",
    "forkJoin",
    "forkJoinExecute",
    "fork",
    "invoke",
    "quietlyInvoke",
    "invokeTwo",
    "invokeSeveral",
    "invokeCollection",
    "invokeInPool",
    "parallelStream",
    "supplyAsync",
    "runAsync",
    "runAsyncElsewhere",
    "thenApply",
    "thenApplyAsync",
    "thenApplyQueued",
    "thenApplyDone",
    "thenApplyDoneQueued",
    "thenCombine",
    "applyToEither",
    "completeAsync",
    "publisher",
    "timer"
  };

  private static final String[] WAYS_OF_VIRTUAL_THREADS = {"virtualThread", "virtualExecutor"};

  private static final String[] WAYS_OF_SCHEDULING_POOLS = {"periodicForkJoin", "delayedForkJoin"};

  private static final String OTHERS =
      """
      F11  submittedOutside   ended +fired,+judged  CS-UNBOUND +judged
      F11  sameTaskTwice      ended +fired          CS-UNBOUND none
      -    rejectedBefore     ended +fired,+judged  CS-UNBOUND +judged
      -    registeredOutside  ended +fired,+judged  CS-UNBOUND +judged
      -    registeredBehind   ended +fired,+judged  CS-UNBOUND +judged
      -    registeredAsync    ended +fired,+judged  CS-UNBOUND +judged
      -    forkedOutside      ended +fired,+judged  CS-UNBOUND +judged
      -    ownObjects         ended none            ended none
      -    rested             ended +fired,+judged  NIKA-SEC-011 +judged
      """;

  private static final ActTable TABLE =
      ActTable.of(jdk -> AgentRun.on(jdk).with("carry.yaml"), CarryActs.class, CarryIT::table);

  private static String table(Jdk jdk) {
    StringBuilder table = new StringBuilder(OTHERS);
    for (String way : ways(jdk).toList()) {
      table.append("-  honest:" + way + "  ended +judged  ended +judged\n");
      table.append("-  changed:" + way + "  ended +fired  NIKA-SEC-011 none  /intent/argv/1\n");
    }
    return table.toString();
  }

  private static Stream<String> ways(Jdk jdk) {
    return Stream.of(
            WAYS,
            jdk.feature() < 21 ? new String[0] : WAYS_OF_VIRTUAL_THREADS,
            jdk.feature() < 25 ? new String[0] : WAYS_OF_SCHEDULING_POOLS)
        .flatMap(Stream::of);
  }

  static Stream<ActTable.Row> rows() {
    return TABLE.rows();
  }

  /**
   * Also: a worker hides the scope that it was started in, and a task runs in that of its queue.
   */
  @ParameterizedTest(name = "{0}")
  @MethodSource("rows")
  void theScopeIsFoundOnTheOtherThreadWhereItBelongs(ActTable.Row row) {
    TABLE.shows(row);
  }

  static Stream<Arguments> honest() {
    return Jdks.tested().flatMap(jdk -> ways(jdk).map(way -> Arguments.of("honest:" + way, jdk)));
  }

  @ParameterizedTest(name = "{0} on {1}")
  @MethodSource("honest")
  void whatWasJudgedRunsAsWithoutTheAgent(String act, Jdk jdk) {
    TABLE.runsAsWithout(jdk, act);
    assertThat(TABLE.books(jdk, act).denialCodes()).isEmpty();
    assertThat(TABLE.books(jdk, act).allowedScopes()).containsExactly("tool.touch", "exec.touch");
  }

  @OnEachJdk
  void queuesAndHandlersSeeTheApplicationsOwnObjects(Jdk jdk) {
    TABLE.runsAsWithout(jdk, "ownObjects");
    assertThat(TABLE.with(jdk, "ownObjects").printed())
        .containsExactly("queued is mine: true", "rejected is mine: true", "removed: true");
  }
}
