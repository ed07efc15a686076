package dev.countersign.gate;

import dev.countersign.ActionClass;

/**
 * What stands between the entry and the exit of one call, as far as {@link Gate} has to know it
 * when nothing behind the gate can be asked any more.
 */
public abstract class GateToken {

  /** What is refused when the check at the exit fails; null where the exit decides nothing. */
  protected final ActionClass refusedOnFailure;

  /**
   * @param refusedOnFailure null where a failing exit leaves the body's result as it is
   */
  protected GateToken(ActionClass refusedOnFailure) {
    this.refusedOnFailure = refusedOnFailure;
  }
}
