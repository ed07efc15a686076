package dev.countersign.scope;

import dev.countersign.config.Configuration;
import dev.countersign.judge.Judge;
import dev.countersign.judge.Judging;
import dev.countersign.ledger.Ledger;
import java.util.function.Supplier;

/**
 * What holds for the whole run.
 *
 * @param configuration as read before {@code main}
 * @param judging holds the judging object in force
 * @param ledger the books
 * @param runId 32 lowercase hex digits unless configured
 * @param lock waits for the digest of class path and module path (spec 1.4)
 * @param engineVersion of this agent
 * @param engineCommit what it was built from
 */
public record Surroundings(
    Configuration configuration,
    Judging judging,
    Ledger ledger,
    String runId,
    Supplier<String> lock,
    String engineVersion,
    String engineCommit) {

  /** For what begins here: a call, or an effect outside of calls. */
  Judge judge() {
    Judge held = judging.isMovable() ? ThreadCell.current().judge() : null;
    return held == null ? judging.take() : held;
  }

  /**
   * One effect is judged by one object: what is in force now stays in force for the calling thread
   * until {@link #release}, whatever is adopted meanwhile.
   *
   * @param scope that the effect is in: what judges there is fixed; null for none
   * @return what was held before, for {@link #release}
   */
  Judge hold(CallScope scope) {
    if (!judging.isMovable()) {
      return null;
    }
    ThreadCell cell = ThreadCell.current();
    Judge outer = cell.judge();
    if (scope == null && outer == null) {
      cell.judge(judging.take());
    }
    return outer;
  }

  /** Ends {@link #hold}. */
  void release(Judge outer) {
    if (judging.isMovable()) {
      ThreadCell.current().judge(outer);
    }
  }

  /** What judges in a scope; null for outside of calls. */
  Judge judge(CallScope scope) {
    return scope == null ? judge() : scope.judge();
  }

  /** Whether every effect is refused for now. */
  boolean closed() {
    return judging.closed() != null;
  }

  /** Whether the calling thread is in {@code enforce}: a call keeps the mode that it began with. */
  boolean enforcing() {
    CallScope scope = judging.isMovable() ? ThreadCell.current().acting() : null;
    return (scope == null ? judging.now() : scope.judge()).enforcing();
  }
}
