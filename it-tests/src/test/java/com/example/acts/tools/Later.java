package com.example.acts.tools;

import java.io.ByteArrayInputStream;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Flow;
import java.util.concurrent.FutureTask;
import java.util.stream.Stream;

/** Results whose end is not the method's end. */
final class Later {

  static final CountDownLatch RETURNED = new CountDownLatch(1);

  static Object of(String how) {
    return switch (how) {
      case "plain" -> "done";
      case "nothing" -> null;
      case "completed" -> CompletableFuture.completedFuture("done");
      case "completes" -> CompletableFuture.supplyAsync(Later::afterReturn);
      case "fails" -> CompletableFuture.supplyAsync(Later::failure);
      case "cancelled" -> {
        CompletableFuture<Object> future = new CompletableFuture<>();
        future.cancel(true);
        yield future;
      }
      case "subclass" -> new CompletableFuture<Object>() {};
      case "future" -> new FutureTask<>(() -> "done");
      case "stream" -> Stream.of("done");
      case "iterator" -> List.of("done").iterator();
      case "input" -> new ByteArrayInputStream(new byte[1]);
      case "publisher" -> (Flow.Publisher<Object>) subscriber -> {};
      case "reactive" -> Reactive.publisher();
      default -> throw new IllegalArgumentException(how);
    };
  }

  /** A class of its own: only this row's class path has the library. */
  private static final class Reactive {
    static Object publisher() {
      return (org.reactivestreams.Publisher<Object>) subscriber -> {};
    }
  }

  private static String afterReturn() {
    try {
      RETURNED.await();
      return "done";
    } catch (InterruptedException interrupted) {
      throw new IllegalStateException(interrupted);
    }
  }

  private static String failure() {
    afterReturn();
    throw new IllegalStateException("later");
  }

  private Later() {}
}
