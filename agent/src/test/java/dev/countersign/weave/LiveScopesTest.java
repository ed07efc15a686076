package dev.countersign.weave;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.ref.Reference;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Scopes come and go, and are collected when it pleases the collector. */
@ExtendWith(NoScopes.class)
class LiveScopesTest {

  private static final int ROUNDS = 200;
  private static final int THREADS = 4;

  /** Without the mark being held by what this test has on its stack. */
  private static void collect(WeakReference<Object> mark) {
    while (mark.get() != null) {
      System.gc();
    }
  }

  @Test
  void thereIsOneFromTheFirstUntilTheLastIsCollected() {
    Object first = LiveScopes.mark();
    assertThat(LiveScopes.any()).isTrue();
    LiveScopes.look();
    Object second = LiveScopes.mark();
    assertThat(second).isNotSameAs(first);
    WeakReference<Object> ofFirst = new WeakReference<>(first);
    Reference.reachabilityFence(first);
    first = null;
    collect(ofFirst);
    LiveScopes.look();
    LiveScopes.look();
    assertThat(LiveScopes.any()).isTrue();
    WeakReference<Object> ofSecond = new WeakReference<>(second);
    Reference.reachabilityFence(second);
    second = null;
    collect(ofSecond);
    assertThat(LiveScopes.any()).isTrue();
    LiveScopes.look();
    assertThat(LiveScopes.any()).isFalse();
    assertThat(LiveScopes.EARLIER).isEmpty();
    Object third = LiveScopes.mark();
    assertThat(LiveScopes.any()).isTrue();
    Reference.reachabilityFence(third);
  }

  /** An old object is collected late. */
  @Test
  void whoComesAfterALookHasANewMark() {
    List<Object> held = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      held.add(LiveScopes.mark());
      held.add(LiveScopes.mark());
      LiveScopes.look();
    }
    assertThat(held).hasSize(10);
    assertThat(held.stream().distinct()).hasSize(5);
    assertThat(LiveScopes.EARLIER).hasSize(5);
  }

  @Test
  void whereAPreviewRanThereAlwaysIsOne() {
    collect(new WeakReference<>(LiveScopes.mark()));
    CheckCell.anyClosed = true;
    LiveScopes.look();
    assertThat(LiveScopes.any()).isTrue();
  }

  /** Whoever holds a mark sees that there is a scope, however many look at the same time. */
  @Test
  void isNeverDeniedToWhoHoldsAMark() throws Exception {
    AtomicInteger denied = new AtomicInteger();
    CountDownLatch ended = new CountDownLatch(THREADS);
    for (int i = 0; i < THREADS; i++) {
      new Thread(
              () -> {
                for (int round = 0; round < 100 * ROUNDS; round++) {
                  Object mark = LiveScopes.mark();
                  if (!LiveScopes.any()) {
                    denied.incrementAndGet();
                  }
                  Reference.reachabilityFence(mark);
                }
                ended.countDown();
              })
          .start();
    }
    int round = 0;
    while (ended.getCount() > 0) {
      LiveScopes.look();
      if (++round % ROUNDS == 0) {
        System.gc();
      }
    }
    assertThat(denied).hasValue(0);
  }
}
