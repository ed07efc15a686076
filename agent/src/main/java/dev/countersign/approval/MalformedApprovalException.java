package dev.countersign.approval;

/** A request or a ticket that is none: cut, edited, of another version. */
public final class MalformedApprovalException extends Exception {

  private static final long serialVersionUID = 1L;

  /**
   * @param what is wrong with it; never a part of its content
   */
  MalformedApprovalException(String what) {
    super(what, null, false, false);
  }
}
