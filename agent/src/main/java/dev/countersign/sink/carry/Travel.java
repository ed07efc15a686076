package dev.countersign.sink.carry;

import dev.countersign.scope.Carry;

/**
 * What all sites share: whether any scope was ever captured. Until then nothing can have been
 * inherited, and every site is left after one read.
 */
final class Travel {

  private volatile boolean begun;

  boolean begun() {
    return begun;
  }

  /**
   * What the calling thread carries, to be kept for a task.
   *
   * @return null when there is no scope and never was one to hide
   */
  Object capture() {
    Object captured = Carry.capture();
    // From the first preview on it counts who submitted what in no scope, too.
    if (Carry.carries(captured) || Carry.anyClosing()) {
      begun = true;
      return captured;
    }
    return begun ? captured : null;
  }
}
