package dev.countersign.cli;

import dev.countersign.verify.Progress;

/**
 * Says on standard error how far a command has come, once it takes longer than a second (spec 6):
 * after 1, 2, 4, ... seconds, so that a log of a long run stays short. Nothing for a short one.
 */
final class Ticker implements AutoCloseable {

  private static final long FIRST = 1_000;

  private final Thread thread;

  Ticker(Console console, String command, Progress progress) {
    thread = new Thread(() -> tick(console, command, progress), "countersign-progress");
    thread.setDaemon(true);
    thread.start();
  }

  private static void tick(Console console, String command, Progress progress) {
    long started = System.nanoTime();
    try {
      for (long wait = FIRST; ; wait = Math.min(2 * wait, 60 * FIRST)) {
        Thread.sleep(wait);
        long seconds = (System.nanoTime() - started) / 1_000_000_000;
        console
            .err()
            .println(
                "countersign: "
                    + command
                    + ": "
                    + progress.entries()
                    + " entries read, "
                    + seconds
                    + " s");
      }
    } catch (InterruptedException over) {
      // the command has ended
    }
  }

  @Override
  public void close() {
    thread.interrupt();
  }
}
