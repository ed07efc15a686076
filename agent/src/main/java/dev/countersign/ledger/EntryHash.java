package dev.countersign.ledger;

import dev.countersign.canonical.Canonical;
import dev.countersign.canonical.Sha256;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The link of the chain (spec 2.1): {@code hex(SHA-256(ASCII(prev_hash) ‖ UTF8(JCS(entry without
 * "hash"))))}.
 */
public final class EntryHash {

  /** The {@code prev_hash} of the first entry: 64 zeros. */
  public static final String GENESIS =
      "0000000000000000000000000000000000000000000000000000000000000000";

  /** Hexadecimal digits of a hash. */
  static final int LENGTH = 64;

  /**
   * The hash that an entry must carry.
   *
   * @param prevHash the hash of the entry before it, or {@link #GENESIS}; ASCII
   * @param entry a JSON value, with or without {@code hash}
   * @throws dev.countersign.canonical.NotCanonicalException if the entry has no canonical form
   */
  public static String of(String prevHash, Map<String, ?> entry) {
    Map<String, Object> body = new LinkedHashMap<>(entry);
    body.remove(EntryFields.HASH);
    return Sha256.hex(prevHash.getBytes(StandardCharsets.US_ASCII), Canonical.jcs(body));
  }

  private EntryHash() {}
}
