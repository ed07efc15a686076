package dev.countersign.verify;

import java.util.Map;

/**
 * What a reader holds independently of the books (spec 2.6).
 *
 * @param key verifies the anchor; null for none
 * @param expectedHead last entry that was noted earlier; null for none
 * @param expectedAnchor anchor that was kept earlier, a JSON object; null for none
 * @param effects records beside the chain; null when none are at hand
 * @param secondOpinion whether to canonicalise with the other library too
 * @param witnesses keys of observers, and their envelopes as received
 * @param progress told of each entry
 * @param checkpoints what is held of the Merkle log
 */
public record Given(
    AnchorKey key,
    Head expectedHead,
    Map<String, Object> expectedAnchor,
    EffectRecords effects,
    boolean secondOpinion,
    Witnesses witnesses,
    Progress progress,
    KeptCheckpoints checkpoints) {

  /** Without checkpoints. */
  public Given(
      AnchorKey key,
      Head expectedHead,
      Map<String, Object> expectedAnchor,
      EffectRecords effects,
      boolean secondOpinion,
      Witnesses witnesses,
      Progress progress) {
    this(
        key,
        expectedHead,
        expectedAnchor,
        effects,
        secondOpinion,
        witnesses,
        progress,
        KeptCheckpoints.none());
  }

  /** Without observers. */
  public Given(
      AnchorKey key,
      Head expectedHead,
      Map<String, Object> expectedAnchor,
      EffectRecords effects,
      boolean secondOpinion) {
    this(
        key,
        expectedHead,
        expectedAnchor,
        effects,
        secondOpinion,
        Witnesses.none(),
        new Progress());
  }

  /**
   * The last entry of a chain.
   *
   * @param seq from 0
   * @param hash 64 lowercase hex digits
   */
  public record Head(long seq, String hash) {

    /**
     * Reads {@code SEQ:HASH}.
     *
     * @throws IllegalArgumentException when it is none; the message says what is expected
     */
    public static Head parse(String text) {
      int colon = text.indexOf(':');
      String seq = colon < 0 ? "" : text.substring(0, colon);
      boolean digits = !seq.isEmpty() && seq.length() <= 18;
      for (int i = 0; i < seq.length(); i++) {
        digits &= seq.charAt(i) >= '0' && seq.charAt(i) <= '9';
      }
      if (!digits || !Entry.isHex(text.substring(colon + 1), 64)) {
        throw new IllegalArgumentException(
            "expected SEQ:HASH, the last entry's number and its 64 lowercase hex characters,"
                + " for example 12:9cca133b...");
      }
      return new Head(Long.parseLong(seq), text.substring(colon + 1));
    }
  }

  /** Nothing but the books. */
  public static Given nothing() {
    return new Given(null, null, null, null, false);
  }

  public Given withKey(AnchorKey key) {
    return new Given(
        key,
        expectedHead,
        expectedAnchor,
        effects,
        secondOpinion,
        witnesses,
        progress,
        checkpoints);
  }

  public Given withEffects(EffectRecords effects) {
    return new Given(
        key,
        expectedHead,
        expectedAnchor,
        effects,
        secondOpinion,
        witnesses,
        progress,
        checkpoints);
  }

  public Given withWitnesses(Witnesses witnesses) {
    return new Given(
        key,
        expectedHead,
        expectedAnchor,
        effects,
        secondOpinion,
        witnesses,
        progress,
        checkpoints);
  }

  public Given withProgress(Progress progress) {
    return new Given(
        key,
        expectedHead,
        expectedAnchor,
        effects,
        secondOpinion,
        witnesses,
        progress,
        checkpoints);
  }

  boolean expectsAnything() {
    return expectedHead != null || expectedAnchor != null;
  }

  public Given withCheckpoints(KeptCheckpoints other) {
    return new Given(
        key, expectedHead, expectedAnchor, effects, secondOpinion, witnesses, progress, other);
  }
}
