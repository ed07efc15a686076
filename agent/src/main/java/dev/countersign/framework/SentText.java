package dev.countersign.framework;

import dev.countersign.effect.Parameter;
import dev.countersign.effect.UntypedReading;
import dev.countersign.ledger.Capture;
import dev.countersign.scope.CallScope;
import dev.countersign.scope.Effects;
import dev.countersign.scope.PlanSource;
import dev.countersign.scope.ToolMethod;
import dev.countersign.weave.WovenMethod;
import java.util.List;
import java.util.Map;

/**
 * Arguments that a framework reads from a JSON text and sends on, to a server of tools: what is
 * read is compared as one map.
 *
 * <p>A text cannot be changed any more, and nobody stands between its reading and what is sent.
 */
public final class SentText {

  /** What carries such a call out: the framework's own method that gets the text. */
  public static BoundTool behind(WovenMethod sends) {
    return new BoundTool(
        new ToolMethod(
            ToolMethod.text(sends.className(), sends.method(), sends.descriptor()),
            List.of(Parameter.whole(Map.class)),
            List.of(0)),
        PlanSource.NONE,
        Capture.WRAPPER_SYNC,
        sends,
        null);
  }

  /**
   * Point B: what is sent, as the sink's one argument.
   *
   * @param scope of a call that {@link #behind} carries out
   * @param json the text, strictly read; null where it is no JSON object
   */
  public static Object[] built(Effects effects, CallScope scope, Map<String, Object> json) {
    Map<String, Object> given = Resolution.without(Resolution.of(scope).excluded(), json);
    Object[] sent = {UntypedReading.of(given)};
    if (effects.mayAcceptChanges(scope)) {
      new Built(scope, given, () -> true).keep(effects, sent);
    }
    return sent;
  }

  private SentText() {}
}
