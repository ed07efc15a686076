package dev.countersign.ledger;

import dev.countersign.canonical.ParamsHash;

/**
 * What an entry says about parameters (spec 2.5): a hash, that there can be none, or nothing.
 *
 * @param hash 64 hex digits, or null
 * @param unsupported true only where {@code hash} is null
 */
record ParamsStatement(String hash, boolean unsupported) {

  static final ParamsStatement NOTHING = new ParamsStatement(null, false);
  private static final ParamsStatement UNSUPPORTED = new ParamsStatement(null, true);

  /**
   * The statement of a chain with this salt.
   *
   * @param recorded false for {@code params_hashes: omit}
   */
  static ParamsStatement of(Params params, byte[] salt, boolean recorded) {
    if (!recorded || params.kind() == Params.Kind.NONE) {
      return NOTHING;
    }
    if (params.kind() == Params.Kind.UNSUPPORTED) {
      return UNSUPPORTED;
    }
    String hash = ParamsHash.of(salt, params.value(), params.written()).orElse(null);
    return hash == null ? UNSUPPORTED : new ParamsStatement(hash, false);
  }
}
