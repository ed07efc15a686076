package com.example.acts;

import java.util.concurrent.LinkedBlockingQueue;

/** A thread that no tool started, which takes its work in a way that nobody follows. */
public final class Outside {

  private static final LinkedBlockingQueue<Runnable> WORK = new LinkedBlockingQueue<>();

  /** To be called before any tool runs. */
  public static void start() {
    Thread outside =
        new Thread(
            () -> {
              try {
                while (true) {
                  WORK.take().run();
                }
              } catch (InterruptedException ended) {
                Thread.currentThread().interrupt();
              }
            });
    outside.setDaemon(true);
    outside.start();
  }

  /** Does not wait for it. */
  public static void run(Runnable work) {
    WORK.add(work);
  }

  private Outside() {}
}
