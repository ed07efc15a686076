package dev.countersign.sink.nativecode;

import dev.countersign.ActionClass;
import dev.countersign.scope.Effects;
import dev.countersign.weave.SiteHandler;
import dev.countersign.weave.WovenMethod;

/** The foreign function API where only previews must not use it; the JDK uses it itself. */
final class ClosedForeign implements SiteHandler {

  private final ForeignCaller callers = new ForeignCaller(new JdkCode());

  @Override
  public Object enter(WovenMethod woven, Object self, Object[] args) {
    // Who asks is dear to find, and matters to nobody else.
    if (Effects.isClosed() && callers.find() != null) {
      Effects.requireOpen(ActionClass.NATIVE_CODE);
    }
    return null;
  }

  /** No check of ours runs for a preview. */
  @Override
  public boolean passesInsideCheck(Object self, Object[] args) {
    return true;
  }
}
