package dev.countersign.framework.langchain4j;

import dev.countersign.effect.UntypedReading;
import dev.countersign.framework.Built;
import dev.countersign.framework.Resolution;
import dev.countersign.scope.CallScope;
import dev.countersign.scope.Effects;
import dev.countersign.weave.SiteHandler;
import dev.countersign.weave.WovenMethod;
import java.util.Map;

/**
 * {@code DefaultToolExecutor#prepareArguments}, the static one: point B, the framework's own
 * argument array.
 *
 * <p>Records only. A refusal thrown here would be wrapped as an error of the arguments, which ends
 * the conversation.
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
    if (resolution == null || resolution.tool().method() == null) {
      return null;
    }
    Class<?> executor = DefaultExecutor.typeOf(resolution.executor().getClass());
    if (executor == null || !effects.mayAcceptChanges(scope)) {
      return new Built(scope, null, () -> false);
    }
    boolean ownMethod =
        DefaultExecutor.originalMethod(resolution.executor(), executor).equals(args[0]);
    ClassLoader library = resolution.request().getClass().getClassLoader();
    return new Built(
        scope, given(resolution, args), () -> ownMethod && Codec.isTheLibrarys(library));
  }

  /**
   * What the builder was given: the request's text where the map is a reading of it, else the map
   * as somebody made it.
   */
  private static Map<String, Object> given(Resolution resolution, Object[] args) {
    for (Object argument : args) {
      if (argument instanceof Map<?, ?> map) {
        Map<String, Object> text = ExecutionRequest.read(resolution.request()).arguments();
        return Resolution.without(
            resolution.excluded(),
            text != null && UntypedReading.is(text, map) ? text : Built.snapshot(map));
      }
    }
    return null;
  }

  @Override
  public Object exit(Object token, Object result, Throwable thrown) {
    if (result instanceof Object[] built) {
      ((Built) token).keep(effects, built);
    }
    return result;
  }
}
