package com.example.acts;

import java.util.List;
import java.util.Timer;
import java.util.TimerTask;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Flow;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinTask;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RecursiveAction;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.SubmissionPublisher;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

/**
 * An application whose tool {@code touch} starts its process on another thread. It may start {@code
 * touch FILE} for its first argument; the second says what it really starts.
 */
public final class CarryActs {

  /** Started before any tool runs, so its worker carries nothing of a tool. */
  private static final ExecutorService EARLIER =
      Executors.newSingleThreadExecutor(CarryActs::daemon);

  /** Made to grow by a tool, so its worker is started in the tool's scope. */
  private static final ExecutorService GROWN = Executors.newSingleThreadExecutor(CarryActs::daemon);

  /** Work for a thread that no tool started and that takes it in a way nobody follows. */
  private static final LinkedBlockingQueue<Runnable> OUTSIDE = new LinkedBlockingQueue<>();

  static {
    EARLIER.execute(() -> {});
    daemon(
            () -> {
              while (true) {
                taken(OUTSIDE).run();
              }
            })
        .start();
  }

  /** The tool starts what it may, in that way. */
  static void honest(String[] way) throws Exception {
    touch("judged", "judged", way[0]);
  }

  /** The tool starts something else, in that way. */
  static void changed(String[] way) throws Exception {
    touch("judged", "fired", way[0]);
  }

  /** A worker that a tool started runs a task that was submitted outside the tool. */
  static void submittedOutside() throws Exception {
    touch("judged", "judged", "grown");
    Callable<Void> body =
        () -> {
          start("fired");
          return null;
        };
    unwrapped(GROWN.submit(body));
  }

  /** The same task object is queued by a tool and then from outside, before it runs once. */
  static void sameTaskTwice() throws Exception {
    AtomicInteger runs = new AtomicInteger();
    AtomicReference<Throwable> thrown = new AtomicReference<>();
    CountDownLatch ran = new CountDownLatch(2);
    SAME_TASK =
        () -> {
          try {
            if (runs.getAndIncrement() == 1) {
              start("fired");
            }
          } catch (Exception refused) {
            thrown.set(refused);
          }
          ran.countDown();
        };
    touch("judged", "judged", "sameTask");
    EARLIER.execute(SAME_TASK);
    GATE.countDown();
    ran.await();
    if (thrown.get() instanceof SecurityException refused) {
      throw refused;
    }
  }

  /** Tools rest until nothing is left of the last one; then one starts something else. */
  static void rested() throws Exception {
    touch("judged", "judged", "supplyAsync");
    System.gc();
    Thread.sleep(RESTING_MILLIS);
    touch("judged", "fired", "supplyAsync");
  }

  /** The agent looks every two seconds whether anything is left of a call. */
  private static final long RESTING_MILLIS = 5_000;

  /** What a tool submits is discarded; the same task is queued from outside later. */
  static void rejectedBefore() throws Exception {
    AtomicReference<Throwable> thrown = new AtomicReference<>();
    CountDownLatch ran = new CountDownLatch(1);
    SAME_TASK =
        () -> {
          try {
            start("fired");
          } catch (Exception refused) {
            thrown.set(refused);
          }
          ran.countDown();
        };
    CountDownLatch full = new CountDownLatch(1);
    DISCARDING.execute(() -> await(full));
    DISCARDING.execute(() -> {});
    touch("judged", "judged", "rejected");
    full.countDown();
    while (DISCARDING.getCompletedTaskCount() < 2) {
      Thread.onSpinWait();
    }
    DISCARDING.execute(SAME_TASK);
    ran.await();
    if (thrown.get() instanceof SecurityException refused) {
      throw refused;
    }
  }

  private static final ThreadPoolExecutor DISCARDING =
      new ThreadPoolExecutor(
          1,
          1,
          0,
          TimeUnit.SECONDS,
          new LinkedBlockingQueue<>(1),
          CarryActs::daemon,
          new ThreadPoolExecutor.DiscardPolicy());

  /** A tool completes what others wait for. */
  static void registeredOutside() throws Exception {
    CompletableFuture<Void> source = new CompletableFuture<>();
    CompletableFuture<Void> then = source.thenApply(nothing -> call(FIRING));
    completedByTool(source, then);
  }

