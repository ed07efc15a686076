package dev.countersign.framework.langchain4j;

import dev.countersign.framework.Accessors;
import dev.countersign.framework.Resolution;
import dev.countersign.scope.Effects;
import dev.countersign.sink.tool.ToolSink;
import dev.countersign.weave.SiteHandler;
import dev.countersign.weave.WovenMethod;
import java.lang.reflect.InvocationTargetException;

/**
 * {@code DefaultToolExecutor#execute(Object[])}: where the framework calls the method by
 * reflection. The sink of methods that cannot carry the gate themselves, behind proxies of the JDK
 * and in hidden classes; of no interest for all others.
 */
final class InvocationHook implements SiteHandler {

  private final Effects effects;
  private final ToolSink sink;

  InvocationHook(Effects effects, ToolSink sink) {
    this.effects = effects;
    this.sink = sink;
  }

  @Override
  public Object enter(WovenMethod woven, Object self, Object[] args) {
    Resolution resolution = Resolution.of(effects.currentCall());
    if (resolution == null
        || resolution.executor() != self
        || resolution.tool().callSite() == null) {
      return null;
    }
    // Else the framework's first try may fail, and its second one would count as another use.
    DefaultExecutor.invokedMethod(self, DefaultExecutor.typeOf(self.getClass())).trySetAccessible();
    Object[] arguments = (Object[]) args[0];
    if (effects.enforcing()) {
      // The method gets a copy that nobody else holds, and it is the copy that is compared.
      arguments = arguments.clone();
      args[0] = arguments;
    }
    return sink.enter(resolution.tool().callSite(), self, arguments);
  }

  @Override
  public Object exit(Object token, Object result, Throwable thrown) {
    if (thrown != null) {
      boolean byMethod = thrown instanceof InvocationTargetException && thrown.getCause() != null;
      sink.exit(token, null, byMethod ? thrown.getCause() : thrown);
      return result;
    }
    Object returned = null;
    try {
      // Before 1.6 it is a text by now.
      boolean text = result == null || result instanceof String;
      returned = text ? result : Accessors.get(result, "result");
    } finally {
      // Also where it cannot be read, or memory is out: the body has ended.
      sink.exit(token, returned, null);
    }
    return result;
  }
}
