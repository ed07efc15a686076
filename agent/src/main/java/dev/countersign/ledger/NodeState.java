package dev.countersign.ledger;

import java.util.List;

/**
 * One node of the delegation tree as it stands.
 *
 * @param id {@code <chain id>:n<k>}
 * @param parent its parent's; null for the root
 * @param agent whose node it is
 * @param lifecycle {@code running}, {@code ending} (its method has ended, calls have not), {@code
 *     expired} or {@code killed}
 * @param pending how many of its allowed calls have no outcome
 * @param meters of its ceilings
 */
public record NodeState(
    String id, String parent, String agent, String lifecycle, int pending, List<Use> meters) {

  /**
   * How much of a ceiling is used.
   *
   * @param key of the ceiling
   * @param used by calls of this node and those below it; a Long, or a BigDecimal of money
   * @param max the ceiling, in the same way
   */
  public record Use(String key, Number used, Number max) {}
}
