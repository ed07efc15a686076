package dev.countersign.framework.langchain4j;

import dev.countersign.ledger.Adapter;
import dev.countersign.scope.CallScope;
import dev.countersign.scope.Effects;
import dev.countersign.weave.SiteHandler;
import dev.countersign.weave.WovenMethod;

/**
 * {@code DefaultToolExecutor#executeWithContext}: what throws here is what the service's error
 * handling tells the model.
 *
 * <p>Also the resolution of calls that come through no service, for an application may use the
 * executor as it is; and of uses by executors around this one, which may call it again.
 */
final class ExecutorHook implements SiteHandler {

  private final Effects effects;
  private final Resolutions resolutions;
  private final Adapter adapter;

  ExecutorHook(Effects effects, Resolutions resolutions, Adapter adapter) {
    this.effects = effects;
    this.resolutions = resolutions;
    this.adapter = adapter;
  }

  @Override
  public Object enter(WovenMethod woven, Object self, Object[] args) {
    CallScope current = effects.currentCall();
    if (resolutions.isOf(current, args[0], self)) {
      if (current.refusal() != null) {
        throw current.refusal();
      }
      return null;
    }
    CallScope resolved =
        resolutions.resolveAt(args[0], self, DefaultExecutor.typeOf(self.getClass()), adapter);
    if (resolved.refusal() != null) {
      effects.end(resolved, null);
      throw resolved.refusal();
    }
    return resolved;
  }

  @Override
  public Object exit(Object token, Object result, Throwable thrown) {
    effects.end((CallScope) token, thrown);
    return result;
  }
}
