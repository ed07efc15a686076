package dev.countersign.approval;

/** Somebody else answered first: exactly one of two approvers decides. */
public final class AnsweredException extends Exception {

  private static final long serialVersionUID = 1L;

  private final transient Ticket ticket;

  /**
   * @param ticket the answer that counts; null where it cannot be read
   */
  AnsweredException(Ticket ticket) {
    super(
        ticket == null
            ? "somebody answered it first, and the answer cannot be read"
            : ticket.approver()
                + " answered it first, at "
                + ticket.issuedAt()
                + ": "
                + ticket.decision().text(),
        null,
        false,
        false);
    this.ticket = ticket;
  }

  /** The answer that counts; null where it cannot be read. */
  public Ticket ticket() {
    return ticket;
  }
}
