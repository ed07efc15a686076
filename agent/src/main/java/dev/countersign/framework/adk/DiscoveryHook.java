package dev.countersign.framework.adk;

import dev.countersign.weave.SiteHandler;
import dev.countersign.weave.WovenMethod;
import java.lang.reflect.Method;

/**
 * The constructor of {@code FunctionTool}: a tool is woven when the application registers it, so
 * that no call waits for that. Grants nothing; what is missed here is woven at its first call.
 */
final class DiscoveryHook implements SiteHandler {

  private final Tools tools;

  DiscoveryHook(Tools tools) {
    this.tools = tools;
  }

  @Override
  public Object enter(WovenMethod woven, Object self, Object[] args) throws ClassNotFoundException {
    if (args[1] instanceof Method method) {
      ClassLoader loader = woven.loader() == null ? null : woven.loader().get();
      tools.of(Class.forName(woven.className(), false, loader), method);
    }
    return null;
  }
}
