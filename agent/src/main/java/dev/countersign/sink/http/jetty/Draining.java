package dev.countersign.sink.http.jetty;

import dev.countersign.sink.http.HeldBytes;
import dev.countersign.sink.http.Room;
import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * Reads the application's body once, to its end, and keeps it in the steps in which it came: Jetty
 * makes its chunks of them, and of whether there is one when the head is written. Runs code of the
 * application, on the threads on which the client would read it, outside any check.
 */
abstract class Draining {

  /** One writing of the client. */
  record Step(ByteBuffer buffer, boolean last) {}

  private final HeldBytes held;

  /** Whether the head is written alone, and the end. */
  private boolean headAlone;

  private boolean endAlone;

  private boolean any;
  private Throwable failure;
  private boolean ended; // guards what is above: written before, read after
  private Runnable waiting;

  Draining(Room room) {
    this.held = new HeldBytes(room, -1);
  }

  /** Begins to read. */
  abstract void start() throws Throwable;

  /** Whoever reads is told that nobody waits for the rest. */
  abstract void giveUp(Throwable reason) throws Throwable;

  /** Nothing came yet, and the head would be written alone. */
  final void startEmpty() {
    headAlone |= !any;
  }

  /**
   * Keeps a copy of these bytes.
   *
   * @return whether more is wanted
   */
  final boolean take(ByteBuffer buffer, boolean last) {
    boolean empty = !buffer.hasRemaining();
    headAlone |= empty && !last && !any;
    try {
      held.write(buffer);
    } catch (IOException | OutOfMemoryError over) {
      end(held.isOver() ? null : over); // its why() says so, or its request is over
      return false;
    }
    any |= !empty;
    endAlone = empty;
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
      held.close();
      then = waiting;
      waiting = null;
    }
    if (failed != null) {
      held.release();
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
    return held.isOver();
  }

  /** Null for none. */
  final Throwable failure() {
    return failure;
  }

  /** What was read. */
  final HeldBytes held() {
    return held;
  }

  /** What the client is given, one after the other; for one sending. */
  final Steps steps() {
    return new Steps();
  }

  /**
   * Of a body that is more than is held it is given nothing: its head is asked to be written, and
   * refused there.
   */
  final class Steps {

    private HeldBytes.Reader reader;
    private boolean begun;

    Step next() throws IOException {
      boolean first = !begun;
      begun = true;
      if (isOver() || first && headAlone) {
        return new Step(ByteBuffer.allocate(0), false);
      }
      if (reader == null) {
        reader = held.read();
      }
      if (!reader.next()) {
        reader.close();
        return new Step(ByteBuffer.allocate(0), true);
      }
      ByteBuffer buffer = ByteBuffer.wrap(reader.array(), reader.offset(), reader.length()).slice();
      boolean last = !reader.hasNext() && !endAlone;
      if (last) {
        reader.close();
      }
      return new Step(buffer, last);
    }
  }
}
