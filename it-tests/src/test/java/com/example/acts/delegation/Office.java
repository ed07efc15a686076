package com.example.acts.delegation;

import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;

/** The tools and agents of an application that delegates. Each tool leaves a file. */
class Office {

  /** Somebody who does what the callable says. */
  static class Agent {
    Object ask(Callable<?> work) throws Exception {
      return work.call();
    }
  }

  /** May search, read and touch; at most five calls. */
  static final class Researcher extends Agent {
    @Override
    Object ask(Callable<?> work) throws Exception {
      return work.call();
    }

    /** A body that calls itself first. */
    Object ask(int times, Callable<?> work) throws Exception {
      return times == 0 ? work.call() : ask(times - 1, work);
    }
  }

  /** May do everything. */
  static final class Writer extends Agent {
    @Override
    Object ask(Callable<?> work) throws Exception {
      return work.call();
    }
  }

  /** May pay 100.50 and list ten. */
  static final class Payer extends Agent {
    @Override
    Object ask(Callable<?> work) throws Exception {
      return work.call();
    }
  }

  /** May print. */
  static final class Printer extends Agent {
    @Override
    Object ask(Callable<?> work) throws Exception {
      return work.call();
    }
  }

  /** May search, and is done when its future is. */
  static final class Later {
    CompletableFuture<Object> ask(Callable<?> work) {
      return CompletableFuture.supplyAsync(
          () -> {
            try {
              return work.call();
            } catch (Exception failed) {
              throw new IllegalStateException(failed);
            }
          });
    }
  }

  String search(String query) throws IOException {
    return leave("searched", query);
  }

  String read(String page) throws IOException {
    return leave("read", page);
  }

  String refund(String order) throws IOException {
    return leave("refunded", order);
  }

  String pay(BigDecimal amount) throws IOException {
    return leave("paid" + amount, "");
  }

  String list(long limit) throws IOException {
    return leave("listed" + limit, "");
  }

  void touch(String name) throws Exception {
    run("touch", name);
  }

  /** A tool whose body is an agent as well, who may search. */
  String delegate(String query) throws IOException {
    return search(query);
  }

  /** The same, with a body that goes too far. */
  String delegateTooMuch(String query) throws IOException {
    return refund(query);
  }

  /** A tool that is at it until it is let go. */
  void hold(CountDownLatch begun, CountDownLatch go) throws InterruptedException {
    begun.countDown();
    go.await();
  }

  static void run(String... command) throws Exception {
    if (new ProcessBuilder(command).start().waitFor() != 0) {
      throw new IllegalStateException(command[0] + " failed");
    }
  }

  private static String leave(String file, String value) throws IOException {
    Files.write(Path.of(file), new byte[0]);
    return value;
  }
}
