package com.example.acts.policy;

import java.util.concurrent.CountDownLatch;

/** An application's tools: each starts {@code touch}. */
final class Desk {

  /** What a call that is held waits for. */
  static volatile CountDownLatch released = new CountDownLatch(1);

  static volatile CountDownLatch entered = new CountDownLatch(1);

  /** The tool. */
  static void make(String name) throws Exception {
    touch(name);
  }

  /** The tool, which takes its time. */
  static void makeSlowly(String name) throws Exception {
    entered.countDown();
    released.await();
    touch(name);
  }

  /** Another tool, which a later policy binds. */
  static void remake(String name) throws Exception {
    touch(name);
  }

  /** A tool that does nothing outside of this JVM. */
  static void note(String text) {
    noted = text;
  }

  /** What {@link #note} was given last. */
  static volatile String noted;

  private static void touch(String name) throws Exception {
    int exit = new ProcessBuilder("touch", name).start().waitFor();
    if (exit != 0) {
      throw new IllegalStateException("touch ended with " + exit);
    }
  }

  private Desk() {}
}
