package com.example.acts;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jboss.threads.EnhancedQueueExecutor;
import org.jboss.threads.ViewExecutor;

/**
 * An application whose tool {@code touch} uses a pool of JBoss threads, or makes it grow. Each act
 * has a pool of its own.
 */
public final class JBossActs {

  /** The thread that a tool started goes on with what came from outside. */
  static void worker() throws Exception {
    EnhancedQueueExecutor pool = pool().build();
    Afterwards.outside(() -> pool.execute(() -> {}), pool::execute);
  }

  /** The same, of what was queued while the tool's own task ran. */
  static void queued() throws Exception {
    EnhancedQueueExecutor pool = pool().build();
    CompletableFuture<Object> ended = new CompletableFuture<>();
    Afterwards.tool(() -> blocked(pool, () -> {}));
    pool.execute(() -> ended.complete(Afterwards.touched("fired")));
    RELEASE.countDown();
    Afterwards.rethrown(ended);
  }

  /** What ends such a thread is nobody's either. */
  static void terminated() throws Exception {
    CompletableFuture<Object> ended = new CompletableFuture<>();
    EnhancedQueueExecutor pool =
        pool().setTerminationTask(() -> ended.complete(Afterwards.touched("fired"))).build();
    Afterwards.tool(() -> blocked(pool, () -> {}));
    pool.shutdown();
    RELEASE.countDown();
    Afterwards.rethrown(ended);
  }

  /** A task of the tool's on a thread that it starts, that waits, or that is busy. */
  static void own(String[] kind) throws Exception {
    EnhancedQueueExecutor pool = pool().build();
    String file = kind[0].startsWith("changed") ? "fired" : "judged";
    if (kind[0].endsWith("Queued")) {
      blocked(pool, () -> Afterwards.own(file, releasing(pool)));
    } else {
      if (kind[0].endsWith("Waiting")) {
        waiting(pool);
      }
      Afterwards.own(file, pool::execute);
    }
  }

  /** What a full pool hands on, here to whoever submits it. */
  static void rejected() throws Exception {
    EnhancedQueueExecutor pool =
        pool().setMaximumQueueSize(0).setHandoffExecutor(Runnable::run).build();
    blocked(pool, () -> Afterwards.own("fired", pool::execute));
    RELEASE.countDown();
  }

  /** A task of the tool's that was drained is run by somebody else, as himself. */
  static void drained() throws Exception {
    EnhancedQueueExecutor pool = pool().build();
    CompletableFuture<Object> ended = new CompletableFuture<>();
    blocked(
        pool,
        () ->
            Afterwards.tool(() -> pool.execute(() -> ended.complete(Afterwards.touched("fired")))));
    pool.shutdownNow().forEach(Runnable::run);
    RELEASE.countDown();
    Afterwards.rethrown(ended);
  }

  /** A task of the tool's that the pool's scheduler submits, once or again and again. */
  static void scheduled(String[] kind) throws Exception {
    EnhancedQueueExecutor pool = pool().build();
    pool.schedule(() -> {}, 1, TimeUnit.MILLISECONDS).get(); // it is there before
    String file = kind[0].startsWith("changed") ? "fired" : "judged";
    if (kind[0].endsWith("Again")) {
      AtomicInteger runs = new AtomicInteger();
      Afterwards.own(
          file,
          task ->
              pool.scheduleAtFixedRate(
                  () -> {
                    if (runs.incrementAndGet() == 2) {
                      task.run();
                    }
                  },
                  1,
                  1,
                  TimeUnit.MILLISECONDS));
    } else {
      Afterwards.own(file, task -> pool.schedule(task, 1, TimeUnit.MILLISECONDS));
    }
    pool.shutdownNow();
  }

  /** The scheduler that a tool was the first to need submits what others scheduled. */
  static void scheduler() throws Exception {
    EnhancedQueueExecutor pool = pool().build();
    Afterwards.outside(
        () -> pool.schedule(() -> {}, 1, TimeUnit.MILLISECONDS),
        task -> pool.schedule(task, 1, TimeUnit.MILLISECONDS));
  }

  /** In a view one task is handed on by the one before: the tool's by somebody else's. */
  static void view(String[] kind) throws Exception {
    Executor view = view(pool().build(), 1);
    String file = kind[0].startsWith("changed") ? "fired" : "judged";
    blocked(view, () -> Afterwards.own(file, releasing(view)));
  }

  /** Somebody else's by the tool's. */
  static void viewed() throws Exception {
    Executor view = view(pool().build(), 1);
    CompletableFuture<Object> ended = new CompletableFuture<>();
    Afterwards.tool(() -> blocked(view, () -> {}));
    view.execute(() -> ended.complete(Afterwards.touched("fired")));
    RELEASE.countDown();
    Afterwards.rethrown(ended);
  }

  /** What a full view refused to a tool is somebody else's when he submits it himself. */
  static void viewFull() throws Exception {
    Executor view = view(pool().build(), 0);
    CompletableFuture<Object> ended = new CompletableFuture<>();
    Runnable task = () -> ended.complete(Afterwards.touched("fired"));
    blocked(
        view,
        () ->
            Afterwards.tool(
                () -> {
                  try {
                    view.execute(task);
                  } catch (java.util.concurrent.RejectedExecutionException full) {
                    System.out.println("full");
                  }
                }));
    Executor other = view(pool().build(), 0);
    other.execute(task);
    RELEASE.countDown();
    Afterwards.rethrown(ended);
  }

  private static CountDownLatch RELEASE;

  /** While one task, begun before, keeps the only thread busy until {@link #RELEASE}. */
  private static void blocked(Executor pool, CarryActs.Step meanwhile) throws Exception {
    CountDownLatch release = new CountDownLatch(1);
    CountDownLatch begun = new CountDownLatch(1);
    RELEASE = release;
    pool.execute(
        () -> {
          begun.countDown();
          await(release);
        });
    begun.await();
    meanwhile.take();
  }

  private static Afterwards.Workers releasing(Executor pool) {
    return task -> {
      pool.execute(task);
      RELEASE.countDown();
    };
  }

  /** A thread that has nothing to do takes the next task from whoever submits it. */
  private static void waiting(EnhancedQueueExecutor pool) throws Exception {
    CompletableFuture<Thread> thread = new CompletableFuture<>();
    pool.execute(() -> thread.complete(Thread.currentThread()));
    while (thread.join().getState() != Thread.State.TIMED_WAITING
        && thread.join().getState() != Thread.State.WAITING) {
      Thread.onSpinWait();
    }
  }

  /** Whoever interrupts it: what is queued behind it stays there. */
  private static void await(CountDownLatch latch) {
    while (true) {
      try {
        latch.await();
        return;
      } catch (InterruptedException drained) {
        continue;
      }
    }
  }

  private static EnhancedQueueExecutor.Builder pool() {
    return new EnhancedQueueExecutor.Builder()
        .setCorePoolSize(1)
        .setMaximumPoolSize(1)
        .setThreadFactory(JBossActs::daemon);
  }

  private static Executor view(Executor pool, int queue) {
    return ViewExecutor.builder(pool).setMaxSize(1).setQueueLimit(queue).build();
  }

  private static Thread daemon(Runnable task) {
    Thread thread = new Thread(task);
    thread.setDaemon(true);
    return thread;
  }

  private JBossActs() {}
}
