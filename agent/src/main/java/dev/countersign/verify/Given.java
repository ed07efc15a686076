package dev.countersign.verify;

import java.util.Map;

/** What a reader holds independently of the books (spec 2.6). Starts with {@link #nothing()}. */
public final class Given {

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

  private AnchorKey key;
  private Head expectedHead;
  private Map<String, Object> expectedAnchor;
  private EffectRecords effects;
  private boolean secondOpinion;
  private Witnesses witnesses = Witnesses.none();
  private Progress progress = new Progress();
  private KeptCheckpoints checkpoints = KeptCheckpoints.none();

  private Given() {}

  private Given(Given other) {
    key = other.key;
    expectedHead = other.expectedHead;
    expectedAnchor = other.expectedAnchor;
    effects = other.effects;
    secondOpinion = other.secondOpinion;
    witnesses = other.witnesses;
    progress = other.progress;
    checkpoints = other.checkpoints;
  }

  /** Nothing but the books. */
  public static Given nothing() {
    return new Given();
  }

  /** Verifies the anchor; null for none. */
  public Given withKey(AnchorKey key) {
    Given given = new Given(this);
    given.key = key;
    return given;
  }

  /** The last entry that was noted earlier; null for none. */
  public Given withExpectedHead(Head expectedHead) {
    Given given = new Given(this);
    given.expectedHead = expectedHead;
    return given;
  }

  /** An anchor that was kept earlier, a JSON object; null for none. */
  public Given withExpectedAnchor(Map<String, Object> expectedAnchor) {
    Given given = new Given(this);
    given.expectedAnchor = expectedAnchor;
    return given;
  }

  /** Records beside the chain; null when none are at hand. */
  public Given withEffects(EffectRecords effects) {
    Given given = new Given(this);
    given.effects = effects;
    return given;
  }

  /** Whether to canonicalise with the other library too. */
  public Given withSecondOpinion(boolean secondOpinion) {
    Given given = new Given(this);
    given.secondOpinion = secondOpinion;
    return given;
  }

  /** Keys of observers, and their envelopes as received. */
  public Given withWitnesses(Witnesses witnesses) {
    Given given = new Given(this);
    given.witnesses = witnesses;
    return given;
  }

  /** Told of each entry. */
  public Given withProgress(Progress progress) {
    Given given = new Given(this);
    given.progress = progress;
    return given;
  }

  /** What is held of the Merkle log. */
  public Given withCheckpoints(KeptCheckpoints checkpoints) {
    Given given = new Given(this);
    given.checkpoints = checkpoints;
    return given;
  }

  AnchorKey key() {
    return key;
  }

  Head expectedHead() {
    return expectedHead;
  }

  Map<String, Object> expectedAnchor() {
    return expectedAnchor;
  }

  public EffectRecords effects() {
    return effects;
  }

  boolean secondOpinion() {
    return secondOpinion;
  }

  Witnesses witnesses() {
    return witnesses;
  }

  Progress progress() {
    return progress;
  }

  public KeptCheckpoints checkpoints() {
    return checkpoints;
  }

  boolean expectsAnything() {
    return expectedHead != null || expectedAnchor != null;
  }
}
