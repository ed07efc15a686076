package com.example.acts;

import io.netty.util.concurrent.DefaultEventExecutor;
import io.netty.util.concurrent.EventExecutor;
import io.netty.util.concurrent.ImmediateEventExecutor;
import io.netty.util.concurrent.Promise;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;

/**
 * An application whose tool {@code touch} and others listen to the same promises of Netty. The tool
 * may start {@code touch FILE} for its first argument; the second says what it really starts.
 */
public final class PromiseActs {

  /** Runs its listeners on the thread that completes it. */
  private static final Promise<String> IMMEDIATE = ImmediateEventExecutor.INSTANCE.newPromise();

  private static final EventExecutor LOOP =
      new DefaultEventExecutor(
          task -> {
            Thread thread = new Thread(task);
            thread.setDaemon(true);
            return thread;
          });

  /** Runs them on its loop. */
  private static final Promise<String> ON_LOOP = LOOP.newPromise();

  /** What others do, who listen since before any tool ran. */
  private static final CompletableFuture<Void> OTHERS_IMMEDIATE = copying(IMMEDIATE, "immediate");

  private static final CompletableFuture<Void> OTHERS_ON_LOOP = copying(ON_LOOP, "onLoop");

  /** The tool listens, somebody outside completes; the tool starts what it may, in that way. */
  static void honest(String[] way) throws Exception {
    touch("judged", "judged", way[0]);
  }

  /** The same, and it starts something else. */
  static void changed(String[] way) throws Exception {
    touch("judged", "fired", way[0]);
  }

  /** Others listened first, the tool listens as well, and completes. */
  static void listenedBefore() throws Exception {
    touch("judged", "judged", "completes");
    unwrapped(OTHERS_IMMEDIATE);
  }

  /** The same, on a loop. */
  static void listenedBeforeOnLoop() throws Exception {
    touch("judged", "judged", "completesOnLoop");
    unwrapped(OTHERS_ON_LOOP);
  }

  /** The tool listens first, others when it is over, and complete. */
  static void listenedAfter() throws Exception {
    Promise<String> promise = ImmediateEventExecutor.INSTANCE.newPromise();
    left = promise;
    touch("judged", "judged", "leaves");
    CompletableFuture<Void> others = copying(promise, "after");
    promise.setSuccess("done");
    unwrapped(others);
  }

  private static Promise<String> left;

  static {
    Outside.start();
  }

  static void touch(String file, String argument, String way) throws Exception {
    switch (way) {
      case "immediate":
        heardFromOutside(ImmediateEventExecutor.INSTANCE.newPromise(), argument);
        break;
      case "onLoop":
        heardFromOutside(LOOP.newPromise(), argument);
        break;
      case "several":
        Promise<String> promise = LOOP.newPromise();
        promise.addListener(heard -> {});
        promise.addListener(heard -> {});
        heardFromOutside(promise, argument);
        break;
      case "done":
        unwrapped(touching(LOOP.<String>newPromise().setSuccess("done"), argument));
        break;
      case "completes":
        completes(IMMEDIATE, argument);
        break;
      case "completesOnLoop":
        completes(ON_LOOP, argument);
        break;
      case "leaves":
        left.addListener(heard -> {});
        new ProcessBuilder("touch", argument).start().waitFor();
        break;
      default:
        throw new IllegalArgumentException(way);
    }
  }

  private static void completes(Promise<String> promise, String argument) throws Exception {
    CompletableFuture<Void> touched = touching(promise, argument);
    promise.setSuccess("done");
    unwrapped(touched);
  }

  private static void heardFromOutside(Promise<String> promise, String argument) throws Exception {
    CompletableFuture<Void> touched = touching(promise, argument);
    Outside.run(() -> promise.setSuccess("done"));
    unwrapped(touched);
  }

  private static CompletableFuture<Void> touching(Promise<String> promise, String argument) {
    return starting(promise, "touch", argument);
  }

  /** What no tool is declared to do. */
  private static CompletableFuture<Void> copying(Promise<String> promise, String file) {
    return starting(promise, "cp", "/dev/null", file);
  }

  private static CompletableFuture<Void> starting(Promise<String> promise, String... command) {
    CompletableFuture<Void> started = new CompletableFuture<>();
    promise.addListener(
        heard -> {
          try {
            new ProcessBuilder(command).start().waitFor();
            started.complete(null);
          } catch (Exception | Error thrown) {
            started.completeExceptionally(thrown);
          }
        });
    return started;
  }

  private static void unwrapped(CompletableFuture<Void> future) throws Exception {
    try {
      future.get();
    } catch (ExecutionException failed) {
      if (failed.getCause() instanceof RuntimeException thrown) {
        throw thrown;
      }
      throw failed;
    }
  }

  private PromiseActs() {}
}
