package dev.countersign.scope;

import dev.countersign.EffectRefusedException;
import dev.countersign.RefusalCode;
import dev.countersign.effect.Divergence;
import dev.countersign.effect.Verb;
import dev.countersign.ledger.LedgerException;
import dev.countersign.ledger.Params;

/**
 * Writes that a call was refused at its own sink, or on the way there (spec 2.2): the outcome of
 * the call while its body has not run, a denial of its own afterwards.
 */
final class OwnRefusals {

  private final Surroundings run;
  private final Books books;
  private final Requests requests;

  OwnRefusals(Surroundings run, Books books, Requests requests) {
    this.run = run;
    this.books = books;
    this.requests = requests;
  }

  /**
   * What is to be thrown; where it is, the model is told. Nothing of the call runs any more. Only
   * in {@code enforce}.
   */
  EffectRefusedException of(
      CallScope scope, RefusalCode code, Divergence divergence, String detail) {
    if (!scope.wasEntered() && scope.claimBodyOutcome()) {
      new EffectFiring(run, Verb.INVOKE, scope.bodyCallId(), null, Params.NONE, 1, null, null)
          .refused(code, divergence, detail);
      EffectRefusedException refused = Requests.refusal(code, Verb.INVOKE, scope.bodyCallId());
      scope.refuse(refused);
      scope.stickWhereHandedOn(refused);
      return refused;
    }
    String callId = requests.newCallId(Verb.INVOKE);
    EffectRefusedException refused = Requests.refusal(code, Verb.INVOKE, callId);
    scope.refuse(refused);
    scope.stickWhereHandedOn(refused);
    try {
      books.deny(furtherUse(callId, scope), code, divergence);
    } catch (LedgerException unwritten) {
      // Nothing runs either way; that the deny is missing shows as the ledger's own failure.
      return refused;
    }
    return refused;
  }

  /** The entry of one more use of a call. */
  static BookEntry furtherUse(String callId, CallScope scope) {
    Preview own = scope.own();
    Params authorised = own == null ? Params.UNSUPPORTED : Params.of(scope.authorised());
    return BookEntry.ofCall(scope.call(), callId, scope, scope.judge(), authorised)
        .previewed(own == null ? null : own.request());
  }
}
