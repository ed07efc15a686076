package dev.countersign.it.process;

import static org.assertj.core.api.Assertions.assertThat;

import com.example.acts.process.CommandActs;
import com.example.acts.process.LauncherActs;
import dev.countersign.it.ActTable;
import dev.countersign.it.AgentRun;
import dev.countersign.it.Jdk;
import dev.countersign.it.Jdks;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * B13, B14 and F40: past {@code ProcessBuilder}, down to the native method. No option opens
 * anything.
 */
class LauncherIT {

  private static final String TABLE =
      """
      B13  startByReflection          ended +fired   NIKA-SEC-011 none  /intent/argv/1
      B13  startByMethodHandle        ended +fired   NIKA-SEC-011 none  /intent/argv/1
      B13  privateMethodOfTheBuilder  ended +fired   NIKA-SEC-011 none  /intent/argv/1
      B13  constructor                ended +fired   NIKA-SEC-011 none  /intent/argv/1
      B14  nativeMethod               ended +fired   NIKA-SEC-011 none  /intent/argv/1
      B14  nativeMethodAsJudged       ended +judged  ended +judged
      F40  nativeMethodInAnIdleTool   ended +fired   CS-UNBOUND none
      F40  nativeMethodOfAShell       ended +marker  CS-UNBOUND none
      """;

  private static final ActTable LAUNCHERS =
      ActTable.of(jdk -> AgentRun.on(jdk).with("processes.yaml"), LauncherActs.class, TABLE);

  static Stream<ActTable.Row> refused() {
    return LAUNCHERS.rows();
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("refused")
  void noLauncherIsDeepEnough(ActTable.Row row) {
    LAUNCHERS.shows(row);
  }

  /** F14 and B14: without {@code Unsafe} the attack ends at its first step, and we need none. */
  @Test
  void f14NothingOfOursNeedsUnsafe() {
    String attack =
        "B14  nativeMethod  java.lang.UnsupportedOperationException none"
            + "  java.lang.UnsupportedOperationException none\n";
    String starts =
        """
        -    honest           ended +judged  ended +judged
        B03  commandReplaced  ended +fired   NIKA-SEC-011 none  /intent/argv/1
        """;
    Jdk jdk = Jdks.tested().filter(each -> each.feature() >= 24).findFirst().orElseThrow();

    for (Class<?> acts : new Class<?>[] {LauncherActs.class, CommandActs.class}) {
      String table = acts == LauncherActs.class ? attack : starts;
      ActTable withoutUnsafe =
          ActTable.of(
              on ->
                  AgentRun.on(on)
                      .with("processes.yaml")
                      .jvm("--sun-misc-unsafe-memory-access=deny"),
              acts,
              table);
      withoutUnsafe.shows(jdk);
      assertThat(withoutUnsafe.run(jdk).stderr()).doesNotContain("WARNING");
    }
  }
}
