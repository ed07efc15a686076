package dev.countersign.ledger;

/**
 * The most calls that an authority lets happen (spec 2.1, {@code constraints}): the one kind of
 * bound that this agent can measure. Others, about rows, money or egress, ask for facts that no
 * entry of ours holds.
 *
 * @param appliesTo the scope whose calls count, for example {@code tool.search} or {@code exec.*};
 *     null for every call
 * @param max 0 to 2^53-1
 */
public record Ceiling(String appliesTo, long max) implements Comparable<Ceiling> {

  /** The largest number that every reader of the books has exactly. */
  public static final long MOST = 9_007_199_254_740_991L;

  private static final String NAME = "max_calls";

  public Ceiling {
    if (max < 0 || max > MOST) {
      throw new IllegalArgumentException("a ceiling is from 0 to " + MOST);
    }
    if (appliesTo != null && !Authority.isScope(appliesTo)) {
      throw new IllegalArgumentException(appliesTo + " is no scope");
    }
  }

  /** What tells it from others in one authority. */
  public String key() {
    return appliesTo == null ? NAME : NAME + '[' + appliesTo + ']';
  }

  /** Whether a call of this scope counts. */
  boolean counts(String scope) {
    return appliesTo == null || Authority.covers(appliesTo, scope);
  }

  void write(EntryText text) {
    text.element();
    if (appliesTo == null) {
      text.string("key", key()).number("max", max);
    } else {
      text.string("applies_to", appliesTo)
          .string("key", key())
          .number("max", max)
          .string("type", NAME);
    }
    text.endObject();
  }

  /** By key. */
  @Override
  public int compareTo(Ceiling other) {
    return key().compareTo(other.key());
  }
}
