package dev.countersign.ledger;

import dev.countersign.canonical.CanonicalPart;

/**
 * What a parameter hash is taken over (spec 2.5): a JSON value, or the statement that there is
 * none.
 *
 * @param kind whether there is a value
 * @param value a JSON value when {@code kind} is {@link Kind#JSON}, else null
 * @param written where {@code value} stands in a text that was written already; null where it does
 *     not
 */
public record Params(Kind kind, Object value, CanonicalPart written) {

  /** Whether a hash, its reason for absence, or nothing is written. */
  public enum Kind {
    /**
     * {@code *_params_hash} is written, or {@code params_hash_reason} where the value is outside
     * the domain.
     */
    JSON,
    /** {@code params_hash_reason: "unsupported"}. */
    UNSUPPORTED,
    /** Neither field. */
    NONE
  }

  /** Parameters that could not be read as JSON. */
  public static final Params UNSUPPORTED = new Params(Kind.UNSUPPORTED, null, null);

  /** No statement about parameters. */
  public static final Params NONE = new Params(Kind.NONE, null, null);

  /** The parameters as a JSON value. */
  public static Params of(Object json) {
    return of(json, null);
  }

  /**
   * The same, of a value whose bytes are known.
   *
   * @param written where it stands; null where that is not known
   */
  public static Params of(Object json, CanonicalPart written) {
    return new Params(Kind.JSON, json, written);
  }
}
