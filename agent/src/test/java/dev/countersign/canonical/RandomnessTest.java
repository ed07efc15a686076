package dev.countersign.canonical;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

class RandomnessTest {

  @Test
  void everyByteOfEveryLengthIsDrawn() {
    for (int length : new int[] {1, 15, 16, 255, 256, 257, 1000}) {
      byte[] any = new byte[length];
      for (int round = 0; round < 64; round++) {
        byte[] drawn = new byte[length];
        Randomness.fill(drawn);
        for (int i = 0; i < length; i++) {
          any[i] |= drawn[i];
        }
      }
      // A byte that stays zero in 64 rounds was not drawn.
      assertThat(any).doesNotContain(0);
    }
  }

  @Test
  void threadsShareNothing() throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(4);
    try {
      Callable<Set<Long>> draws =
          () -> {
            Set<Long> drawn = new HashSet<>();
            for (int i = 0; i < 5_000; i++) {
              drawn.add(Randomness.nextLong());
            }
            return drawn;
          };
      List<Future<Set<Long>>> all = new ArrayList<>();
      for (int i = 0; i < 4; i++) {
        all.add(threads.submit(draws));
      }
      Set<Long> distinct = new HashSet<>();
      for (Future<Set<Long>> one : all) {
        distinct.addAll(one.get());
      }
      assertThat(distinct).hasSize(20_000);
    } finally {
      threads.shutdownNow();
    }
  }
}
