package dev.countersign.ledger;

import dev.countersign.canonical.Hex;

/**
 * The shape of a call id: 16 bytes of a cryptographic random source as 32 lowercase hex digits
 * (spec 2.1).
 */
final class CallId {

  static final int BYTES = 16;

  /** By character: 0 where it is a digit, else 1. */
  private static final byte[] ODD = new byte[0x80];

  static {
    for (char c = 0; c < ODD.length; c++) {
      ODD[c] = (byte) ((c < '0' || c > '9') && (c < 'a' || c > 'f') ? 1 : 0);
    }
  }

  /**
   * A fresh one.
   *
   * @throws LedgerException if there are no random bytes
   */
  static String draw(Entropy entropy) {
    byte[] bytes = new byte[BYTES];
    try {
      entropy.fill(bytes);
    } catch (RuntimeException e) {
      throw new LedgerException(
          "no call id could be drawn, so the call is refused and nothing was written. Does the"
              + " random source of this system work?",
          e);
    }
    return Hex.of(bytes);
  }

  /** Checks the shape; an id of another shape makes the whole chain invalid for a verifier. */
  static void require(String id) {
    if (!isWellFormed(id)) {
      throw new IllegalArgumentException(
          "a call id is 32 lowercase hex digits drawn by Ledger.newCallId");
    }
  }

  private static boolean isWellFormed(String id) {
    if (id == null || id.length() != 2 * BYTES) {
      return false;
    }
    int odd = 0;
    // Without a way out, as PlainText has it.
    for (int i = 0; i < 2 * BYTES; i++) {
      char c = id.charAt(i);
      odd |= ODD[c & 0x7F] | c >>> 7;
    }
    return odd == 0;
  }

  private CallId() {}
}
