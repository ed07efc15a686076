package dev.countersign.framework.langchain4j;

import dev.countersign.framework.Accessors;
import dev.countersign.framework.BoundTools;
import dev.countersign.weave.SiteHandler;
import dev.countersign.weave.WovenMethod;
import java.lang.reflect.Method;

/**
 * Constructors of {@code DefaultToolExecutor}: a tool is woven when the application registers it,
 * so that no call waits for that. Grants nothing; what is missed here is woven at its first call.
 */
final class DiscoveryHook implements SiteHandler {

  private final BoundTools tools;

  DiscoveryHook(BoundTools tools) {
    this.tools = tools;
  }

  @Override
  public Object enter(WovenMethod woven, Object self, Object[] args) throws ClassNotFoundException {
    Method original =
        Accessors.isExactly(args[0], Library.DEFAULT_TOOL_EXECUTOR_BUILDER)
            ? DefaultExecutor.originalMethodOf(args[0])
            : args.length > 1 && args[1] instanceof Method method ? method : null;
    if (original != null) {
      ClassLoader loader = woven.loader() == null ? null : woven.loader().get();
      Class<?> executor = Class.forName(woven.className(), false, loader);
      tools.of(original, DefaultExecutor.missingIn(executor));
    }
    return null;
  }
}
