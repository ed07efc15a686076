package dev.countersign.framework.adk;

import dev.countersign.framework.Accessors;
import dev.countersign.framework.Calls;
import dev.countersign.weave.SiteHandler;
import dev.countersign.weave.WovenMethod;
import java.lang.reflect.Method;

/**
 * The constructor of {@code FunctionTool}: a tool is woven when the application registers it, so
 * that no call waits for that, and its object is known, so that its preview can be asked for.
 * Grants nothing; what is missed here is woven at its first call.
 */
final class DiscoveryHook implements SiteHandler {

  private final Tools tools;
  private final Calls calls;

  DiscoveryHook(Tools tools, Calls calls) {
    this.tools = tools;
    this.calls = calls;
  }

  @Override
  public Object enter(WovenMethod woven, Object self, Object[] args) throws ClassNotFoundException {
    if (args[1] instanceof Method method) {
      ClassLoader loader = woven.loader() == null ? null : woven.loader().get();
      tools.of(Class.forName(woven.className(), false, loader), method);
      calls.registered(Accessors.nameOf(method, Library.SCHEMA), args[0]);
    }
    return null;
  }
}
