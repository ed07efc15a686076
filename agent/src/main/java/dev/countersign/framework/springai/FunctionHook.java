package dev.countersign.framework.springai;

import dev.countersign.framework.Built;
import dev.countersign.framework.PresentedCall;
import dev.countersign.framework.Resolution;
import dev.countersign.scope.CallScope;
import dev.countersign.scope.Effects;
import dev.countersign.sink.tool.ToolSink;
import dev.countersign.weave.SiteHandler;
import dev.countersign.weave.WovenMethod;
import java.util.Map;

/**
 * {@code FunctionToolCallback#callMethod}: the object that was made of the model's JSON, on its way
 * into the function. Points B and K in one: nothing of the application stands between.
 */
final class FunctionHook implements SiteHandler {

  private final Effects effects;
  private final ToolSink sink;

  FunctionHook(Effects effects, ToolSink sink) {
    this.effects = effects;
    this.sink = sink;
  }

  @Override
  public Object enter(WovenMethod woven, Object self, Object[] args) {
    CallScope scope = effects.currentCall();
    Resolution resolution = Resolution.of(scope);
    if (resolution != null && resolution.executor() == self && scope.builder() == null) {
      new Built(scope, given(scope, resolution), () -> true).keep(effects, args);
    }
    return sink.enter(woven, Callbacks.nameOf(self), self, args);
  }

  private Map<String, Object> given(CallScope scope, Resolution resolution) {
    return effects.mayAcceptChanges(scope)
        ? Resolution.without(
            resolution.excluded(), PresentedCall.arguments((String) resolution.request()))
        : null;
  }

  @Override
  public Object exit(Object token, Object result, Throwable thrown) {
    return sink.exit(token, result, thrown);
  }
}
