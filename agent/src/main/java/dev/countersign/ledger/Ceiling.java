package dev.countersign.ledger;

import java.math.BigDecimal;

/**
 * The most that an authority lets happen of what this agent measures (spec 2.1, {@code
 * constraints}). Others, about egress or values, ask for facts that no entry of ours holds.
 *
 * @param measure what is counted
 * @param appliesTo the scope whose calls count, for example {@code tool.search} or {@code exec.*};
 *     null for every call. Only calls are counted by scope
 * @param max in the units of {@code measure}
 */
public record Ceiling(Measure measure, String appliesTo, long max) implements Comparable<Ceiling> {

  /** The largest number that every reader of the books has exactly. */
  public static final long MOST = 9_007_199_254_740_991L;

  public Ceiling {
    if (!measure.holds(max)) {
      throw new IllegalArgumentException(
          "a ceiling of " + measure.key() + " is from 0 to " + measure.shown(measure.most()));
    }
    if (appliesTo != null && (measure != Measure.CALLS || !Authority.isScope(appliesTo))) {
      throw new IllegalArgumentException(appliesTo + " is no scope of " + measure.key());
    }
  }

  /**
   * The most calls.
   *
   * @param max 0 to 2^53-1
   */
  public Ceiling(String appliesTo, long max) {
    this(Measure.CALLS, appliesTo, max);
  }

  /**
   * A ceiling as somebody wrote it.
   *
   * @throws IllegalArgumentException where the books cannot hold it exactly
   */
  public static Ceiling of(Measure measure, String appliesTo, BigDecimal max) {
    return new Ceiling(measure, appliesTo, measure.units(max));
  }

  /** What tells it from others in one authority. */
  public String key() {
    return appliesTo == null ? measure.key() : measure.key() + '[' + appliesTo + ']';
  }

  /** The number of {@link #max} that readers see. */
  public Number limit() {
    return measure.shown(max);
  }

  /** Whether a call of this scope counts. */
  boolean counts(String scope) {
    return appliesTo == null || Authority.covers(appliesTo, scope);
  }

  void write(EntryText text) {
    text.element();
    if (appliesTo == null) {
      text.string("key", key()).number("max", limit());
    } else {
      text.string("applies_to", appliesTo)
          .string("key", key())
          .number("max", limit())
          .string("type", measure.key());
    }
    text.endObject();
  }

  /** By key. */
  @Override
  public int compareTo(Ceiling other) {
    return key().compareTo(other.key());
  }
}