  /** The same, of what waits behind something else that waits: who completes moves it. */
  static void registeredBehind() throws Exception {
    CompletableFuture<Void> source = new CompletableFuture<>();
    CompletableFuture<Void> between = source.thenApply(nothing -> nothing);
    CompletableFuture<Void> then = between.thenApply(nothing -> call(FIRING));
    between.thenRun(() -> {});
    completedByTool(source, then);
  }

  /**
   * The same, where an executor of the application's own runs it, on a thread that a tool started.
   */
  static void registeredAsync() throws Exception {
    LinkedBlockingQueue<Runnable> tasks = new LinkedBlockingQueue<>();
    growing =
        () ->
            daemon(
                    () -> {
                      while (true) {
                        taken(tasks).run();
                      }
                    })
                .start();
    touch("judged", "judged", "growing");
    CompletableFuture<Void> source = new CompletableFuture<>();
    CompletableFuture<Void> then = source.thenApplyAsync(nothing -> call(FIRING), tasks::add);
    source.complete(null);
    unwrapped(then);
  }

  private static void completedByTool(CompletableFuture<Void> source, CompletableFuture<Void> then)
      throws Exception {
    growing = () -> source.complete(null);
    touch("judged", "judged", "meanwhile");
    unwrapped(then);
  }

  /** A tool waits for what was forked before it, and its thread runs it. */
  static void forkedOutside() throws Exception {
    unwrapped(
        new ForkJoinPool(1)
            .submit(
                () -> {
                  ForkJoinTask<Void> forked = action(FIRING).fork();
                  growing = forked::quietlyJoin;
                  touch("judged", "judged", "meanwhile");
                  unwrapped(forked);
                  return null;
                }));
  }

  private static final Callable<Void> FIRING =
      () -> {
        start("fired");
        return null;
      };

  /** What the tool does besides. */
  interface Step {
    void take() throws Exception;
  }

  static Step growing;

  private static Runnable SAME_TASK;
  private static final CountDownLatch GATE = new CountDownLatch(1);

  /** Queues, {@code remove} and rejection handlers see the objects that the application knows. */
  static void ownObjects() throws Exception {
    touch("judged", "judged", "ownObjects");
  }

