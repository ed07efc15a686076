package dev.countersign.framework.springai;

import dev.countersign.framework.Accessors;
import dev.countersign.framework.Resolution;
import dev.countersign.scope.Effects;
import dev.countersign.sink.tool.ToolSink;
import dev.countersign.weave.SiteHandler;
import dev.countersign.weave.WovenMethod;

/**
 * {@code MethodToolCallback#callMethod}: where the framework calls the method by reflection. The
 * sink of methods that cannot carry the gate themselves, of interfaces behind proxies and in hidden
 * classes; of no interest for all others.
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
    boolean byMethod = Accessors.isExactly(thrown, Library.EXECUTION_FAILED);
    return sink.exit(token, result, byMethod ? thrown.getCause() : thrown);
  }
}
