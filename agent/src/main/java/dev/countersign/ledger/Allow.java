package dev.countersign.ledger;

import java.util.Map;
import java.util.Objects;

/**
 * An effect that may happen (spec 2.2): one decision record, then one {@code allow} entry.
 *
 * @param callId from {@link Ledger#newCallId()}
 * @param scope from {@link ScopeName}
 * @param tool the real tool name, for exec and send that of the enclosing tool; null where there is
 *     none
 * @param preview the preview digest, 64 hex digits; null where no preview exists
 * @param parent the call id of the tool call around it; null at the top
 * @param capture what will be observed of the call; all but {@link Capture#PRE_HOOK_ONLY} owe one
 *     {@link Outcome}
 * @param adapter who observes it
 * @param authorised the parameters as presented at resolution, for exec and send the intent as
 *     previewed
 * @param unlisted true for a pass-through that nothing authorised ({@code policy: "unlisted"})
 * @param decision the decision record (spec 2.4) of this call
 */
public record Allow(
    String callId,
    String scope,
    String tool,
    String preview,
    String parent,
    Capture capture,
    Adapter adapter,
    Params authorised,
    boolean unlisted,
    EffectRecord decision) {

  public Allow {
    CallId.require(callId);
    Objects.requireNonNull(scope, "scope");
    Objects.requireNonNull(capture, "capture");
    Objects.requireNonNull(adapter, "adapter");
    Objects.requireNonNull(authorised, "authorised");
    Objects.requireNonNull(decision, "decision");
  }

  /**
   * An allow.
   *
   * @param decision the record without {@code record} and {@code call_id}; a JSON value
   * @throws LedgerException when that cannot be written
   */
  public Allow(
      String callId,
      String scope,
      String tool,
      String preview,
      String parent,
      Capture capture,
      Adapter adapter,
      Params authorised,
      boolean unlisted,
      Map<String, Object> decision) {
    this(
        callId,
        scope,
        tool,
        preview,
        parent,
        capture,
        adapter,
        authorised,
        unlisted,
        EffectRecord.decision(callId, decision));
  }
}
