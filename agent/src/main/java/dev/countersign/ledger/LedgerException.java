package dev.countersign.ledger;

/**
 * The ledger could not do what was asked, and nothing of it stands in the books: an effect that
 * waited for it must not happen (spec 1.6, 2.2). {@link CommittedAuditException} is the one
 * exception to "nothing".
 */
public class LedgerException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  /**
   * @param message what failed, the likely cause, the next step; never a value of a request
   */
  public LedgerException(String message) {
    super(message);
  }

  /**
   * @param message what failed, the likely cause, the next step; never a value of a request
   * @param cause what the JDK threw
   */
  public LedgerException(String message, Throwable cause) {
    super(message, cause);
  }
}
