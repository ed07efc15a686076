package dev.countersign.ledger;

import java.util.LinkedHashMap;
import java.util.Map;

/** One of the agent's own acts as a pair of entries (spec 2.2), each with its record. */
final class Act {

  private static final String TOOL = "countersign";

  private final Allow allow;
  private final Outcome outcome;

  Act(String callId, String act, Map<String, Object> record, long durationNanos, Adapter self) {
    String scope = ScopeName.agent(act);
    Map<String, Object> decision = new LinkedHashMap<>(record);
    decision.put("act", scope);
    this.allow =
        new Allow(
            callId,
            scope,
            TOOL,
            null,
            null,
            Capture.WRAPPER_SYNC,
            self,
            Params.NONE,
            false,
            decision);
    this.outcome =
        new Outcome(callId, BodyState.RETURNED, durationNanos, null, Params.NONE, Map.of("use", 1));
  }

  String callId() {
    return allow.callId();
  }

  /** The pair for that chain, to be handed in. */
  Submission submission(Chain current) {
    EntryForm form = current.form();
    EffectRecord decided = allow.decision();
    EffectRecord ended = outcome.record();
    EntryDraft first =
        form.allow(allow, form.node(), decided.digest(), ParamsStatement.NOTHING).bounded();
    EntryDraft second =
        form.outcome(outcome, form.node(), ended.digest(), ParamsStatement.NOTHING).bounded();
    return new Submission(
        current,
        decided,
        first,
        new Submission(current, ended, second, null, null, false),
        null,
        false);
  }
}
