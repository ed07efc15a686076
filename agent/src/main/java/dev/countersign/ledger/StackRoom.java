package dev.countersign.ledger;

/**
 * Fails with nothing begun where a stack is nearly used up. Later an overflow would come at a
 * moment at which others wait for this thread.
 */
final class StackRoom {

  /** Some 5 KB of compiled frames, more of interpreted ones: what handing in and writing need. */
  private static final int LEVELS = 100;

  /**
   * @throws StackOverflowError if there is not enough room
   */
  static void require() {
    if (descend(LEVELS, 0, 0) < 0) {
      throw new IllegalStateException("the sum of small positive numbers is positive");
    }
  }

  /** The addition after the call keeps each frame alive while the next one is entered. */
  private static long descend(int level, long above, long sum) {
    return level == 0 ? sum : descend(level - 1, above + 1, sum + above) + level;
  }

  private StackRoom() {}
}
