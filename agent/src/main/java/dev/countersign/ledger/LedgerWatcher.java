package dev.countersign.ledger;

/** Sees each write of the ledger, on the thread that waits for it. Must not fail. */
public interface LedgerWatcher {

  /**
   * Something is about to be written.
   *
   * @return for {@link #wrote}
   */
  Object begins();

  /**
   * It is written, or could not be.
   *
   * @param begun from {@link #begins}
   * @param entry {@code allow}, {@code deny}, {@code outcome} or {@code act}
   * @param callId whose it is
   * @param written whether it stands in the chain
   */
  void wrote(Object begun, String entry, String callId, boolean written);
}
