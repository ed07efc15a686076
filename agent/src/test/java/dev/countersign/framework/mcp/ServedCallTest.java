package dev.countersign.framework.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class ServedCallTest {

  /** Two that were both the first would be one body to the sink, which is asked for one. */
  @Test
  void oneOfManyThreadsIsTheFirst() throws InterruptedException {
    for (int round = 0; round < 200; round++) {
      ServedCall call = new ServedCall(null, String.class, true, null);
      AtomicInteger first = new AtomicInteger();
      CountDownLatch ready = new CountDownLatch(1);
      Thread[] threads = new Thread[4];
      for (int i = 0; i < threads.length; i++) {
        threads[i] =
            new Thread(
                () -> {
                  try {
                    ready.await();
                  } catch (InterruptedException ended) {
                    throw new IllegalStateException(ended);
                  }
                  if (call.hand()) {
                    first.getAndIncrement();
                  }
                });
        threads[i].start();
      }
      ready.countDown();
      for (Thread thread : threads) {
        thread.join();
      }
      assertThat(first).hasValue(1);
    }
  }
}
