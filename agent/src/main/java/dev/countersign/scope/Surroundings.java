package dev.countersign.scope;

import dev.countersign.config.Configuration;
import dev.countersign.config.Mode;
import dev.countersign.effect.Verb;
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
    return judging.isMovable() ? judge(ThreadCell.current()) : judging.take();
  }

  /**
   * @param own of the calling thread
   */
  Judge judge(ThreadCell own) {
    Judge held = own.judge();
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

  /**
   * Whether an effect is refused for now whatever it is: the machine is closed, or a part of it
   * frozen.
   *
   * @param sink as {@link #sink} names them
   * @param tool the innermost one that it happens in, or that is called; null for none
   */
  boolean closed(String sink, String tool) {
    return judging.closed() != null || judging.now().isFrozen(sink, tool);
  }

  /**
   * Whether what is wrong with an effect has it refused: a call keeps the mode that it began with,
   * and of a machine that closes meanwhile nothing more of it happens.
   */
  boolean refuses(String sink, String tool) {
    return refuses(acting(), sink, tool);
  }

  /** The same, of what is judged by this object. */
  boolean refuses(Judge judge, String sink, String tool) {
    Judge now = judging.now();
    return judge.refuses(sink, tool)
        || now.isFrozen(sink, tool)
        || judging.closed() != null && now.refuses(sink, tool);
  }

  /** Whether what cannot be recorded is refused; no exception that is about a part changes it. */
  boolean insists(String sink, String tool) {
    return acting().insists() || refuses(sink, tool);
  }

  /** The mode that the record of an effect names. */
  String mode(Judge judge, String sink, String tool) {
    return (refuses(judge, sink, tool) ? Mode.ENFORCE : Mode.OBSERVE).text();
  }

  /**
   * Whether the calling thread is in {@code enforce}, so that what it does has to be held until it
   * is judged. Whether something is refused, {@link #refuses} says.
   */
  boolean enforcing() {
    return judging.refusesAll() || judging.now().freezes() || acting().enforcing();
  }

  private Judge acting() {
    CallScope scope = judging.isMovable() ? ThreadCell.current().acting() : null;
    return scope == null ? judging.now() : scope.judge();
  }

  /** How an exception names what an effect is. */
  static String sink(Verb verb) {
    return verb.text();
  }
}
