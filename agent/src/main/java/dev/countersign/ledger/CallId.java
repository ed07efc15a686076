package dev.countersign.ledger;

/**
 * The shape of a call id: 16 bytes of a cryptographic random source as 32 lowercase hex digits
 * (spec 2.1).
 */
final class CallId {

  static final int BYTES = 16;

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
    for (int i = 0; i < id.length(); i++) {
      char c = id.charAt(i);
      if ((c < '0' || c > '9') && (c < 'a' || c > 'f')) {
        return false;
      }
    }
    return true;
  }

  private CallId() {}
}
