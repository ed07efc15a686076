package com.example.acts;

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

  /** Both workers of the pool, which a tool started, go on with what came from outside. */
  static void worker() throws Exception {
    QueuedThreadPool pool = new QueuedThreadPool(2, 2);
    pool.setDaemon(true);
    Afterwards.outside(pool::start, pool::execute);
  }

  /** The same of a thread that waits beside the pool. */
  static void reserved() throws Exception {
    ReservedThreadExecutor threads = new ReservedThreadExecutor(JettyActs::startDaemon, 1);
    Afterwards.outside(
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
    try {
      Afterwards.own("fired", pool::execute);
    } finally {
      LifeCycle.stop(pool);
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
    Afterwards.outside(() -> begun.accept(strategy), work::put);
  }

  private static Runnable next(LinkedBlockingQueue<Runnable> work) {
    try {
      return work.take();
    } catch (InterruptedException ended) {
      Thread.currentThread().interrupt();
      return null;
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