  static void touch(String file, String argument, String way) throws Exception {
    Callable<Void> body =
        () -> {
          start(argument);
          return null;
        };
    Runnable plain = () -> call(body);
    switch (way) {
      case "thread":
        joined(new Thread(recording(plain)));
        break;
      case "virtualThread":
        joined(virtual(recording(plain)));
        break;
      case "virtualExecutor":
        ended(
            (ExecutorService)
                Executors.class.getMethod("newVirtualThreadPerTaskExecutor").invoke(null),
            body);
        break;
      case "pool":
        ended(Executors.newFixedThreadPool(2), body);
        break;
      case "earlierPool":
        unwrapped(EARLIER.submit(body));
        break;
      case "execute":
        executed(Executors.newFixedThreadPool(1), plain);
        break;
      case "invokeAll":
        ExecutorService all = Executors.newCachedThreadPool();
        Future<Void> only = all.invokeAll(List.of(body)).get(0);
        all.shutdown();
        unwrapped(only);
        break;
      case "callerRuns":
        ThreadPoolExecutor closed =
            new ThreadPoolExecutor(1, 1, 0, TimeUnit.SECONDS, new LinkedBlockingQueue<>());
        closed.setRejectedExecutionHandler((task, pool) -> task.run());
        closed.shutdown();
        unwrapped(closed.submit(body));
        break;
      case "scheduled":
        ScheduledExecutorService later = Executors.newScheduledThreadPool(1);
        Future<Void> scheduled = later.schedule(body, 1, TimeUnit.MILLISECONDS);
        later.shutdown();
        unwrapped(scheduled);
        break;
      case "scheduledExecute":
        executed(Executors.newScheduledThreadPool(1), plain);
        break;
      case "periodic":
        ScheduledExecutorService periods = Executors.newScheduledThreadPool(1);
        try {
          periodic(periods::scheduleAtFixedRate, body);
        } finally {
          periods.shutdown();
        }
        break;
      case "forkJoin":
        unwrapped(ForkJoinPool.commonPool().submit(body));
        break;
      case "forkJoinExecute":
        executed(new ForkJoinPool(1), plain);
        break;
      case "fork":
        unwrapped(action(body).fork());
        break;
      case "invoke":
        action(body).invoke();
        break;
      case "quietlyInvoke":
        ForkJoinTask<Void> quiet = action(body);
        quiet.quietlyInvoke();
        unwrapped(quiet);
        break;
      case "invokeTwo":
        ForkJoinTask.invokeAll(action(body), action(CarryActs::nothing));
        break;
      case "invokeSeveral":
        ForkJoinTask.invokeAll(
            action(body), action(CarryActs::nothing), action(CarryActs::nothing));
        break;
      case "invokeCollection":
        ForkJoinTask.invokeAll(List.of(action(body), action(CarryActs::nothing)));
        break;
      case "invokeInPool":
        ForkJoinPool.commonPool().invoke(action(() -> action(body).invoke()));
        break;
      case "parallelStream":
        List.of(1, 2, 3, 4, 5, 6, 7, 8).parallelStream()
            .filter(i -> i == 7)
            .forEach(i -> call(body));
        break;
      case "supplyAsync":
        unwrapped(CompletableFuture.supplyAsync(() -> call(body)));
        break;
      case "runAsync":
        unwrapped(CompletableFuture.runAsync(plain));
        break;
      case "runAsyncElsewhere":
        unwrapped(CompletableFuture.runAsync(plain, EARLIER));
        break;
      case "thenApply":
        completed(new CompletableFuture<Void>(), body, false);
        break;
      case "thenApplyAsync":
        completed(new CompletableFuture<Void>(), body, true);
        break;
      case "thenApplyQueued":
        queued(new CompletableFuture<Void>(), body);
        break;
      case "thenApplyDone":
        unwrapped(CompletableFuture.completedFuture(null).thenApply(nothing -> call(body)));
        break;
      case "thenApplyDoneQueued":
        queued(CompletableFuture.completedFuture(null), body);
        break;
      case "thenCombine":
        CompletableFuture<Void> one = new CompletableFuture<>();
        CompletableFuture<Void> two = new CompletableFuture<>();
        CompletableFuture<Void> both = one.thenCombine(two, (left, right) -> call(body));
        OUTSIDE.add(() -> one.complete(null));
        OUTSIDE.add(() -> two.complete(null));
        unwrapped(both);
        break;
      case "applyToEither":
        CompletableFuture<Void> never = new CompletableFuture<>();
        CompletableFuture<Void> first = new CompletableFuture<>();
        CompletableFuture<Void> either = never.applyToEither(first, nothing -> call(body));
        OUTSIDE.add(() -> first.complete(null));
        unwrapped(either);
        break;
      case "completeAsync":
        unwrapped(new CompletableFuture<Void>().completeAsync(() -> call(body), EARLIER));
        break;
      case "publisher":
        published(plain);
        break;
      case "beforeExecute":
        inPoolsHook(plain);
        break;
      case "queuedByHandler":
        queuedByHandler(plain);
        break;
      case "periodicForkJoin":
        periodic(scheduling(ForkJoinPool.commonPool())::scheduleAtFixedRate, body);
        break;
      case "delayedForkJoin":
        periodic(scheduling(ForkJoinPool.commonPool())::scheduleWithFixedDelay, body);
        break;
      case "timer":
        timer(plain);
        break;
      case "grown":
        unwrapped(GROWN.submit(body));
        break;
      case "growing":
        start(argument);
        growing.take();
        break;
      case "meanwhile":
        growing.take();
        start(argument);
        break;
      case "rejected":
        start(argument);
        DISCARDING.execute(SAME_TASK);
        break;
      case "sameTask":
        EARLIER.execute(CarryActs::awaitGate);
        EARLIER.execute(SAME_TASK);
        break;
      case "ownObjects":
        ownObjectsInPool();
        break;
      default:
        throw new IllegalArgumentException(way);
    }
  }

