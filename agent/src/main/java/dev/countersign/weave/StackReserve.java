package dev.countersign.weave;

/**
 * Overflows early. Weaving that runs out of stack half-way can leave a class of ours that failed in
 * its initialiser and never works again; so the room is tried first.
 */
final class StackReserve {

  /**
   * Together about 20 KB where they are interpreted; weaving takes less. A reserve only: whoever
   * overflows behind it has to fail closed as well.
   */
  private static final int FRAMES = 128;

  /** Throws a {@link StackOverflowError} where little stack is left. */
  static long require() {
    return deeper(FRAMES, 1, 2, 3, 4);
  }

  private static long deeper(int frames, long a, long b, long c, long d) {
    // The arguments only make each frame larger; that they change keeps them in it.
    return frames == 0 ? a : deeper(frames - 1, b, c, d, a) + d;
  }

  private StackReserve() {}
}
