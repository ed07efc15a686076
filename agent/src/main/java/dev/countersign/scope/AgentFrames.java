package dev.countersign.scope;

import dev.countersign.ActionClass;
import dev.countersign.EffectRefusedException;
import dev.countersign.RefusalCode;
import dev.countersign.config.AgentRule;
import dev.countersign.ledger.Authority;
import dev.countersign.ledger.LedgerException;
import dev.countersign.ledger.Node;
import dev.countersign.ledger.NotGrantedException;
import java.util.concurrent.atomic.AtomicLong;

/** Delegation (spec 5.9): the frames of methods that are agents of their own, and hand-offs. */
public final class AgentFrames {

  private final Surroundings run;
  private final Books books;

  /** How much could not be written where nobody can be told. */
  private final AtomicLong lost;

  AgentFrames(Surroundings run, Books books, AtomicLong lost) {
    this.run = run;
    this.books = books;
    this.lost = lost;
  }

  /**
   * An agent's method is about to run (spec 5.9): makes its node and lets the calling thread carry
   * its frame until {@link #leave}.
   *
   * @param given what the entry gives it, at most
   * @param hop as receipts have it; null where no receipts are kept
   * @return the frame; null where the method is entered by itself, or in {@code observe} where the
   *     books cannot be written
   * @throws EffectRefusedException when it must not run
   */
  public CallScope enter(AgentRule rule, Authority given, Hop hop) {
    Effects.requireOpen(ActionClass.DELEGATION);
    CallScope carried = ThreadCell.current().acting();
    if (carried != null && carried.isAgent(rule)) {
      return null; // recursion, or what it overrides
    }
    Node node;
    try {
      node =
          run.ledger()
              .spawn(
                  carried == null ? null : carried.node(),
                  rule.agent(),
                  rule.method().text(),
                  given,
                  run.refuses(Hop.SINK, Effects.tool(carried)));
    } catch (LedgerException failed) {
      if (!run.refuses(Hop.SINK, Effects.tool(carried))) {
        return null;
      }
      RefusalCode code =
          failed instanceof NotGrantedException refused
              ? Grants.codeOf(refused.ground())
              : RefusalCode.INTERNAL;
      if (hop != null && failed instanceof NotGrantedException refused) {
        hops().refusedToAgent(carried, hop, code, refused);
      }
      throw notDelegated(carried, code);
    }
    Firing end = null;
    if (hop != null) {
      try {
        end = hops().toAgent(carried, hop);
      } catch (LedgerException unwritten) {
        endQuietly(node);
        if (!run.refuses(Hop.SINK, Effects.tool(carried))) {
          return null;
        }
        throw notDelegated(carried, RefusalCode.INTERNAL);
      }
    }
    CallScope frame = CallScope.ofAgent(ThreadCell.current().scope(), run.judge(), node, rule);
    frame.hop(end);
    ThreadCell.current().swap(frame);
    return frame;
  }

  private static EffectRefusedException notDelegated(CallScope carried, RefusalCode code) {
    EffectRefusedException refused =
        Watch.refused(new EffectRefusedException(code, ActionClass.DELEGATION, ""));
    if (carried != null) {
      carried.stick(refused);
    }
    return refused;
  }

  private void endQuietly(Node node) {
    try {
      run.ledger().end(node);
    } catch (LedgerException unwritten) {
      lost.incrementAndGet();
    }
  }

  /**
   * Work is about to be handed to a peer (spec 5.9, {@code handoff}).
   *
   * @return through which its end is told
   * @throws EffectRefusedException when it must not be handed on
   */
  public Firing handOff(Hop hop) {
    Effects.requireOpen(ActionClass.DELEGATION);
    CallScope carried = ThreadCell.current().acting();
    return hops().toPeer(carried == null ? null : carried.node(), carried, hop);
  }

  /** Made where one is needed: most JVMs hand nothing on. */
  private Hops hops() {
    return new Hops(run, books);
  }

  /** The method of an agent returned or threw: the thread carries what it carried before. */
  public void leave(CallScope frame) {
    ThreadCell.current().swap(frame.parent());
  }

  /**
   * Nothing of an agent's method goes on.
   *
   * @throws LedgerException if its end could not be written
   */
  public void end(CallScope frame) {
    frame.endIdentity();
    run.ledger().end(frame.node());
  }

  /** The method of an agent returned what is consumed later: it ends {@code preview_ttl} later. */
  public void endLater(CallScope frame) {
    run.ledger().endLater(frame.node(), run.configuration().previewTtl().toNanos());
  }
}
