package dev.countersign.scope;

import static org.assertj.core.api.Assertions.assertThat;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;

class CheckTimesTest {

  @Test
  void saysNothingOfNothing() {
    assertThat(new CheckTimes().toJson()).containsOnlyKeys("count");
  }

  @Property(tries = 500)
  void isAtMostAnEighthMoreThanWhatWas(@ForAll @LongRange(min = 0) long nanos) {
    CheckTimes times = new CheckTimes();
    times.add(nanos);
    times.add(Long.MAX_VALUE);
    long said = (long) times.toJson().get("p50_ns");
    assertThat(said).isGreaterThanOrEqualTo(nanos);
    assertThat(said - nanos).isLessThanOrEqualTo(nanos / 8 + 1);
  }

  @Test
  void percentilesAreOfAllChecks() {
    CheckTimes times = new CheckTimes();
    for (int i = 1; i <= 1000; i++) {
      times.add(i < 990 ? 7 : 1_000_000);
    }
    assertThat(times.toJson())
        .containsEntry("count", 1000L)
        .containsEntry("p50_ns", 7L)
        .containsEntry("p99_ns", 1_000_000L)
        .containsEntry("max_ns", 1_000_000L);
  }
}
