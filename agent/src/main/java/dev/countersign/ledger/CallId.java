package dev.countersign.ledger;

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
