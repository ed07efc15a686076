package dev.countersign.policy;

/** Why a document is not adopted (spec 3.3). */
public enum Rejection {
  /** No JSON of the expected shape, a duplicate key, or over the size cap. */
  MALFORMED("malformed"),
  /** Below the threshold, a key twice, an unknown key, or a signature that is none. */
  SIGNATURE("signature"),
  /** Another fleet, an unknown capability, or a policy that this agent cannot read. */
  INCOMPATIBLE("incompatible"),
  /** One of its own cases comes out differently. */
  SELFTEST("selftest"),
  /** Over its time. */
  EXPIRED("expired"),
  /** Neither the successor of the pinned version nor named by a head. */
  GAP("gap"),
  /** Higher than the pinned one by more than {@code max_jump}. */
  JUMP("jump"),
  /** It changes what is woven at the start of a JVM. */
  RESTART("restart"),
  /** Lower than what was pinned. */
  ROLLBACK("rollback_blocked"),
  /** Other bytes of a version that is known. */
  TAMPER("tamper");

  private final String text;

  Rejection(String text) {
    this.text = text;
  }

  /** As the books name it. */
  public String text() {
    return text;
  }
}
