package dev.countersign.ledger;

import java.util.List;

/**
 * What {@link Ledger#kill} did.
 *
 * @param revoked the nodes that may do nothing any more
 * @param pendingAtKill their calls that owed an outcome, sorted
 * @param unrecorded null, or why the books do not say so although it holds
 */
public record Killed(List<String> revoked, List<String> pendingAtKill, String unrecorded) {

  public Killed {
    revoked = List.copyOf(revoked);
    pendingAtKill = List.copyOf(pendingAtKill);
  }
}
