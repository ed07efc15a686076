package dev.countersign.ledger;

import java.util.List;

/**
 * The answer of {@link Ledger#complete()}.
 *
 * @param completed true when nothing was pending and {@code done} has been written
 * @param pendingCallIds what still owes an outcome, oldest first; empty exactly when {@code
 *     completed}
 */
public record Completion(boolean completed, List<String> pendingCallIds) {

  public Completion {
    pendingCallIds = List.copyOf(pendingCallIds);
  }
}
