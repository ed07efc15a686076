package dev.countersign.framework.langchain4j;

import dev.countersign.ledger.Adapter;
import dev.countersign.scope.CallScope;
import dev.countersign.scope.Effects;
import dev.countersign.weave.SiteHandler;
import dev.countersign.weave.WovenMethod;

/**
 * {@code ToolService#executeWithErrorHandling}: from 1.4 on, every service of the library passes
 * here with the model's request.
 *
 * <p>A refusal thrown here would end the whole conversation, so it is kept and thrown one step
 * later, inside the framework's error handling.
 */
final class ServiceHook implements SiteHandler {

  private final Effects effects;
  private final Resolutions resolutions;
  private final Adapter adapter;

  ServiceHook(Effects effects, Resolutions resolutions, Adapter adapter) {
    this.effects = effects;
    this.resolutions = resolutions;
    this.adapter = adapter;
  }

  @Override
  public Object enter(WovenMethod woven, Object self, Object[] args) {
    return resolutions.resolve(args[0], args[1], adapter);
  }

  @Override
  public Object exit(Object token, Object result, Throwable thrown) {
    effects.end((CallScope) token, thrown);
    return result;
  }
}
