package com.example.acts;

import io.netty.util.HashedWheelTimer;
import io.netty.util.concurrent.DefaultEventExecutorGroup;
import io.netty.util.concurrent.EventExecutor;
import io.netty.util.concurrent.GlobalEventExecutor;
import io.netty.util.concurrent.Promise;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;

/**
 * An application whose tool {@code touch} starts its process on a thread of Netty's. It may start
 * {@code touch FILE} for its first argument; the second says what it really starts.
 */
public final class NettyActs {

  private static final EventExecutor LOOP = new DefaultEventExecutorGroup(1, daemon()).next();

  private static final HashedWheelTimer WHEEL = new HashedWheelTimer(daemon());

  /** Started by a tool. */
  private static final HashedWheelTimer GROWN = new HashedWheelTimer(daemon());

  static {
    LOOP.execute(() -> {}); // no tool makes its thread
    WHEEL.start();
  }

  private static Promise<Void> promise;

  /** The tool starts what it may, in that way. */
  static void honest(String[] way) throws Exception {
    promise = LOOP.newPromise();
    touch("judged", "judged", way[0]);
  }

  /** The tool starts something else, in that way. */
  static void changed(String[] way) throws Exception {
    promise = LOOP.newPromise();
    touch("judged", "fired", way[0]);
  }

  /** The same where somebody else listens to the promise since before. */
  static void changedBehindOthers(String[] way) throws Exception {
    promise = LOOP.newPromise();
    promise.addListener(done -> {});
    touch("judged", "fired", way[0]);
  }

  /** The one thread of its kind is started by a tool, and runs what others give it. */
  static void globalExecutorOfOthers() throws Exception {
    touch("judged", "judged", "globalExecutor");
    unwrapped(GlobalEventExecutor.INSTANCE.submit(() -> start("fired")));
  }

  /** A timer that a tool started is asked by somebody else. */
  static void timerOfOthers() throws Exception {
    touch("judged", "judged", "grownTimer");
    unwrapped(timed(GROWN, "fired"));
  }

  static void touch(String file, String argument, String way) throws Exception {
    switch (way) {
      case "listener":
        CompletableFuture<Void> heard = new CompletableFuture<>();
        promise.addListener(done -> completed(heard, argument));
        promise.setSuccess(null);
        unwrapped(heard);
        break;
      case "timer":
        unwrapped(timed(WHEEL, argument));
        break;
      case "grownTimer":
        unwrapped(timed(GROWN, argument));
        break;
      case "globalExecutor":
        unwrapped(GlobalEventExecutor.INSTANCE.submit(() -> start(argument)));
        break;
      default:
        throw new IllegalArgumentException(way);
    }
  }

  private static CompletableFuture<Void> timed(HashedWheelTimer timer, String file) {
    CompletableFuture<Void> ended = new CompletableFuture<>();
    timer.newTimeout(timeout -> completed(ended, file), 1, TimeUnit.MILLISECONDS);
    return ended;
  }

  private static void completed(CompletableFuture<Void> future, String file) {
    try {
      future.complete(start(file));
    } catch (Exception thrown) {
      future.completeExceptionally(thrown);
    }
  }

  private static Void start(String file) throws Exception {
    new ProcessBuilder("touch", file).start().waitFor();
    return null;
  }

  private static void unwrapped(Future<?> future) throws Exception {
    try {
      future.get();
    } catch (ExecutionException thrown) {
      if (thrown.getCause() instanceof SecurityException refused) {
        throw refused;
      }
      throw thrown;
    }
  }

  private static ThreadFactory daemon() {
    return worker -> {
      Thread thread = new Thread(worker);
      thread.setDaemon(true);
      return thread;
    };
  }

  private NettyActs() {}
}
