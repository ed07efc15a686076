package dev.countersign.framework.adk;

import dev.countersign.scope.Effects;
import dev.countersign.weave.SiteHandler;
import dev.countersign.weave.WovenMethod;

/**
 * {@code Functions#postProcessFunctionResult}: what came of a call, before the application's
 * callbacks and the model hear of it. A refusal that ends it any other way ends the whole run; from
 * here on it is the result that the model reads.
 */
final class ResultHook implements SiteHandler {

  private final Effects effects;

  ResultHook(Effects effects) {
    this.effects = effects;
  }

  @Override
  public Object enter(WovenMethod woven, Object self, Object[] args) {
    if (args[0] != null && effects.enforcing()) {
      args[0] = Streams.telling(args[0]);
    }
    return null;
  }
}
