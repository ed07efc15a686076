package dev.countersign.sink.http.apacheasync;

import dev.countersign.sink.http.HeldBytes;
import dev.countersign.sink.http.Room;
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

  private final HeldBytes held;
  private final long expected;
  private long length;
  private boolean ended;
  private List<Object> trailers = List.of();
  private HeldBytes.Reader giving;
  private int givenOfStep;

  /**
   * @param expected how many will come; negative = unknown
   */
  HeldEntity(Room room, long expected) {
    this.held = new HeldBytes(room, expected);
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
      held.write(from);
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
  HeldBytes bytes() {
    return held;
  }

  /** Fields behind the body; in the library's own classes. */
  List<Object> trailers() {
    return trailers;
  }

  /**
   * Gives on what is taken, and lets go of it when that was all.
   *
   * @return whether that was all of it
   */
  boolean giveTo(Taker taker) throws Throwable {
    if (giving == null) {
      giving = held.read();
      givenOfStep = giving.length();
    }
    while (true) {
      while (givenOfStep < giving.length()) {
        ByteBuffer rest = giving.buffer();
        rest.position(givenOfStep);
        int taken = taker.take(rest);
        if (taken <= 0) {
          return false;
        }
        givenOfStep += taken;
      }
      if (!giving.next()) {
        release();
        return true;
      }
      givenOfStep = 0;
    }
  }

  /** Nobody takes any more of it. */
  void release() {
    held.release();
    if (giving != null) {
      giving.close();
    }
  }
}
