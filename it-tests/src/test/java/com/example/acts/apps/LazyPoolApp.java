package com.example.acts.apps;

import com.example.acts.Act;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.LinkedBlockingQueue;

/**
 * Threads that a tool call happens to create and later calls, and the application outside any call,
 * use again.
 */
public final class LazyPoolApp {

  /** Made with the class, which the first call needs. */
  private static final class Workers {
    static final ExecutorService POOL = Executors.newFixedThreadPool(1, Workers::daemon);

    private static Thread daemon(Runnable worker) {
      Thread thread = new Thread(worker, "worker");
      thread.setDaemon(true);
      return thread;
    }
  }

  public static void main(String[] arguments) throws Exception {
    Act.perform(LazyPoolApp.class, arguments);
  }

  /** A worker with a queue of its own, started with the application. */
  private static final class Scribe extends Thread {
    private static final BlockingQueue<FutureTask<Integer>> WORK = new LinkedBlockingQueue<>();

    Scribe() {
      setDaemon(true);
    }

    @Override
    public void run() {
      try {
        while (true) {
          WORK.take().run();
        }
      } catch (InterruptedException ended) {
        Thread.currentThread().interrupt();
      }
    }

    static int write(String file) throws Exception {
      FutureTask<Integer> task = new FutureTask<>(() -> Desk.run("touch", file));
      WORK.add(task);
      return task.get();
    }
  }

  static void application() throws Exception {
    new Scribe().start();
    System.out.println(Desk.call("convert", arguments("judged"), () -> convert("judged")));
    System.out.println(Desk.call("convert", arguments("second"), () -> convert("second")));
    System.out.println("outside: " + Workers.POOL.submit(() -> Desk.run("true")).get());
    System.out.println(
        "outside: " + CompletableFuture.supplyAsync(LazyPoolApp::housekeeping).get());
    System.out.println(Desk.call("convert", arguments("third"), () -> convert("third")));
    Desk.attack("convert", arguments("asked"), () -> convert("asked"));
  }

  private static String arguments(String file) {
    return "{\"file\": \"" + file + "\"}";
  }

  /** The tool: a process of the scribe, one on the pool, one on the common pool. */
  static String convert(String file) throws Exception {
    int written = Scribe.write(file + ".log");
    Future<Integer> first = Workers.POOL.submit(() -> Desk.run("touch", file));
    try {
      return Thread.currentThread().getName()
          + ": "
          + written
          + first.get()
          + CompletableFuture.supplyAsync(LazyPoolApp::housekeeping)
              .thenApplyAsync(code -> code + 1)
              .get();
    } catch (ExecutionException failed) {
      if (failed.getCause() instanceof SecurityException refused) {
        throw refused;
      }
      throw failed;
    }
  }

  private static int housekeeping() {
    try {
      return Desk.run("true");
    } catch (Exception failed) {
      throw new IllegalStateException(failed);
    }
  }

  private LazyPoolApp() {}
}
