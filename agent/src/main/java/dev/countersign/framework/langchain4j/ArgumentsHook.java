package dev.countersign.framework.langchain4j;

import dev.countersign.canonical.NotCanonicalException;
import dev.countersign.effect.Arguments;
import dev.countersign.scope.CallScope;
import dev.countersign.scope.Effects;
import dev.countersign.scope.ToolMethod;
import dev.countersign.weave.SiteHandler;
import dev.countersign.weave.WovenMethod;

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
    Resolution resolution = Resolution.of(effects.currentCall());
    return resolution == null || resolution.tool().method() == null ? null : effects.currentCall();
  }

  @Override
  public Object exit(Object token, Object result, Throwable thrown) {
    if (result instanceof Object[] built) {
      CallScope scope = (CallScope) token;
      ToolMethod method = Resolution.of(scope).tool().method();
      try {
        scope.builder(Arguments.snapshotAll(method.parameters(), method.fromModel(built)));
      } catch (NotCanonicalException unsupported) {
        // The sink comes to the same end and refuses; it has the parameter's name.
        return result;
      }
    }
    return result;
  }
}
