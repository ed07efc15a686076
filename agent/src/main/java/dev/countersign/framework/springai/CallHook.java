package dev.countersign.framework.springai;

import dev.countersign.ledger.Adapter;
import dev.countersign.scope.CallScope;
import dev.countersign.scope.Effects;
import dev.countersign.weave.SiteHandler;
import dev.countersign.weave.WovenMethod;

/**
 * {@code call(String, ToolContext)} of the library's own callbacks: the resolution of calls that
 * come through no manager, for an application may call them as they are; and of uses by callbacks
 * around this one, which may call it again.
 */
final class CallHook implements SiteHandler {

  private final Effects effects;
  private final Resolutions resolutions;
  private final Adapter adapter;

  CallHook(Effects effects, Resolutions resolutions, Adapter adapter) {
    this.effects = effects;
    this.resolutions = resolutions;
    this.adapter = adapter;
  }

  @Override
  public Object enter(WovenMethod woven, Object self, Object[] args) {
    String text = (String) args[0];
    if (text == null || text.isEmpty() || resolutions.isOf(effects.currentCall(), text, self)) {
      // Without a text the library fails by itself.
      return null;
    }
    CallScope resolved = resolutions.resolveAt(text, self, adapter);
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