  private static void start(String file) throws Exception {
    new ProcessBuilder("touch", file).start().waitFor();
  }

  private static Void call(Callable<Void> body) {
    try {
      return body.call();
    } catch (RuntimeException thrown) {
      throw thrown;
    } catch (Exception checked) {
      throw new IllegalStateException(checked);
    }
  }

  private static final AtomicReference<RuntimeException> RECORDED = new AtomicReference<>();

  private static Runnable recording(Runnable task) {
    return () -> {
      try {
        task.run();
      } catch (RuntimeException thrown) {
        RECORDED.set(thrown);
      }
    };
  }

  private static void joined(Thread thread) throws InterruptedException {
    if (thread.getState() == Thread.State.NEW) {
      thread.start();
    }
    thread.join();
    rethrowRecorded();
  }

  private static void rethrowRecorded() {
    RuntimeException recorded = RECORDED.getAndSet(null);
    if (recorded != null) {
      throw recorded;
    }
  }

  private static Thread virtual(Runnable task) throws Exception {
    return (Thread) Thread.class.getMethod("startVirtualThread", Runnable.class).invoke(null, task);
  }

  private static void ended(ExecutorService executor, Callable<Void> body) throws Exception {
    try {
      unwrapped(executor.submit(body));
    } finally {
      executor.shutdown();
    }
  }

  private static void executed(ExecutorService executor, Runnable body) throws Exception {
    CountDownLatch ended = new CountDownLatch(1);
    Runnable recording = recording(body);
    executor.execute(
        () -> {
          recording.run();
          ended.countDown();
        });
    ended.await();
    executor.shutdown();
    rethrowRecorded();
  }

  /** The second run counts: the first was submitted by the tool, the second by the pool itself. */
  private static void periodic(Periods pool, Callable<Void> body) throws Exception {
    CountDownLatch ended = new CountDownLatch(2);
    ScheduledFuture<?> future =
        pool.schedule(
            () -> {
              ended.countDown();
              if (ended.getCount() == 0) {
                recording(() -> call(body)).run();
                throw new IllegalStateException("enough");
              }
            },
            1,
            1,
            TimeUnit.MILLISECONDS);
    try {
      future.get();
    } catch (ExecutionException enough) {
      rethrowRecorded();
    }
  }

  /** How a pool is told to do something again and again. */
  private interface Periods {
    ScheduledFuture<?> schedule(Runnable task, long initial, long period, TimeUnit unit);
  }

  /** From JDK 25 on it is one. */
  private static ScheduledExecutorService scheduling(Object forkJoinPool) {
    return (ScheduledExecutorService) forkJoinPool;
  }

  /** On the pool's thread, before a task of the tool's. */
  private static void inPoolsHook(Runnable body) throws Exception {
    Runnable recording = recording(body);
    ThreadPoolExecutor pool =
        new ThreadPoolExecutor(1, 1, 0, TimeUnit.SECONDS, new LinkedBlockingQueue<>()) {
          @Override
          protected void beforeExecute(Thread worker, Runnable task) {
            if (task == HOOKED) {
              recording.run();
            }
          }
        };
    pool.execute(() -> {});
    pool.execute(HOOKED);
    pool.shutdown();
    pool.awaitTermination(1, TimeUnit.MINUTES);
    rethrowRecorded();
  }

  private static final Runnable HOOKED = () -> {};

  /** A pool that makes whoever submits too much wait for room. */
  private static void queuedByHandler(Runnable body) throws Exception {
    LinkedBlockingQueue<Runnable> queue = new LinkedBlockingQueue<>(1);
    CountDownLatch rejected = new CountDownLatch(1);
    ThreadPoolExecutor pool =
        new ThreadPoolExecutor(
            1,
            1,
            0,
            TimeUnit.SECONDS,
            queue,
            (task, executor) -> {
              rejected.countDown();
              put(queue, task);
            });
    pool.execute(() -> await(rejected));
    pool.execute(() -> {});
    executed(pool, body);
  }

