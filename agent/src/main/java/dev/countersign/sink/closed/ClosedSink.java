package dev.countersign.sink.closed;

import dev.countersign.ActionClass;
import dev.countersign.EffectRefusedException;
import dev.countersign.scope.Effects;
import dev.countersign.weave.SiteHandler;
import dev.countersign.weave.WovenMethod;

/** Refuses a method to whoever works for a preview, and is nothing to anybody else. */
final class ClosedSink implements SiteHandler {

  private final Effects effects;
  private final ActionClass action;

  ClosedSink(Effects effects, ActionClass action) {
    this.effects = effects;
    this.action = action;
  }

  @Override
  public Object enter(WovenMethod woven, Object self, Object[] args) {
    EffectRefusedException refused = effects.refusedInPreview(action);
    if (refused != null) {
      throw refused;
    }
    return null;
  }

  /** No check of ours runs for a preview. */
  @Override
  public boolean passesInsideCheck(Object self, Object[] args) {
    return true;
  }
}
