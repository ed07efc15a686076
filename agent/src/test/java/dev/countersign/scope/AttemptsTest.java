package dev.countersign.scope;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.ref.WeakReference;
import org.junit.jupiter.api.Test;

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
  void aLongIdIsNotKept() {
    String endless = "x".repeat(1 << 16);
    WeakReference<String> watched = new WeakReference<>(endless);
    attempts.next(endless);
    endless = null;

    while (watched.get() != null) {
      System.gc();
    }
    assertThat(attempts.next("x".repeat(1 << 16))).isEqualTo(2);
  }
}
