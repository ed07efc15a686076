package dev.countersign.sink.exec;

import dev.countersign.scope.Firing;

/** The one-shot permit that a judged start leaves on its thread for the native call below it. */
final class Permits {

  /**
   * @param expected the bytes that were judged; null in {@code observe} and where there was nothing
   *     to compare
   */
  record Permit(Launch expected, Firing firing) {}

  private final ThreadLocal<Permit> permits = new ThreadLocal<>();

  void leave(Permit permit) {
    permits.set(permit);
  }

  /** The permit, spent; null when there is none. */
  Permit take() {
    Permit permit = permits.get();
    if (permit != null) {
      permits.set(null);
    }
    return permit;
  }

  /**
   * Drops one that the start below did not get to, for example because a redirect's file could not
   * be opened.
   */
  void drop() {
    permits.set(null);
  }
}
