package dev.countersign.framework.springai;

import dev.countersign.framework.BoundTools;
import dev.countersign.weave.SiteHandler;
import dev.countersign.weave.WovenMethod;
import java.lang.reflect.Method;

/**
 * The constructor of {@code MethodToolCallback}: a tool is woven when the application registers it,
 * so that no call waits for that. Grants nothing; what is missed here is woven at its first call.
 */
final class DiscoveryHook implements SiteHandler {

  private final BoundTools tools;

  DiscoveryHook(BoundTools tools) {
    this.tools = tools;
  }

  @Override
  public Object enter(WovenMethod woven, Object self, Object[] args) {
    if (args[2] instanceof Method method) {
      tools.of(method, null);
    }
    return null;
  }
}
