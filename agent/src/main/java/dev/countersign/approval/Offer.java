package dev.countersign.approval;

/**
 * What the framework that carries a call out has to do with its approval: an answer that came with
 * the call, or a way to ask for one. Of one call, asked by one thread.
 */
public interface Offer {

  /** As {@code approvals.from} has it. */
  String source();

  /** Whether an answer came already: then nobody is asked by {@link #look}. */
  boolean isAnswered();

  /**
   * What it says to this request; asks where nobody was asked, and uses nothing up. Never waits for
   * anybody.
   */
  UnsignedAnswer look(ApprovalRequest request);
}
