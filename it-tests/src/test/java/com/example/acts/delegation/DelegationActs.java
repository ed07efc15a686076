package com.example.acts.delegation;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;

/** What agents do that work for one another: honestly, then too much. */
public final class DelegationActs {

  private static final Office OFFICE = new Office();
  private static final Office.Researcher RESEARCHER = new Office.Researcher();
  private static final Office.Writer WRITER = new Office.Writer();
  private static final Office.Payer PAYER = new Office.Payer();
  private static final Office.Printer PRINTER = new Office.Printer();
  private static final Office.Later LATER = new Office.Later();

  // Honest.

  static void ownTool() throws Exception {
    RESEARCHER.ask(() -> OFFICE.search("x"));
  }

  static void ownEffect() throws Exception {
    RESEARCHER.ask(
        () -> {
          OFFICE.touch("made");
          return null;
        });
  }

  static void nested() throws Exception {
    WRITER.ask(() -> RESEARCHER.ask(() -> OFFICE.search("x")));
  }

  static void parentAfterwards() throws Exception {
    WRITER.ask(
        () -> {
          RESEARCHER.ask(() -> OFFICE.search("x"));
          return OFFICE.refund("o");
        });
    OFFICE.refund("o");
  }

  static void onAnotherThread() throws Exception {
    ExecutorService pool = Executors.newSingleThreadExecutor();
    try {
      RESEARCHER.ask(() -> pool.submit(() -> OFFICE.search("x")).get());
    } finally {
      pool.shutdown();
    }
  }

  /** The pool's thread is made by one agent and used by another. */
  static void aPoolForTwoAgents() throws Exception {
    ExecutorService pool = Executors.newSingleThreadExecutor();
    try {
      RESEARCHER.ask(() -> pool.submit(() -> OFFICE.search("x")).get());
      WRITER.ask(() -> pool.submit(() -> OFFICE.refund("o")).get());
      pool.submit(() -> OFFICE.refund("o")).get();
    } finally {
      pool.shutdown();
    }
  }

  static void recursively() throws Exception {
    RESEARCHER.ask(200, () -> OFFICE.search("x"));
  }

  static void concurrently() throws Exception {
    ExecutorService pool = Executors.newFixedThreadPool(4);
    try {
      List<Future<?>> all = new ArrayList<>();
      for (int i = 0; i < 40; i++) {
        all.add(pool.submit(() -> RESEARCHER.ask(() -> OFFICE.search("x"))));
      }
      for (Future<?> each : all) {
        each.get();
      }
    } finally {
      pool.shutdown();
    }
  }

  static void doneWhenItsFutureIs() throws Exception {
    LATER.ask(() -> OFFICE.search("x")).get();
  }

  static void aToolThatIsAnAgent() throws Exception {
    OFFICE.delegate("x");
  }

  static void fails() throws Exception {
    RESEARCHER.ask(
        () -> {
          throw new IllegalStateException("as meant");
        });
  }

  static void asManyCallsAsItMay() throws Exception {
    RESEARCHER.ask(
        () -> {
          for (int i = 0; i < 5; i++) {
            OFFICE.search("x" + i);
          }
          return null;
        });
  }

  static void paysAllThatItMay() throws Exception {
    PAYER.ask(
        () -> {
          pay("60.25");
          return WRITER.ask(() -> pay("40.25"));
        });
    OFFICE.pay(new BigDecimal("1000"));
  }

  static void listsAllThatItMay() throws Exception {
    PAYER.ask(
        () -> {
          OFFICE.list(6);
          return OFFICE.list(4);
        });
  }

  // Too much.

  static void paysTooMuch() throws Exception {
    PAYER.ask(() -> pay("100.51"));
  }

  static void paysTooMuchInParts() throws Exception {
    PAYER.ask(
        () -> {
          pay("60.3");
          return pay("40.3");
        });
  }

  static void paysTooMuchInSubAgents() throws Exception {
    PAYER.ask(
        () -> {
          WRITER.ask(() -> pay("60.3"));
          return WRITER.ask(() -> pay("40.3"));
        });
  }

  static void paysMoreThanALongHas() throws Exception {
    PAYER.ask(
        () -> {
          pay("1");
          return pay("18446744073709551615");
        });
  }

  /** Takes back what it paid, so that it may pay again. */
  static void paysBelowZero() throws Exception {
    PAYER.ask(
        () -> {
          pay("100");
          return pay("-100");
        });
  }

  static void paysWithoutAnAmount() throws Exception {
    PAYER.ask(() -> OFFICE.pay(null));
  }

  static void listsTooMuch() throws Exception {
    PAYER.ask(
        () -> {
          OFFICE.list(6);
          return OFFICE.list(5);
        });
  }

  private static String pay(String amount) throws Exception {
    return OFFICE.pay(new BigDecimal(amount));
  }

  static void parentsTool() throws Exception {
    WRITER.ask(() -> RESEARCHER.ask(() -> OFFICE.refund("o")));
  }

  static void parentsToolOnAnotherThread() throws Exception {
    ExecutorService pool = Executors.newSingleThreadExecutor();
    try {
      RESEARCHER.ask(() -> pool.submit(() -> OFFICE.refund("o")).get());
    } finally {
      pool.shutdown();
    }
  }

  static void parentsToolInATool() throws Exception {
    OFFICE.delegateTooMuch("o");
  }

  static void parentsEffect() throws Exception {
    RESEARCHER.ask(
        () -> {
          Office.run("cp", "page", "made");
          return null;
        });
  }

  /** The writer may do everything, but not for somebody who may not. */
  static void widerGrantInside() throws Exception {
    RESEARCHER.ask(() -> WRITER.ask(() -> OFFICE.refund("o")));
  }

  static void nothingToHandOn() throws Exception {
    RESEARCHER.ask(() -> PRINTER.ask(() -> OFFICE.search("x")));
  }

  static void oneCallTooMany() throws Exception {
    RESEARCHER.ask(
        () -> {
          for (int i = 0; i < 5; i++) {
            OFFICE.search("x");
          }
          return OFFICE.read("p");
        });
  }

  static void oneCallTooManyInSubAgents() throws Exception {
    RESEARCHER.ask(
        () -> {
          for (int i = 0; i < 5; i++) {
            WRITER.ask(() -> OFFICE.search("x"));
          }
          return WRITER.ask(() -> OFFICE.read("p"));
        });
  }

  static void oneCallOfAScopeTooMany() throws Exception {
    RESEARCHER.ask(
        () -> {
          OFFICE.read("p");
          return OFFICE.read("p");
        });
  }

  /** A thread of its own goes on when the agent's method has returned. */
  static void afterItsEnd() throws Exception {
    CountDownLatch ended = new CountDownLatch(1);
    FutureTask<Object> work =
        new FutureTask<>(
            () -> {
              ended.await();
              return OFFICE.search("x");
            });
    RESEARCHER.ask(
        () -> {
          new Thread(work).start();
          return null;
        });
    ended.countDown();
    work.get();
  }

  private DelegationActs() {}
}
