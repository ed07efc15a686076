package dev.countersign.sink.closed;

import dev.countersign.ActionClass;
import dev.countersign.scope.Effects;
import dev.countersign.weave.SiteHandler;
import dev.countersign.weave.WovenMethod;

/** Refuses a method to whoever works for a preview, and is nothing to anybody else. */
final class ClosedSink implements SiteHandler {

  private final ActionClass action;

  ClosedSink(ActionClass action) {
    this.action = action;
  }

  @Override
  public Object enter(WovenMethod woven, Object self, Object[] args) {
    Effects.requireOpen(action);
    return null;
  }

  /** No check of ours runs for a preview. */
  @Override
  public boolean passesInsideCheck(Object self, Object[] args) {
    return true;
  }
}
