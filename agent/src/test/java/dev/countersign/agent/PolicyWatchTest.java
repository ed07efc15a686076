package dev.countersign.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PolicyWatchTest {

  /** A thousand machines that start at once ask at about as many moments of two fifths of it. */
  @ParameterizedTest
  @ValueSource(longs = {1_000_000_000L, 60_000_000_000L, 7L * 24 * 3600 * 1_000_000_000L})
  void machinesAskSpreadOverAFifthBeforeAndAfterTheInterval(long interval) {
    int[] tenths = new int[10];
    long least = interval - interval / 5;
    for (long machine = -500; machine < 500; machine++) {
      long pause = PolicyWatch.pause(interval, machine * 1_000_003 + Long.MAX_VALUE);
      assertThat(pause).isBetween(least, interval + interval / 5);
      tenths[(int) ((pause - least) / (interval / 5 * 2 / 10 + 1))]++;
    }
    assertThat(tenths).as(TimeUnit.NANOSECONDS.toSeconds(interval) + " s").doesNotContain(0);
    for (int tenth : tenths) {
      assertThat(tenth).isBetween(50, 150);
    }
  }
}
