package dev.countersign.ledger;

/** What became of lines that were handed in. */
enum Fate {
  /** They stand in the chain, as durable as the settings promise. */
  WRITTEN,
  /** They stand in the chain but may not survive a power loss. */
  NOT_DURABLE,
  /** Not written: they were made for a chain that is not the current one any more. */
  STALE,
  /** Not written: their chain was found lost, and another one has begun. */
  LOST,
  /** Not written: the books are closed. */
  CLOSED,
  /** Not written: the call owes no outcome. */
  NOT_OWED,
  /** Not written: its node may not do it. */
  NOT_GRANTED,
  /** Not written: {@link Submission#cause} says why. */
  FAILED
}
