package dev.countersign.framework.langchain4j;

import dev.countersign.framework.Accessors;
import dev.countersign.framework.BoundTools;
import dev.countersign.framework.Calls;
import dev.countersign.weave.SiteHandler;
import dev.countersign.weave.WovenMethod;
import java.lang.reflect.Method;

/**
 * Constructors of {@code DefaultToolExecutor}: a tool is woven when the application registers it,
 * so that no call waits for that, and its object is known, so that its preview can be asked for.
 * Grants nothing; what is missed here is woven at its first call.
 */
final class DiscoveryHook implements SiteHandler {

  private final BoundTools tools;
  private final Calls calls;

  DiscoveryHook(BoundTools tools, Calls calls) {
    this.tools = tools;
    this.calls = calls;
  }

  @Override
  public Object enter(WovenMethod woven, Object self, Object[] args) throws ClassNotFoundException {
    boolean built = Accessors.isExactly(args[0], Library.DEFAULT_TOOL_EXECUTOR_BUILDER);
    Method original =
        built
            ? DefaultExecutor.originalMethodOf(args[0])
            : args.length > 1 && args[1] instanceof Method method ? method : null;
    if (original != null) {
      ClassLoader loader = woven.loader() == null ? null : woven.loader().get();
      Class<?> executor = Class.forName(woven.className(), false, loader);
      tools.of(original, DefaultExecutor.missingIn(executor));
      calls.registered(
          Accessors.nameOf(original, Library.TOOL),
          built ? DefaultExecutor.objectOf(args[0]) : args[0]);
    }
    return null;
  }
}
