package dev.countersign.sink.nativecode;

import dev.countersign.ActionClass;
import dev.countersign.scope.Effects;
import dev.countersign.weave.SiteHandler;
import dev.countersign.weave.WovenMethod;

/** A JNI library is loaded where only previews must not: not by the JDK, which may need its own. */
final class ClosedLoad implements SiteHandler {

  private final JdkCode own = new JdkCode();

  @Override
  public Object enter(WovenMethod woven, Object self, Object[] args) {
    if (args[0] == null || !own.contains((Class<?>) args[0])) {
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
