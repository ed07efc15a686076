package dev.countersign.sink.closed;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ClosedHookTest {

  private final ClosedHook hook = new ClosedHook();

  /** An application's. */
  static class Own extends Thread {}

  private static Class<?> named(String name) throws ClassNotFoundException {
    return Class.forName(name, false, ClosedHookTest.class.getClassLoader());
  }

  @ParameterizedTest
  @ValueSource(strings = {"java.util.logging.LogManager$Cleaner", "java.util.TimerThread"})
  void theJdksOwnPass(String name) throws Exception {
    assertThat(hook.isOfJdk(named(name))).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "java.lang.Thread",
        "java.util.concurrent.ForkJoinWorkerThread",
        "jdk.internal.misc.InnocuousThread",
        "dev.countersign.sink.closed.ClosedHookTest$Own"
      })
  void whatRunsWhatItIsGivenDoesNot(String name) throws Exception {
    assertThat(hook.isOfJdk(named(name))).isFalse();
  }
}
