package dev.countersign.preview;

import dev.countersign.Change;
import java.util.List;

/**
 * What an application's preview or preflight said about a call, or why it said nothing.
 *
 * @param kind which of the four it is
 * @param changes of a preview; empty for every other kind and for preflights
 * @param warnings of a preflight; what went wrong, where it failed
 */
public record Told(Kind kind, List<Change> changes, List<String> warnings) {

  /** What came of it. */
  public enum Kind {
    /** The tool has none; nothing was called. */
    ABSENT,
    /** It was called and returned null: nothing can be told. */
    NOTHING,
    /** It was called and answered. */
    ANSWERED,
    /** It threw, did not end in time, attempted an effect, or answered in another shape. */
    FAILED
  }

  private static final Told ABSENT = new Told(Kind.ABSENT, List.of(), List.of());
  private static final Told NOTHING = new Told(Kind.NOTHING, List.of(), List.of());

  /** Copies both. */
  public Told {
    changes = List.copyOf(changes);
    warnings = List.copyOf(warnings);
  }

  /** The tool has none. */
  public static Told absent() {
    return ABSENT;
  }

  /** It returned null. */
  public static Told nothing() {
    return NOTHING;
  }

  /**
   * It answered.
   *
   * @param warnings of a preflight; of a preview what else is to be known
   */
  public static Told answered(List<Change> changes, List<String> warnings) {
    return new Told(Kind.ANSWERED, changes, warnings);
  }

  /**
   * It failed, which is never a failure of the call.
   *
   * @param warning for people
   */
  public static Told failed(String warning) {
    return new Told(Kind.FAILED, List.of(), List.of(warning));
  }
}
