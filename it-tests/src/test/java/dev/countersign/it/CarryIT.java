package dev.countersign.it;

import static dev.countersign.it.AgentRunAssert.assertThat;
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
    "scheduled",
    "scheduledExecute",
    "periodic",
    "forkJoin",
    "forkJoinExecute",
    "fork",
    "parallelStream",
    "supplyAsync",
    "runAsync",
    "runAsyncElsewhere",
    "thenApply",
    "thenApplyAsync",
    "timer"
  };

  private static final String[] WAYS_OF_VIRTUAL_THREADS = {"virtualThread", "virtualExecutor"};

  static Stream<Arguments> ways() {
    return Jdks.tested()
        .flatMap(
            jdk ->
                Stream.concat(
                        Stream.of(WAYS),
                        jdk.feature() < 21 ? Stream.empty() : Stream.of(WAYS_OF_VIRTUAL_THREADS))
                    .map(way -> Arguments.of(way, jdk)));
  }

  @ParameterizedTest(name = "{0} on {1}")
  @MethodSource("ways")
  void theScopeIsFoundOnTheOtherThread(String way, Jdk jdk) {
    AgentRun honest = AgentRun.on(jdk).with("carry.yaml").main(CarryActs.class, "honest", way);
    AgentRun changed = AgentRun.on(jdk).with("carry.yaml").main(CarryActs.class, "changed", way);

    assertThat(honest).succeeded().created("judged").sameAsWithoutAgent().deniedNothing();
    assertThat(Books.of(honest).allowedScopes()).containsExactly("tool.touch", "exec.touch");
    assertThat(changed).refusedWith("NIKA-SEC-011").touchedNothing();
  }

  @OnEachJdk
  void aWorkerHidesTheScopeThatItWasStartedIn(Jdk jdk) {
    AgentRun run = AgentRun.on(jdk).with("carry.yaml").main(CarryActs.class, "submittedOutside");

    assertThat(run).refusedWith("CS-UNBOUND");
    assertThat(run.after()).doesNotContainKey("fired");
  }

  @OnEachJdk
  void oneTaskSubmittedTwiceRunsOnceInEachScope(Jdk jdk) {
    AgentRun run = AgentRun.on(jdk).with("carry.yaml").main(CarryActs.class, "sameTaskTwice");

    assertThat(run).refusedWith("CS-UNBOUND").touchedNothing();
  }

  @OnEachJdk
  void queuesAndHandlersSeeTheApplicationsOwnObjects(Jdk jdk) {
    AgentRun run = AgentRun.on(jdk).with("carry.yaml").main(CarryActs.class, "ownObjects");

    assertThat(run)
        .succeeded()
        .printed("queued is mine: true", "rejected is mine: true", "removed: true")
        .sameAsWithoutAgent();
  }
}
