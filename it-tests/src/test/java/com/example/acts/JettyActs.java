package com.example.acts;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.Consumer;
import org.eclipse.jetty.util.component.LifeCycle;
import org.eclipse.jetty.util.thread.ExecutionStrategy;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import org.eclipse.jetty.util.thread.ReservedThreadExecutor;
import org.eclipse.jetty.util.thread.VirtualThreadPool;
import org.eclipse.jetty.util.thread.strategy.AdaptiveExecutionStrategy;

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

  /** What looks for the work of a whole server is begun by a tool. */
  static void strategy() throws Exception {
    producing(JettyActs::startDaemon, ExecutionStrategy::dispatch);
  }

  /** The same, as a selector begins it. */
  static void selector() throws Exception {
    producing(JettyActs::startDaemon, strategy -> JettyActs.startDaemon(() -> strategy.produce()));
  }

  /** The same on virtual threads, each of which takes on what its starter carries. */
  static void virtual() throws Exception {
    Executor pool = virtualThreads();
    try {
      producing(pool, ExecutionStrategy::dispatch);
    } finally {
      LifeCycle.stop(pool); // a thread of it keeps the JVM alive
    }
  }

  /** Work of the tool's own on virtual threads is the tool's. */
  static void ownWork() throws Exception {
    Executor pool = virtualThreads();
    CompletableFuture<Object> ended = new CompletableFuture<>();
    CarryActs.growing =
        () -> {
          pool.execute(() -> ended.complete(fired()));
          ended.join();
        };
    try {
      CarryActs.touch("judged", "judged", "growing");
    } finally {
      LifeCycle.stop(pool);
    }
    if (ended.join() instanceof RuntimeException refused) {
      throw refused;
    }
  }

  /** No method has its type in its signature: Jetty 11 has no such pool. */
  private static Executor virtualThreads() {
    VirtualThreadPool pool = new VirtualThreadPool();
    LifeCycle.start(pool);
    return pool;
  }

  private static void producing(Executor threads, Consumer<ExecutionStrategy> begun)
      throws Exception {
    LinkedBlockingQueue<Runnable> work = new LinkedBlockingQueue<>();
    AdaptiveExecutionStrategy strategy = new AdaptiveExecutionStrategy(() -> next(work), threads);
    strategy.start();
    outsideAfterATool(() -> begun.accept(strategy), work::put);
  }

  private static Runnable next(LinkedBlockingQueue<Runnable> work) {
    try {
      return work.take();
    } catch (InterruptedException ended) {
      Thread.currentThread().interrupt();
      return null;
    }
  }

  /** The tool's own effect, and what its workers do for somebody else. */
  private static void outsideAfterATool(CarryActs.Step growing, Workers workers) throws Exception {
    CarryActs.growing = growing;
    CarryActs.touch("judged", "judged", "growing");
    CompletableFuture<Object> ended = new CompletableFuture<>();
    workers.run(() -> ended.complete(fired()));
    if (ended.join() instanceof RuntimeException refused) {
      throw refused;
    }
  }

  /** What came of an effect that no call has. */
  private static Object fired() {
    try {
      return new ProcessBuilder("touch", "fired").start().waitFor();
    } catch (RuntimeException refused) {
      return refused;
    } catch (Exception failed) {
      return new IllegalStateException(failed);
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
