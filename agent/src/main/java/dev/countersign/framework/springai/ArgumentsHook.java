package dev.countersign.framework.springai;

import dev.countersign.effect.UntypedReading;
import dev.countersign.framework.Built;
import dev.countersign.framework.PresentedCall;
import dev.countersign.framework.Resolution;
import dev.countersign.scope.CallScope;
import dev.countersign.scope.Effects;
import dev.countersign.weave.SiteHandler;
import dev.countersign.weave.WovenMethod;
import java.util.Map;

/**
 * {@code MethodToolCallback#buildMethodArguments}: point B, the framework's own argument array.
 *
 * <p>Records only. A refusal thrown here would end the conversation.
 */
final class ArgumentsHook implements SiteHandler {

  private final Effects effects;

  ArgumentsHook(Effects effects) {
    this.effects = effects;
  }

  @Override
  public Object enter(WovenMethod woven, Object self, Object[] args) {
    CallScope scope = effects.currentCall();
    Resolution resolution = Resolution.of(scope);
    if (resolution == null || resolution.executor() != self || resolution.tool().method() == null) {
      return null;
    }
    Map<String, Object> given =
        effects.mayAcceptChanges(scope) ? given(resolution, (Map<?, ?>) args[0]) : null;
    return new Built(scope, given, () -> true);
  }

  /** The text where the map is a reading of it, else the map as somebody made it. */
  private static Map<String, Object> given(Resolution resolution, Map<?, ?> map) {
    Map<String, Object> text = PresentedCall.arguments((String) resolution.request());
    return Resolution.without(
        resolution.excluded(),
        text != null && UntypedReading.is(text, map) ? text : Built.snapshot(map));
  }

  @Override
  public Object exit(Object token, Object result, Throwable thrown) {
    if (result instanceof Object[] built) {
      ((Built) token).keep(effects, built);
    }
    return result;
  }
}
