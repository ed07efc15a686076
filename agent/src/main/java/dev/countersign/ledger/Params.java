package dev.countersign.ledger;

/**
 * What a parameter hash is taken over (spec 2.5): a JSON value, or the statement that there is
 * none.
 *
 * @param kind whether there is a value
 * @param value a JSON value when {@code kind} is {@link Kind#JSON}, else null
 */
public record Params(Kind kind, Object value) {

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
  public static final Params UNSUPPORTED = new Params(Kind.UNSUPPORTED, null);

  /** No statement about parameters. */
  public static final Params NONE = new Params(Kind.NONE, null);

  /** The parameters as a JSON value. */
  public static Params of(Object json) {
    return new Params(Kind.JSON, json);
  }
}
