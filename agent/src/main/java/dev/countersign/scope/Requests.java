package dev.countersign.scope;

import dev.countersign.EffectRefusedException;
import dev.countersign.RefusalCode;
import dev.countersign.canonical.Hex;
import dev.countersign.canonical.Randomness;
import dev.countersign.effect.Context;
import dev.countersign.effect.EffectRequest;
import dev.countersign.effect.Verb;
import dev.countersign.ledger.LedgerException;
import dev.countersign.ledger.Params;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Makes requests out of what is observed now; nothing is taken over from an earlier one (spec 1.4).
 */
final class Requests {

  private final Surroundings run;

  Requests(Surroundings run) {
    this.run = run;
  }

  /** ρ with the context read now; nothing is taken over from another ρ. */
  EffectRequest of(Verb verb, CallScope scope, Map<String, Object> intent, String plan) {
    Context context =
        new Context(
            plan,
            run.lock().get(),
            scope.judge().permits(),
            scope.call() == null ? null : scope.call().pin().digest(),
            verb == Verb.EXEC ? scope.judge().sandbox() : null,
            "none",
            run.runId(),
            scope.attempt());
    return new EffectRequest(
        verb, scope.taskId(), intent, verb == Verb.INVOKE ? Map.of() : scope.inputs(), context);
  }

  /**
   * The effect as that preview compares it: values at placeholders masked, the context read now.
   */
  EffectRequest observe(Preview preview, Observation seen) {
    CallScope owner = preview.owner();
    return of(seen.verb(), owner, preview.comparable(seen.intent()), owner.plan().digest());
  }

  static Map<String, Object> invokeIntent(
      String tool, String method, Map<String, Object> arguments) {
    Map<String, Object> intent = new LinkedHashMap<>(4);
    intent.put("tool", tool);
    intent.put("method", method);
    intent.put("arguments", arguments);
    return intent;
  }

  /** The arguments object of an observed call; the whole intent of other verbs. */
  static Params params(Observation seen) {
    if (seen.intent() == null) {
      return Params.UNSUPPORTED;
    }
    return Params.of(seen.verb() == Verb.INVOKE ? seen.intent().get("arguments") : seen.intent());
  }

  /**
   * @throws EffectRefusedException when there is no randomness: nothing is written, nothing fires
   */
  String newCallId(Verb verb) {
    try {
      return run.ledger().newCallId();
    } catch (LedgerException noRandomness) {
      throw refusal(RefusalCode.INTERNAL, verb, "");
    }
  }

  /** 16 random bytes as 32 lowercase hex digits. */
  String hex16() {
    byte[] bytes = new byte[16];
    Randomness.fill(bytes);
    return Hex.of(bytes);
  }

  static EffectRefusedException refusal(RefusalCode code, Verb verb, String callId) {
    return new EffectRefusedException(code, verb.action(), callId);
  }
}
