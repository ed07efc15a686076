package dev.countersign.scope;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.ref.WeakReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class AttemptsTest {

  private final Attempts attempts = new Attempts();

  @Test
  void countsEachIdFromOne() {
    String endless = "x".repeat(1 << 16);

    assertThat(attempts.next("a")).isEqualTo(1);
    assertThat(attempts.next(endless)).isEqualTo(1);
    assertThat(attempts.next("a")).isEqualTo(2);
    assertThat(attempts.next(endless)).isEqualTo(2);
    assertThat(attempts.next(endless + 'x')).isEqualTo(1);
  }

  /** Whoever makes ids up does not fill the memory with them. */
  @Test
  @Timeout(30)
  void aLongIdIsNotKept() throws InterruptedException {
    WeakReference<String> endless = new WeakReference<>("x".repeat(1 << 16));
    attempts.next(endless.get());

    while (endless.get() != null) {
      System.gc();
      Thread.sleep(10);
    }
    assertThat(attempts.next("x".repeat(1 << 16))).isEqualTo(2);
  }
}
