package dev.countersign.ledger;

import java.util.Map;
import java.util.Objects;

/**
 * What was observed of an allowed call when it ended (spec 2.3): one outcome record, then one
 * {@code outcome} entry.
 *
 * @param callId of the allow
 * @param state how it ended
 * @param durationNanos observed time; negative counts as 0
 * @param errorCode from {@link ErrorCode}; required exactly when {@code state} is {@link
 *     BodyState#RAISED}
 * @param invoked the parameters as observed immediately before the body; {@link Params#NONE} when
 *     it was not entered
 * @param record the outcome record (spec 2.4) of this call
 */
public record Outcome(
    String callId,
    BodyState state,
    long durationNanos,
    String errorCode,
    Params invoked,
    EffectRecord record) {

  public Outcome {
    CallId.require(callId);
    Objects.requireNonNull(state, "state");
    Objects.requireNonNull(invoked, "invoked");
    Objects.requireNonNull(record, "record");
    if ((state == BodyState.RAISED) != (errorCode != null)) {
      throw new IllegalArgumentException(
          "an error code belongs to raised and to nothing else, not to " + state.text());
    }
    if (errorCode != null) {
      errorCode = ErrorCode.clean(errorCode);
    }
  }

  /**
   * What was observed.
   *
   * @param record without {@code record}, {@code call_id} and {@code duration_ns}; a JSON value
   * @throws LedgerException when that cannot be written
   */
  public Outcome(
      String callId,
      BodyState state,
      long durationNanos,
      String errorCode,
      Params invoked,
      Map<String, Object> record) {
    this(
        callId,
        state,
        durationNanos,
        errorCode,
        invoked,
        EffectRecord.outcome(callId, durationNanos, record));
  }
}
