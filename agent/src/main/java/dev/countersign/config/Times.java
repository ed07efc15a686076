package dev.countersign.config;

/**
 * How many commits one preview allows ({@code times}, spec 1.6 rule 3).
 *
 * @param count at least 1; {@link Integer#MAX_VALUE} stands for {@code any}
 */
public record Times(int count) {

  /** The default: a preview is spent by one commit. */
  public static final Times ONCE = new Times(1);

  /** No bound. */
  public static final Times ANY = new Times(Integer.MAX_VALUE);

  /** The largest number that may be written; more than this is {@code any}. */
  static final int MAX = 1_000_000;

  /** Whether there is no bound. */
  public boolean any() {
    return count == Integer.MAX_VALUE;
  }

  /** {@code times} of a tool multiplies that of its effects. */
  public Times multipliedBy(Times other) {
    if (any() || other.any()) {
      return ANY;
    }
    long product = (long) count * other.count;
    return product >= Integer.MAX_VALUE ? ANY : new Times((int) product);
  }

  /** As written in the file: digits or {@code any}. */
  public String text() {
    return any() ? "any" : Integer.toString(count);
  }
}
