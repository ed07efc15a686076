package dev.countersign.agent;

import dev.countersign.observe.StandardError;
import dev.countersign.weave.CheckFailures;
import dev.countersign.weave.Site;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Says on standard error which check failed by itself; the first ones only, a loop must not fill a
 * disk.
 */
final class FailureLines implements CheckFailures {

  private static final int LIMIT = 20;

  private final AtomicInteger said = new AtomicInteger();

  @Override
  public void failed(Site site, Throwable failed) {
    say("the check of " + (site == null ? "an unknown site" : site) + " failed: ", failed);
  }

  @Override
  public void notPassedOn(Throwable failed) {
    say("a change of what is woven was not passed on: ", failed);
  }

  private void say(String what, Throwable failed) {
    int count = said.incrementAndGet();
    if (count > LIMIT) {
      said.set(LIMIT + 1);
      return;
    }
    StackTraceElement[] trace = failed.getStackTrace();
    StandardError.say(
        what
            + named(failed)
            + (trace.length == 0 ? "" : " at " + trace[0])
            + (count == LIMIT ? " (further ones are counted only)" : ""));
  }

  /**
   * Our own exceptions say what and what next, and never a value of a call; others are named only.
   */
  private static String named(Throwable failed) {
    String name = failed.getClass().getName();
    boolean ours = failed.getClass().getClassLoader() == FailureLines.class.getClassLoader();
    return ours ? name + ": " + failed.getMessage() : name;
  }
}
