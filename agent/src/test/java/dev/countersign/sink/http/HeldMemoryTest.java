package dev.countersign.sink.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

class HeldMemoryTest {

  private final HeldMemory memory = new HeldMemory(1_000_000);

  @Test
  void isTakenOnceByAllTogetherAndCanBeGivenBack() {
    HeldMemory.Share one = memory.share();
    HeldMemory.Share other = memory.share();
    assertThat(one.take(600_000)).isTrue();
    assertThat(other.take(400_000)).isTrue();
    assertThat(other.take(1)).isFalse();

    one.release();
    one.release();
    assertThat(other.take(600_000)).isTrue();
    assertThat(one.take(600_000)).isFalse();
    other.release();
    assertThat(one.take(1_000_000)).isTrue();
  }

  /** Small bodies are not counted, but their bytes are as soon as they are large. */
  @Test
  void countsFromTheFirstByteOfWhatIsNotSmall() {
    HeldMemory.Share all = memory.share();
    assertThat(all.take(1_000_000)).isTrue();
    HeldMemory.Share small = memory.share();
    assertThat(small.take(16_384)).isTrue();
    assertThat(small.take(1)).isFalse();
    all.release();
    assertThat(small.take(1)).isTrue();
    assertThat(all.take(1_000_000 - 16_385)).isTrue();
    assertThat(all.take(1)).isFalse();
  }

  /** One alone is read whatever it takes; the next one when that is done. */
  @Test
  void isForOneThatIsReadAfterTheOtherWhereThereIsNoRoomForBoth() throws Exception {
    memory.beginReading(60_000);
    memory.beginReading(60_000); // small ones do not count
    memory.beginReading(2_000_000);
    CountDownLatch began = new CountDownLatch(1);
    Thread next =
        new Thread(
            () -> {
              memory.beginReading(70_000);
              began.countDown();
              memory.endReading(70_000);
            });
    next.start();
    while (next.getState() != Thread.State.WAITING) {
      Thread.onSpinWait();
    }
    assertThat(began.getCount()).isEqualTo(1);
    memory.endReading(2_000_000);
    began.await();
    next.join();
  }
}
