package dev.countersign.framework.langchain4j;

import dev.countersign.canonical.NotCanonicalException;
import dev.countersign.canonical.Snapshot;
import dev.countersign.effect.Arguments;
import dev.countersign.effect.UntypedReading;
import dev.countersign.framework.Resolution;
import dev.countersign.scope.Building;
import dev.countersign.scope.CallScope;
import dev.countersign.scope.Effects;
import dev.countersign.scope.ToolMethod;
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

  /**
   * @param given the JSON that the builder converts, where the call's entry may accept a change of
   *     it; null where it cannot be told, or does not matter
   * @param ownMethod whether it converts for the very method that the call is for
   */
  private record Built(CallScope scope, Map<String, Object> given, boolean ownMethod) {}

  @Override
  public Object enter(WovenMethod woven, Object self, Object[] args) {
    CallScope scope = effects.currentCall();
    Resolution resolution = Resolution.of(scope);
    if (resolution == null || resolution.tool().method() == null) {
      return null;
    }
    Class<?> executor = DefaultExecutor.typeOf(resolution.executor().getClass());
    if (executor == null || !effects.mayAcceptChanges(scope)) {
      return new Built(scope, null, false);
    }
    boolean ownMethod =
        DefaultExecutor.originalMethod(resolution.executor(), executor).equals(args[0]);
    return new Built(scope, given(resolution, args), ownMethod);
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
            text != null && UntypedReading.is(text, map) ? text : snapshot(map));
      }
    }
    return null;
  }

  @SuppressWarnings("unchecked") // a JSON object has strings for keys
  private static Map<String, Object> snapshot(Map<?, ?> map) {
    try {
      return Snapshot.of(map) instanceof Map<?, ?> json ? (Map<String, Object>) json : null;
    } catch (NotCanonicalException unsupported) {
      return null;
    }
  }

  @Override
  public Object exit(Object token, Object result, Throwable thrown) {
    if (result instanceof Object[] built) {
      Built here = (Built) token;
      ToolMethod method = Resolution.of(here.scope()).tool().method();
      Object[] values = method.fromModel(built);
      try {
        here.scope().builder(Arguments.snapshotAll(method.parameters(), values));
      } catch (NotCanonicalException unsupported) {
        // The sink comes to the same end and refuses; it has the parameter's name.
        return result;
      }
      if (here.given() != null) {
        ClassLoader library = Resolution.of(here.scope()).request().getClass().getClassLoader();
        effects.built(
            here.scope(),
            new Building(
                here.given(), values, () -> here.ownMethod() && Codec.isTheLibrarys(library)));
      }
    }
    return result;
  }
}
