package dev.countersign.ledger;

/**
 * What the agent signs of its books (spec 5.9).
 *
 * @param every a checkpoint is written each time that the chain has grown by so many entries, and
 *     at the end of a segment ({@code receipts.checkpoint.every})
 * @param checkpointKey {@code receipts.checkpoint.key}: a PEM file with an Ed25519 private key
 *     (PKCS#8); null for no checkpoints
 * @param anchorKey {@code ledger.anchor_key}: such a file, or one with an HS256 key in hexadecimal;
 *     null for no anchors
 * @param kid {@code ledger.kid}: names the anchor's key for the reader; null without one
 */
public record Signing(int every, String checkpointKey, String anchorKey, String kid) {

  /** Of spec 5.9. */
  public static final int EVERY = 1000;

  /** Nothing is signed. */
  public static final Signing NOTHING = new Signing(EVERY, null, null, null);

  public Signing {
    if (every < 1 || (anchorKey == null) != (kid == null)) {
      throw new IllegalArgumentException("at least every entry; a key for anchors has a name");
    }
  }

  boolean isNothing() {
    return checkpointKey == null && anchorKey == null;
  }
}
