package dev.countersign.ledger;

import java.util.Map;
import java.util.Objects;

/**
 * An effect that was refused (spec 2.2): one decision record, then one {@code deny} entry, and
 * nothing follows.
 *
 * @param callId from {@link Ledger#newCallId()}
 * @param scope from {@link ScopeName}
 * @param tool the real tool name, for exec and send that of the enclosing tool; null where there is
 *     none
 * @param preview the preview digest, 64 hex digits; null where no preview exists
 * @param parent the call id of the tool call around it; null at the top
 * @param code why, for example {@code NIKA-SEC-011}
 * @param constraint which rule said so, for example {@value #PREVIEW_CONSTRAINT} or the name of a
 *     policy layer
 * @param message one sentence without values of the request
 * @param decision the decision record (spec 2.4) of this call
 */
public record Deny(
    String callId,
    String scope,
    String tool,
    String preview,
    String parent,
    String code,
    String constraint,
    String message,
    EffectRecord decision) {

  /** The rule that an effect must be the one that was previewed. */
  public static final String PREVIEW_CONSTRAINT = "effect-preview";

  public Deny {
    CallId.require(callId);
    Objects.requireNonNull(scope, "scope");
    Objects.requireNonNull(code, "code");
    Objects.requireNonNull(constraint, "constraint");
    Objects.requireNonNull(message, "message");
    Objects.requireNonNull(decision, "decision");
  }

  /** A refusal by the rule {@value #PREVIEW_CONSTRAINT}. */
  public Deny(
      String callId,
      String scope,
      String tool,
      String preview,
      String parent,
      String code,
      String message,
      EffectRecord decision) {
    this(callId, scope, tool, preview, parent, code, PREVIEW_CONSTRAINT, message, decision);
  }

  /**
   * The same.
   *
   * @param decision the record without {@code record} and {@code call_id}; a JSON value
   * @throws LedgerException when that cannot be written
   */
  public Deny(
      String callId,
      String scope,
      String tool,
      String preview,
      String parent,
      String code,
      String message,
      Map<String, Object> decision) {
    this(
        callId,
        scope,
        tool,
        preview,
        parent,
        code,
        message,
        EffectRecord.decision(callId, decision));
  }
}
