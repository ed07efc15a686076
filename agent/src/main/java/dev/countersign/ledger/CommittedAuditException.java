package dev.countersign.ledger;

/**
 * An entry was committed to the chain, and making it durable failed afterwards (spec 2.2). An
 * allowed call is pending already: in {@code enforce} its effect must not fire, and its true
 * outcome is still owed and accepted. The call must not be retried under the same id.
 */
public final class CommittedAuditException extends LedgerException {

  private static final long serialVersionUID = 1L;

  private final String callId;
  private final String entry;
  private final String record;

  CommittedAuditException(
      String message, Throwable cause, String callId, String entry, String record) {
    super(message, cause);
    this.callId = callId;
    this.entry = entry;
    this.record = record;
  }

  /** The call, 32 lowercase hex digits. */
  public String callId() {
    return callId;
  }

  /** The committed entry: canonical JSON without its newline. */
  public String entry() {
    return entry;
  }

  /** The decision or outcome record that the entry binds: canonical JSON without its newline. */
  public String record() {
    return record;
  }
}
