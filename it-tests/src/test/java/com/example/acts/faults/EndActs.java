package com.example.acts.faults;

import com.example.acts.Act;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

/** An application that ends in every way that a JVM has, some of them amid its calls. */
public final class EndActs {

  private static final int THREADS = 8;

  public static void main(String[] arguments) throws Exception {
    Act.perform(EndActs.class, arguments);
  }

  /**
   * Calls from eight threads until a signal comes from outside, at a moment that the seed chooses.
   */
  static void killed(String[] seed) throws Exception {
    callForEver(200 + new Random(Long.parseLong(seed[0])).nextInt(3000));
    new ProcessBuilder("sh", "-c", "kill -9 $PPID").start().waitFor();
  }

  /** Halts amid the calls of other threads. */
  static void haltedUnderLoad() throws Exception {
    callForEver(500);
    Runtime.getRuntime().halt(3);
  }

  /** Exits amid the calls of other threads, which go on until they are refused. */
  static void exitedUnderLoad() throws Exception {
    AtomicInteger number = new AtomicInteger();
    CountDownLatch enough = new CountDownLatch(500);
    for (int i = 0; i < THREADS; i++) {
      new Thread(
              () -> {
                while (true) {
                  try {
                    Notes.note(Notes.id(number.getAndIncrement()));
                  } catch (SecurityException closed) {
                    return;
                  }
                  enough.countDown();
                }
              })
          .start();
    }
    enough.await();
    System.exit(3);
  }

  /** Calls from all threads for ever; returns when so many calls have ended. */
  private static void callForEver(int calls) throws InterruptedException {
    AtomicInteger number = new AtomicInteger();
    CountDownLatch enough = new CountDownLatch(calls);
    for (int i = 0; i < THREADS; i++) {
      new Thread(
              () -> {
                while (true) {
                  Notes.note(Notes.id(number.getAndIncrement()));
                  enough.countDown();
                }
              })
          .start();
    }
    enough.await();
  }

  static void haltInTool() {
    Notes.note(Notes.id(0));
    Notes.noteAndEnd(Notes.id(1), "halt");
  }

  static void exitInTool() {
    Notes.note(Notes.id(0));
    Notes.noteAndEnd(Notes.id(1), "exit");
  }

  /** The application's own shutdown hook calls tools. */
  static void callInHook() {
    Runtime.getRuntime().addShutdownHook(new Thread(() -> Notes.note(Notes.id(1))));
    Notes.note(Notes.id(0));
  }

  /** The application's own shutdown hook ends the JVM at once. */
  static void haltInHook() {
    Runtime.getRuntime()
        .addShutdownHook(
            new Thread(
                () -> {
                  Notes.note(Notes.id(1));
                  Runtime.getRuntime().halt(3);
                }));
    Notes.note(Notes.id(0));
  }

  private EndActs() {}
}
