package dev.countersign.canonical;

import java.util.Optional;

/**
 * Parameter hashes of the ledger, {@code params_c14n_v1} (spec 2.5): SHA-256 over the chain's raw
 * salt and the RFC 8785 bytes of the parameters.
 */
public final class ParamsHash {

  /** Bytes of a chain's salt. */
  public static final int SALT_LENGTH = 16;

  /**
   * @param salt16 the raw bytes of the root entry's {@code params_salt}, not its hexadecimal text
   * @param json the parameters, a JSON value
   * @return 64 lowercase hexadecimal digits, or empty where the ledger records {@code
   *     params_hash_reason: unsupported}: a number whose exact or binary64 value is integral and
   *     beyond ±(2^53−1), or anything that has no canonical form
   * @throws IllegalArgumentException if the salt is not 16 bytes long
   */
  public static Optional<String> of(byte[] salt16, Object json) {
    requireSalt(salt16);
    byte[] canonical;
    try {
      canonical = CanonicalWriter.write(json, NumberForm.SAFE_BINARY64, Json.MAX_DEPTH);
    } catch (NotCanonicalException unsupported) {
      return Optional.empty();
    }
    return Optional.of(Sha256.hex(salt16, canonical));
  }

  /**
   * The same of a value that stands in a canonical text.
   *
   * @param written where {@code json} stands; null where that is not known
   */
  public static Optional<String> of(byte[] salt16, Object json, CanonicalPart written) {
    if (written == null || !written.sameInEveryForm()) {
      return of(salt16, json);
    }
    requireSalt(salt16);
    return Optional.of(written.sha256(salt16));
  }

  private static void requireSalt(byte[] salt16) {
    if (salt16.length != SALT_LENGTH) {
      throw new IllegalArgumentException(
          "params_salt has "
              + salt16.length
              + " bytes instead of "
              + SALT_LENGTH
              + "; was its hexadecimal text passed?");
    }
  }

  private ParamsHash() {}
}
