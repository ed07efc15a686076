package com.example.acts;

import io.vertx.core.AbstractVerticle;
import io.vertx.core.Context;
import io.vertx.core.DeploymentOptions;
import io.vertx.core.ThreadingModel;
import io.vertx.core.Vertx;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;

/**
 * An application whose tool {@code touch} leaves work to a context of Vert.x, where one task runs
 * after the other: in one go, for which whoever came first handed the queue to a pool.
 */
public final class VertxActs {

  private static final Vertx VERTX = Vertx.vertx();

  /** The tool's task behind somebody else's. */
  static void own(String[] kind) throws Exception {
    behind(queue(kind[0]), kind[0].startsWith("changed") ? "fired" : "judged");
  }

  /** Somebody else's behind the tool's. */
  static void outside(String[] kind) throws Exception {
    Afterwards.Workers queue = queue(kind[0]);
    CountDownLatch release = new CountDownLatch(1);
    Afterwards.tool(() -> queue.run(() -> await(release)));
    CompletableFuture<Object> ended = new CompletableFuture<>();
    queue.run(() -> ended.complete(Afterwards.touched("fired")));
    release.countDown();
    Afterwards.rethrown(ended);
  }

  /** A call's behind another call's, each with its own effect. */
  static void another(String[] kind) throws Exception {
    Afterwards.Workers queue = queue(kind[0]);
    CountDownLatch release = new CountDownLatch(1);
    CompletableFuture<Object> ended = new CompletableFuture<>();
    CarryActs.growing = () -> queue.run(() -> await(release));
    CarryActs.touch("first", "first", "growing");
    CarryActs.growing =
        () -> {
          queue.run(() -> ended.complete(Afterwards.touched("judged")));
          release.countDown();
          ended.join();
        };
    CarryActs.touch("judged", "judged", "growing");
    Afterwards.rethrown(ended);
  }

  /** The last act. */
  static void close() {
    VERTX.close().toCompletionStage().toCompletableFuture().join();
  }

  private static void behind(Afterwards.Workers queue, String file) throws Exception {
    CountDownLatch release = new CountDownLatch(1);
    queue.run(() -> await(release));
    Afterwards.own(
        file,
        task -> {
          queue.run(task);
          release.countDown();
        });
  }

  private static Afterwards.Workers queue(String kind) {
    if (kind.endsWith("Worker")) {
      Context worker = worker();
      return task -> worker.runOnContext(nothing -> task.run());
    }
    Context context = VERTX.getOrCreateContext();
    return task ->
        context.executeBlocking(
            () -> {
              task.run();
              return null;
            });
  }

  private static Context worker() {
    Worker.deployed = new CompletableFuture<>();
    VERTX.deployVerticle(
        Worker.class.getName(), new DeploymentOptions().setThreadingModel(ThreadingModel.WORKER));
    return Worker.deployed.join();
  }

  /** Its context has threads that may wait. */
  public static final class Worker extends AbstractVerticle {

    private static CompletableFuture<Context> deployed;

    @Override
    public void start() {
      deployed.complete(context);
    }
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException ended) {
      Thread.currentThread().interrupt();
    }
  }

  private VertxActs() {}
}
