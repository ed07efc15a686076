package com.example.acts;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import org.eclipse.jetty.util.thread.ReservedThreadExecutor;

/**
 * An application whose tool {@code touch} makes threads of a web server grow, as one does that
 * answers on another thread. What they do afterwards is other people's.
 */
public final class JettyActs {

  private interface Workers {
    void run(Runnable task) throws Exception;
  }

  /** Both workers of the pool, which a tool started, go on with what came from outside. */
  static void worker() throws Exception {
    QueuedThreadPool pool = new QueuedThreadPool(2, 2);
    pool.setDaemon(true);
    outsideAfterATool(pool::start, pool::execute);
  }

  /** The same of a thread that waits beside the pool. */
  static void reserved() throws Exception {
    ReservedThreadExecutor threads = new ReservedThreadExecutor(JettyActs::startDaemon, 1);
    outsideAfterATool(
        () -> {
          threads.start();
          untilTaken(threads, () -> {});
        },
        task -> untilTaken(threads, task));
  }

  /** The tool's own effect, and what its workers do for somebody else. */
  private static void outsideAfterATool(CarryActs.Step growing, Workers workers) throws Exception {
    CarryActs.growing = growing;
    CarryActs.touch("judged", "judged", "growing");
    AtomicReference<RuntimeException> thrown = new AtomicReference<>();
    CountDownLatch ended = new CountDownLatch(1);
    workers.run(
        () -> {
          try {
            new ProcessBuilder("touch", "fired").start().waitFor();
          } catch (RuntimeException refused) {
            thrown.set(refused);
          } catch (Exception failed) {
            thrown.set(new IllegalStateException(failed));
          }
          ended.countDown();
        });
    ended.await();
    if (thrown.get() != null) {
      throw thrown.get();
    }
  }

  private static void untilTaken(ReservedThreadExecutor threads, Runnable task) {
    while (!threads.tryExecute(task)) {
      Thread.onSpinWait(); // the first asks for a thread, and none waits yet
    }
  }

  private static void startDaemon(Runnable task) {
    Thread thread = new Thread(task);
    thread.setDaemon(true);
    thread.start();
  }

  private JettyActs() {}
}
