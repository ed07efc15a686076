package dev.countersign.sink.carry;

import static org.assertj.core.api.Assertions.assertThat;

import dev.countersign.weave.SiteHandler;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What runs a task that it cannot look for does not run it as nobody's. */
class MayBeOfACallTest {

  static Stream<Function<Associations, SiteHandler>> handlers() {
    return Stream.of(
        tasks -> new WorkerRun(tasks, 0, false),
        tasks -> new NestedRun(tasks, false, 0, NestedRun.Unknown.OUTSIDE),
        CompletionRun::new,
        Consumption::new,
        PromiseNotice::new);
  }

  @ParameterizedTest
  @MethodSource("handlers")
  void whileSomethingIsKept(Function<Associations, SiteHandler> handler) {
    Associations tasks = new Associations();
    SiteHandler runs = handler.apply(tasks);
    assertThat(runs.mayBeOfACall()).isFalse();

    Object task = new Object();
    tasks.add(task, "a");
    assertThat(runs.mayBeOfACall()).isTrue();
    tasks.take(task);
    assertThat(runs.mayBeOfACall()).isFalse();
  }
}
