package dev.countersign.sink.http.apacheasync;

import dev.countersign.sink.http.HeldBytes;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;

/**
 * A body that is read into memory in the steps in which it was written, and given on in them
 * afterwards, as much at a time as the connection takes. Written by one thread at a time,
 * whichever; given on by the library's own.
 */
final class HeldEntity {

  /** Takes some of the bytes; says how many. */
  interface Taker {
    int take(ByteBuffer from) throws Throwable;
  }

  private static final int BLOCK = 8192;

  private final HeldBytes held;
  private final long expected;
  private long length;
  private boolean ended;
  private List<Object> trailers = List.of();
  private int step;
  private int at;
  private int takenOfStep;

  /**
   * @param most bytes that are held
   * @param expected how many will come; negative = unknown
   */
  HeldEntity(int most, long expected) {
    this.held = new HeldBytes(most, expected);
    this.expected = expected;
  }

  /** Takes all of what is written at once; nothing once it has ended, or there was too much. */
  synchronized int write(ByteBuffer from) {
    int more = from.remaining();
    if (ended || held.isOver() || more == 0) {
      from.position(from.limit());
      return more;
    }
    try {
      if (from.hasArray()) {
        held.write(from.array(), from.arrayOffset() + from.position(), more);
        from.position(from.limit());
      } else {
        byte[] block = new byte[Math.min(BLOCK, more)];
        for (boolean first = true; from.hasRemaining(); first = false) {
          int n = Math.min(block.length, from.remaining());
          from.get(block, 0, n);
          held.write(block, 0, n, first);
        }
      }
      length += more;
    } catch (IOException tooMuch) {
      // isOver() says so to whoever looks; the writer itself may be anybody.
      from.position(from.limit());
    }
    return more;
  }

  /** The same, but no more than were said to come: it ends with the last of those. */
  synchronized int writeUpToItsLength(ByteBuffer from) {
    if (expected < 0) {
      return write(from);
    }
    int limit = from.limit();
    int taken;
    try {
      from.limit(from.position() + (int) Math.min(from.remaining(), expected - length));
      taken = write(from);
    } finally {
      from.limit(limit);
    }
    if (length == expected) {
      end(List.of());
    }
    return taken;
  }

  /** Nothing more will be written. */
  synchronized void end(List<Object> fields) {
    if (!ended) {
      ended = true;
      trailers = fields;
      held.close();
    }
  }

  /** Whether all of it is there, or more than is held. */
  synchronized boolean isWhole() {
    return ended || held.isOver();
  }

  synchronized boolean isOver() {
    return held.isOver();
  }

  /** Bytes so far. */
  synchronized long length() {
    return length;
  }

  /** All of them, once it is whole. */
  byte[] bytes() {
    return held.bytes();
  }

  /** Fields behind the body; in the library's own classes. */
  List<Object> trailers() {
    return trailers;
  }

  /**
   * Gives on what is taken.
   *
   * @return whether that was all of it
   */
  boolean giveTo(Taker taker) throws Throwable {
    while (step < held.steps()) {
      int size = Math.abs(held.stepAt(step));
      while (takenOfStep < size) {
        ByteBuffer rest = ByteBuffer.wrap(held.bytes(), at, size - takenOfStep).asReadOnlyBuffer();
        int taken = taker.take(rest);
        if (taken <= 0) {
          return false;
        }
        at += taken;
        takenOfStep += taken;
      }
      step++;
      takenOfStep = 0;
    }
    return true;
  }
}
