package dev.countersign.sink.carry;

import dev.countersign.scope.Carry;

/**
 * What was captured for one task, oldest first: the same {@link Runnable} may be submitted again
 * before it ran. Immutable; equal captures in a row are counted.
 */
final class Captures {

  /**
   * Changes of scope in one task's queue that are told apart; beyond, a capture counts as the last
   * one.
   */
  static final int MAX_RUNS = 256;

  private final Object captured;

  /** 0 = of the latest submission, which was rejected. */
  private final int count;

  private final Captures next;

  private Captures(Object captured, int count, Captures next) {
    this.captured = captured;
    this.count = count;
    this.next = next;
  }

  static Captures of(Object captured) {
    return new Captures(captured, 1, null);
  }

  Object first() {
    return captured;
  }

  Captures append(Object more) {
    return append(more, MAX_RUNS);
  }

  private Captures append(Object more, int left) {
    if (count == 0) {
      return of(more);
    }
    if (next != null) {
      return new Captures(captured, count, next.append(more, left - 1));
    }
    return captured == more || left <= 1
        ? new Captures(captured, count + 1, null)
        : new Captures(captured, count, of(more));
  }

  /** Without the oldest; null = none left. */
  Captures withoutFirst() {
    return count > 1 ? new Captures(captured, count - 1, next) : next;
  }

  /** Without the oldest that is not of an application's preview; null = none left. */
  Captures withoutFirstOpen() {
    if (!Carry.isClosing(captured)) {
      return withoutFirst();
    }
    return next == null ? this : new Captures(captured, count, next.withoutFirstOpen());
  }

  /** With the latest as one that was rejected. */
  Captures rejected() {
    if (next != null) {
      return new Captures(captured, count, next.rejected());
    }
    Captures latest = new Captures(captured, 0, null);
    return count > 1 ? new Captures(captured, count - 1, latest) : latest;
  }
}
