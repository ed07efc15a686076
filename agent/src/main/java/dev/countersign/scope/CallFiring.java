package dev.countersign.scope;

import dev.countersign.EffectRefusedException;
import dev.countersign.effect.Divergence;
import dev.countersign.ledger.BodyState;
import dev.countersign.ledger.ErrorCode;
import dev.countersign.ledger.Outcome;
import dev.countersign.ledger.Params;
import java.util.LinkedHashMap;
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
    Map<String, Object> record = new LinkedHashMap<>(8);
    if (divergence != null) {
      record.put("divergence", divergence.toJson());
    } else if (commitDigest != null) {
      record.put("commit_digest", commitDigest);
    }
    if (own && scope.superseded() != null) {
      record.put("supersedes", scope.superseded());
    }
    EffectRefusedException swallowed = scope.swallowed();
    if (swallowed != null && swallowed != thrown) {
      record.put("sticky", true);
    }
    write(state, state == BodyState.RAISED ? ErrorCode.of(thrown) : null, invoked, record);
  }

  @Override
  public EffectRefusedException refused(Map<String, Object> actual, List<String> paths) {
    throw new IllegalStateException("a tool call has no sink behind its own");
  }

  private void write(BodyState state, String errorCode, Params params, Map<String, Object> record) {
    record.put("use", use);
    run.ledger()
        .outcome(
            new Outcome(callId, state, System.nanoTime() - startedAt, errorCode, params, record));
  }
}
