package dev.countersign.scope;

import dev.countersign.EffectRefusedException;
import dev.countersign.RefusalCode;
import dev.countersign.config.Word;
import dev.countersign.judge.Judge;
import dev.countersign.ledger.BodyState;
import dev.countersign.ledger.CommittedAuditException;
import dev.countersign.ledger.Ground;
import dev.countersign.ledger.LedgerException;
import dev.countersign.ledger.NotGrantedException;
import dev.countersign.ledger.Params;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * What {@code unbound.native} and {@code unbound.sockets} say happens: nothing can judge what
 * native code does afterwards, or what goes through a connection, so it is refused, or it is an
 * entry that nothing authorised, with a finding.
 */
final class UnjudgedUses {

  /** Further ones are written each time; nothing is ever left out because there are many. */
  private static final int REMEMBERED = 10_000;

  private final Surroundings run;
  private final Books books;

  /** What came in and has its entry, as it was asked for. */
  private final Set<String> seen = ConcurrentHashMap.newKeySet();

  UnjudgedUses(Surroundings run, Books books) {
    this.run = run;
    this.books = books;
  }

  /**
   * @return through which its end is told; {@link Firing#UNRECORDED} for what was recorded before
   * @throws EffectRefusedException when it must not happen
   */
  Firing use(Unjudged use) {
    CallScope scope = ThreadCell.current().acting();
    Judge outer = run.hold(scope);
    try {
      return used(scope, use);
    } finally {
      run.release(outer);
    }
  }

  private Firing used(CallScope scope, Unjudged use) {
    String tool = scope == null ? null : scope.tool();
    boolean refuses = run.refuses(use.sink(), tool);
    if (run.closed(use.sink(), tool) && refuses) {
      throw refuse(scope, use, RefusalCode.POLICY);
    }
    boolean refused = use.word(run.judge(scope).unbound()) == Word.REFUSE;
    if (refused && refuses) {
      throw refuse(scope, use, RefusalCode.UNBOUND);
    }
    Ground over = run.ledger().over(scope == null ? null : scope.node());
    if (over != null && refuses) {
      throw refuse(scope, use, Grants.codeOf(over));
    }
    String key = use.key();
    if (key != null && seen.contains(key)) {
      return Firing.UNRECORDED;
    }
    Firing allowed = allow(scope, use, refused ? RefusalCode.UNBOUND : null);
    return key == null ? allowed : new Remembered(key, allowed);
  }

  private EffectRefusedException refuse(CallScope scope, Unjudged use, RefusalCode code) {
    String callId = newCallId(use);
    EffectRefusedException refused = refusal(use, code, callId);
    if (scope != null) {
      scope.stick(refused);
    }
    try {
      books.denyUnjudged(callId, scope, use, code);
    } catch (LedgerException unwritten) {
      // It does not happen either way; that the deny is missing shows as the ledger's own failure.
      return refused;
    }
    return refused;
  }

  private Firing allow(CallScope scope, Unjudged use, RefusalCode wouldRefuse) {
    String callId = newCallId(use);
    String tool = scope == null ? null : scope.tool();
    try {
      books.allowUnjudged(callId, scope, use, wouldRefuse);
    } catch (NotGrantedException killed) {
      if (run.refuses(use.sink(), tool)) {
        throw refuse(scope, use, Grants.codeOf(killed.ground()));
      }
      return Firing.UNRECORDED;
    } catch (CommittedAuditException committed) {
      if (run.insists(use.sink(), tool)) {
        books.stopped(callId, RefusalCode.INTERNAL);
        throw refusal(use, RefusalCode.INTERNAL, callId);
      }
    } catch (LedgerException unwritten) {
      if (run.insists(use.sink(), tool)) {
        throw refusal(use, RefusalCode.INTERNAL, callId);
      }
      return Firing.UNRECORDED;
    }
    return new EffectFiring(run, null, callId, null, Params.NONE, 1, scope, null);
  }

  private String newCallId(Unjudged use) {
    try {
      return run.ledger().newCallId();
    } catch (LedgerException noRandomness) {
      throw refusal(use, RefusalCode.INTERNAL, "");
    }
  }

  private static EffectRefusedException refusal(Unjudged use, RefusalCode code, String callId) {
    return Watch.refused(new EffectRefusedException(code, use.action(), callId));
  }

  /** A use that failed brought nothing in: the next one like it has an entry again. */
  private final class Remembered implements Firing {

    private final String key;
    private final Firing firing;

    Remembered(String key, Firing firing) {
      this.key = key;
      this.firing = firing;
    }

    @Override
    public void ended(BodyState state, Throwable thrown) {
      firing.ended(state, thrown);
      if (state == BodyState.RETURNED && firing != UNRECORDED && seen.size() < REMEMBERED) {
        seen.add(key);
      }
    }

    @Override
    public EffectRefusedException refused(Map<String, Object> actual, List<String> paths) {
      return firing.refused(actual, paths);
    }
  }
}