  private static void put(LinkedBlockingQueue<Runnable> queue, Runnable task) {
    try {
      queue.put(task);
    } catch (InterruptedException interrupted) {
      throw new IllegalStateException(interrupted);
    }
  }

  /** Somebody else publishes. */
  private static void published(Runnable body) throws Exception {
    CountDownLatch subscribed = new CountDownLatch(1);
    CountDownLatch ended = new CountDownLatch(1);
    Runnable recording = recording(body);
    SubmissionPublisher<String> publisher = new SubmissionPublisher<>();
    publisher.subscribe(
        new Flow.Subscriber<>() {
          @Override
          public void onSubscribe(Flow.Subscription subscription) {
            subscription.request(1);
            subscribed.countDown();
          }

          @Override
          public void onNext(String item) {
            recording.run();
            ended.countDown();
          }

          @Override
          public void onError(Throwable failure) {}

          @Override
          public void onComplete() {}
        });
    subscribed.await();
    OUTSIDE.add(() -> publisher.submit("one"));
    ended.await();
    rethrowRecorded();
  }

  private static Void nothing() {
    return null;
  }

  private static ForkJoinTask<Void> action(Callable<Void> body) {
    return new RecursiveAction() {
      private static final long serialVersionUID = 1L;

      @Override
      protected void compute() {
        call(body);
      }
    };
  }

  /** On a thread that no tool started, from a queue that nobody but the application knows. */
  private static void queued(CompletableFuture<Void> source, Callable<Void> body) throws Exception {
    LinkedBlockingQueue<Runnable> tasks = new LinkedBlockingQueue<>();
    OUTSIDE.add(() -> taken(tasks).run());
    CompletableFuture<Void> then = source.thenApplyAsync(nothing -> call(body), tasks::add);
    source.complete(null);
    unwrapped(then);
  }

  private static Runnable taken(LinkedBlockingQueue<Runnable> tasks) {
    try {
      return tasks.take();
    } catch (InterruptedException interrupted) {
      throw new IllegalStateException(interrupted);
    }
  }

  private static void completed(CompletableFuture<Void> source, Callable<Void> body, boolean async)
      throws Exception {
    CompletableFuture<Void> then =
        async
            ? source.thenApplyAsync(nothing -> call(body))
            : source.thenApply(nothing -> call(body));
    OUTSIDE.add(() -> source.complete(null));
    unwrapped(then);
  }

  private static void timer(Runnable body) throws Exception {
    Timer timer = new Timer(true);
    CountDownLatch ended = new CountDownLatch(1);
    Runnable recording = recording(body);
    timer.schedule(
        new TimerTask() {
          @Override
          public void run() {
            recording.run();
            ended.countDown();
          }
        },
        1);
    ended.await();
    timer.cancel();
    rethrowRecorded();
  }

  private static void ownObjectsInPool() throws Exception {
    LinkedBlockingQueue<Runnable> queue = new LinkedBlockingQueue<>(1);
    AtomicReference<Runnable> rejected = new AtomicReference<>();
    ThreadPoolExecutor pool =
        new ThreadPoolExecutor(
            1, 1, 0, TimeUnit.SECONDS, queue, (task, executor) -> rejected.set(task));
    CountDownLatch release = new CountDownLatch(1);
    pool.execute(() -> await(release));
    Runnable queued = () -> {};
    Runnable third = () -> {};
    pool.execute(queued);
    pool.execute(third);
    System.out.println("queued is mine: " + (queue.peek() == queued));
    System.out.println("rejected is mine: " + (rejected.get() == third));
    System.out.println("removed: " + pool.remove(queued));
    release.countDown();
    pool.shutdown();
  }

  private static void awaitGate() {
    await(GATE);
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private static void unwrapped(Future<?> future) throws Exception {
    try {
      future.get();
    } catch (ExecutionException thrown) {
      Throwable cause = thrown;
      while (cause.getCause() != null) {
        cause = cause.getCause();
      }
      if (cause instanceof SecurityException refused) {
        throw refused;
      }
      throw thrown;
    }
  }

  private static Thread daemon(Runnable worker) {
    Thread thread = new Thread(worker);
    thread.setDaemon(true);
    return thread;
  }

  private CarryActs() {}
}
