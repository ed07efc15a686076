package dev.countersign.sink.http.netty;

import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * Threads on which held requests are judged: an event loop does not wait for a file to be written.
 * There are none before the first request, and none for long after the last.
 */
final class Judges {

  /** Those who wait for the books at the same time share one write of them. */
  private static final int THREADS = 8;

  private static final int IDLE_SECONDS = 10;

  private final ThreadPoolExecutor threads;

  Judges() {
    threads =
        new ThreadPoolExecutor(
            THREADS,
            THREADS,
            IDLE_SECONDS,
            TimeUnit.SECONDS,
            new LinkedBlockingQueue<>(),
            work -> {
              Thread thread = new Thread(null, work, "countersign-send", 0, false);
              thread.setDaemon(true);
              thread.setContextClassLoader(null);
              return thread;
            });
    threads.allowCoreThreadTimeOut(true);
  }

  void judge(Runnable one) {
    threads.execute(one);
  }
}
