package dev.countersign.framework.springai;

import dev.countersign.framework.Accessors;
import dev.countersign.framework.Calls;
import dev.countersign.weave.SiteHandler;
import dev.countersign.weave.WovenMethod;
import java.lang.reflect.Method;

/**
 * The constructors of {@code MethodToolCallback} and {@code FunctionToolCallback}: a tool is woven
 * when the application registers it, so that no call waits for that, and its object is known, so
 * that its preview can be asked for. Grants nothing; what is missed here is woven at its first
 * call.
 */
final class DiscoveryHook implements SiteHandler {

  private final Callbacks callbacks;
  private final Calls calls;

  DiscoveryHook(Callbacks callbacks, Calls calls) {
    this.callbacks = callbacks;
    this.calls = calls;
  }

  @Override
  public Object enter(WovenMethod woven, Object self, Object[] args) throws ClassNotFoundException {
    if (args[2] instanceof Method method) {
      ClassLoader loader = woven.loader() == null ? null : woven.loader().get();
      callbacks.of(Class.forName(woven.className(), false, loader), method);
    }
    if (Accessors.isExactly(args[0], Library.DEFAULT_DEFINITION)) {
      calls.registered((String) Accessors.get(args[0], "name"), args[3]);
    }
    return null;
  }
}
