package dev.countersign.ledger;

/** A node may not do it: nothing was written, and its meters stand as before (spec 2.2). */
public final class NotGrantedException extends LedgerException {

  private static final long serialVersionUID = 1L;

  private final transient Ground ground;

  NotGrantedException(Ground ground) {
    super(ground.code() + ": " + ground.message(), null);
    this.ground = ground;
  }

  /** Why. */
  public Ground ground() {
    return ground;
  }
}
