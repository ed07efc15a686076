package dev.countersign.sink.http.jetty;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/**
 * Reads the application's body once, to its end, and keeps it in the steps in which it came: Jetty
 * makes its chunks of them, and of whether there is one when the head is written. Runs code of the
 * application, on the threads on which the client would read it, outside any check.
 */
abstract class Draining {

  /** One writing of the client. */
  record Step(byte[] bytes, boolean last) {}

  private static final byte[] NOTHING = new byte[0];

  private final int most;
  private final List<Step> steps = new ArrayList<>();
  private long length;
  private boolean over;
  private Throwable failure;
  private boolean ended; // guards what is above: written before, read after
  private Runnable waiting;

  /**
   * @param most bytes that are held
   */
  Draining(int most) {
    this.most = most;
  }

  /** Begins to read. */
  abstract void start() throws Throwable;

  /** Whoever reads is told that nobody waits for the rest. */
  abstract void giveUp(Throwable reason) throws Throwable;

  /** Nothing came yet, and the head would be written alone. */
  final void startEmpty() {
    if (steps.isEmpty()) {
      steps.add(new Step(NOTHING, false));
    }
  }

  /**
   * Keeps a copy of these bytes.
   *
   * @return whether more is wanted
   */
  final boolean take(ByteBuffer buffer, boolean last) {
    length += buffer.remaining();
    if (length > most) {
      over = true;
      end(null);
      return false;
    }
    byte[] bytes = NOTHING;
    if (buffer.hasRemaining()) {
      bytes = new byte[buffer.remaining()];
      buffer.get(bytes);
    }
    steps.add(new Step(bytes, last));
    if (last) {
      end(null);
    }
    return !last;
  }

  /**
   * @param failed what the body itself failed with; null when all of it is there
   */
  final void end(Throwable failed) {
    Runnable then;
    synchronized (this) {
      if (ended) {
        return;
      }
      failure = failed;
      ended = true;
      then = waiting;
      waiting = null;
    }
    if (then != null) {
      then.run();
    }
  }

  final synchronized boolean hasEnded() {
    return ended;
  }

  /**
   * Runs this when the body ends.
   *
   * @return false when it has ended already; it is not run then
   */
  final synchronized boolean whenEnded(Runnable then) {
    if (!ended) {
      waiting = then;
    }
    return !ended;
  }

  /** Whether there is more than is held; nothing of it can be sent any more. */
  final boolean isOver() {
    return over;
  }

  /** Null for none. */
  final Throwable failure() {
    return failure;
  }

  /**
   * What the client is given, one after the other. Of a body that is more than is held nothing: its
   * head is asked to be written, and refused there.
   */
  final Step step(int number) {
    if (over) {
      return new Step(NOTHING, false);
    }
    return number < steps.size() ? steps.get(number) : new Step(NOTHING, true);
  }

  final List<byte[]> parts() {
    List<byte[]> parts = new ArrayList<>(steps.size());
    for (Step step : steps) {
      parts.add(step.bytes());
    }
    return parts;
  }
}
