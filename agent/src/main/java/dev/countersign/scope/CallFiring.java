package dev.countersign.scope;

import dev.countersign.EffectRefusedException;
import dev.countersign.canonical.CanonicalObject;
import dev.countersign.effect.Divergence;
import dev.countersign.ledger.BodyState;
import dev.countersign.ledger.EffectRecord;
import dev.countersign.ledger.ErrorCode;
import dev.countersign.ledger.Outcome;
import dev.countersign.ledger.Params;
import java.util.List;
import java.util.Map;

/** A running body of a tool call. The first body's end is the outcome of the call itself. */
final class CallFiring implements Firing {

  private final Surroundings run;
  private final CallScope scope;
  private final String callId;
  private final String commitDigest;
  private final Params invoked;
  private final int use;
  private final Divergence divergence;
  private final long startedAt = System.nanoTime();

  /**
   * @param callId the call's own id, or that of a further use
   * @param commitDigest null when it runs without an equal preview
   * @param divergence what differed although it runs ({@code observe}); else null
   */
  CallFiring(
      Surroundings run,
      CallScope scope,
      String callId,
      String commitDigest,
      Params invoked,
      int use,
      Divergence divergence) {
    this.run = run;
    this.scope = scope;
    this.callId = callId;
    this.commitDigest = commitDigest;
    this.invoked = invoked;
    this.use = use;
    this.divergence = divergence;
  }

  @Override
  public void ended(BodyState state, Throwable thrown) {
    boolean own = callId.equals(scope.bodyCallId());
    if (own && !scope.claimBodyOutcome()) {
      return;
    }
    EffectRefusedException swallowed = scope.swallowed();
    boolean sticky = swallowed != null && swallowed != thrown;
    long duration = System.nanoTime() - startedAt;
    String supersedes = own ? scope.superseded() : null;
    EffectRecord record = record(duration, supersedes, sticky);
    String errorCode = state == BodyState.RAISED ? ErrorCode.of(thrown) : null;
    run.ledger().outcome(new Outcome(callId, state, duration, errorCode, invoked, record));
  }

  /** The record, its members in the order that the canonical text has them. */
  private EffectRecord record(long duration, String supersedes, boolean sticky) {
    CanonicalObject text = EffectRecord.begin().plain("call_id", callId);
    if (divergence != null) {
      text.member("divergence", divergence.toJson());
    } else if (commitDigest != null) {
      text.plain("commit_digest", commitDigest);
    }
    text.member("duration_ns", EffectRecord.bounded(duration)).plain("record", "outcome");
    if (sticky) {
      text.member("sticky", true);
    }
    if (supersedes != null) {
      text.member("supersedes", supersedes);
    }
    return EffectRecord.of(text.member("use", use));
  }

  @Override
  public EffectRefusedException refused(Map<String, Object> actual, List<String> paths) {
    throw new IllegalStateException("a tool call has no sink behind its own");
  }
}
