package dev.countersign.ledger;

/**
 * Fails with nothing begun where a stack is nearly used up. Later an overflow would come at a
 * moment at which others wait for this thread, or between an allow and the effect that it allows.
 */
final class StackRoom {

  /** Some 4 KB of compiled frames, more of interpreted ones: what handing in and writing need. */
  private static final int LEVELS = 32;

  /**
   * @throws StackOverflowError if there is not enough room
   */
  static void require() {
    if (descend(LEVELS, 1, 2, 3, 4, 5, 6, 7, 8, 9) < 0) {
      throw new IllegalStateException("a sum of small positive numbers is positive");
    }
  }

  /** Everything is used after the call as well, so that each frame keeps room for all of it. */
  private static long descend(
      int level, long a, long b, long c, long d, long e, long f, long g, long h, long i) {
    if (level == 0) {
      return a;
    }
    long below = descend(level - 1, b, c, d, e, f, g, h, i, a);
    return below + level + a + b + c + d + e + f + g + h + i;
  }

  private StackRoom() {}
}
