package dev.countersign.scope;

import dev.countersign.ActionClass;
import dev.countersign.EffectRefusedException;
import dev.countersign.RefusalCode;
import dev.countersign.judge.Judge;
import dev.countersign.ledger.CommittedAuditException;
import dev.countersign.ledger.LedgerException;
import dev.countersign.ledger.Node;
import dev.countersign.ledger.NotGrantedException;
import dev.countersign.ledger.Params;

/**
 * Decides about hand-offs, and writes them like effects: an {@code allow} before the method runs,
 * an {@code outcome} when it has ended, a {@code deny} where it must not run. Each is a receipt.
 *
 * <p>No sentence is about a hand-off; what decides is {@code default}, whether the books are open,
 * and whether the acting node's authority has {@code agent.handoff}.
 */
final class Hops {

  private final Surroundings run;
  private final Books books;

  Hops(Surroundings run, Books books) {
    this.run = run;
    this.books = books;
  }

  /**
   * Work is about to be handed to a peer.
   *
   * @param by whose it is; null for the root's
   * @param carried what the thread carries; null for nothing
   * @return through which its end is told
   * @throws EffectRefusedException when it must not be handed on
   */
  Firing toPeer(Node by, CallScope carried, Hop hop) {
    Judge outer = run.hold(carried);
    try {
      return decided(by, carried, hop);
    } finally {
      run.release(outer);
    }
  }

  private Firing decided(Node by, CallScope carried, Hop hop) {
    String callId = newCallId();
    boolean denied = run.judge(carried).deniesByDefault();
    String tool = carried == null ? null : carried.tool();
    boolean refuses = run.refuses(Hop.SINK, tool);
    if (refuses && (denied || run.closed(Hop.SINK, tool))) {
      throw refused(callId, carried, hop, RefusalCode.POLICY, null, denied);
    }
    try {
      books.allowHop(callId, by, carried, hop, denied ? RefusalCode.POLICY : null, true);
    } catch (NotGrantedException exceeded) {
      RefusalCode code = Grants.codeOf(exceeded.ground());
      if (refuses) {
        throw refused(callId, carried, hop, code, exceeded, false);
      }
      books.allowHop(callId, by, carried, hop, code, false);
    } catch (CommittedAuditException committed) {
      if (run.insists(Hop.SINK, tool)) {
        books.stopped(callId, RefusalCode.INTERNAL);
        throw refusal(carried, callId, RefusalCode.INTERNAL);
      }
    } catch (LedgerException unwritten) {
      if (run.insists(Hop.SINK, tool)) {
        throw refusal(carried, callId, RefusalCode.INTERNAL);
      }
      return Firing.UNRECORDED;
    }
    return firing(callId);
  }

  /**
   * Work goes to a sub-agent, whose node was made.
   *
   * @return through which its end is told
   * @throws LedgerException if it cannot be written, or made durable where that has it refused
   */
  Firing toAgent(CallScope carried, Hop hop) {
    String callId = run.ledger().newCallId();
    try {
      books.allowHop(callId, null, carried, hop, null, true);
    } catch (CommittedAuditException committed) {
      if (run.insists(Hop.SINK, Effects.tool(carried))) {
        books.stopped(callId, RefusalCode.INTERNAL);
        throw committed;
      }
    }
    return firing(callId);
  }

  /** A sub-agent's node was not made: the hop is refused. Nothing runs either way. */
  void refusedToAgent(CallScope carried, Hop hop, RefusalCode code, NotGrantedException why) {
    try {
      books.denyHop(run.ledger().newCallId(), null, carried, hop, code, why.ground(), false);
    } catch (LedgerException unwritten) {
      return; // the spawn_denied stands; that the deny is missing is the ledger's own failure
    }
  }

  private Firing firing(String callId) {
    return new EffectFiring(run, null, callId, null, Params.NONE, 1, null, null);
  }

  private String newCallId() {
    try {
      return run.ledger().newCallId();
    } catch (LedgerException none) {
      throw refusal(null, "", RefusalCode.INTERNAL);
    }
  }

  private EffectRefusedException refused(
      String callId,
      CallScope carried,
      Hop hop,
      RefusalCode code,
      NotGrantedException exceeded,
      boolean byDefault) {
    try {
      books.denyHop(
          callId,
          carried == null ? null : carried.node(),
          carried,
          hop,
          code,
          exceeded == null ? null : exceeded.ground(),
          byDefault);
    } catch (LedgerException unwritten) {
      return refusal(carried, callId, code); // refused all the same
    }
    return refusal(carried, callId, code);
  }

  private static EffectRefusedException refusal(
      CallScope carried, String callId, RefusalCode code) {
    EffectRefusedException refused =
        Watch.refused(new EffectRefusedException(code, ActionClass.DELEGATION, callId));
    if (carried != null) {
      carried.stick(refused);
    }
    return refused;
  }
}
