package dev.countersign.approval;

/** What became of a request, as the directory tells it. */
public enum ApprovalState {
  /** Waits for an answer. */
  PENDING,
  /** Approved, and not used yet. */
  APPROVED,
  /** Refused. */
  REFUSED,
  /** Approved, and used: nothing happens by it again. */
  SPENT,
  /** Nobody answered in time, or the answer is too old. */
  EXPIRED
}
