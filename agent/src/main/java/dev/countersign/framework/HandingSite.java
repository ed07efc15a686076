package dev.countersign.framework;

import dev.countersign.scope.CallScope;
import dev.countersign.scope.Carry;
import dev.countersign.scope.Effects;
import dev.countersign.weave.SiteHandler;
import dev.countersign.weave.WovenMethod;

/** Around a call of the application's code from inside a frame: outside the frame while it runs. */
final class HandingSite implements SiteHandler {

  private final Effects effects;
  private final boolean last;

  /**
   * @param last whether the frame ends with it
   */
  HandingSite(Effects effects, boolean last) {
    this.effects = effects;
    this.last = last;
  }

  @Override
  public Object enter(WovenMethod woven, Object self, Object[] args) {
    CallScope frame = (CallScope) effects.exemptions().suspend();
    if (frame != null && last) {
      effects.exemptions().end(frame);
    }
    return frame;
  }

  @Override
  public Object exit(Object token, Object result, Throwable thrown) {
    Carry.restore(token);
    return result;
  }
}
