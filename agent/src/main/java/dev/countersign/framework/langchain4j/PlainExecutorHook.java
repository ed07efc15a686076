package dev.countersign.framework.langchain4j;

import dev.countersign.ledger.Adapter;
import dev.countersign.scope.CallScope;
import dev.countersign.scope.Effects;
import dev.countersign.sink.tool.ToolSink;
import dev.countersign.weave.SiteHandler;
import dev.countersign.weave.WovenMethod;

/**
 * {@code ToolExecutor#executeWithContext}, the default that lambdas and the applications' simple
 * executors inherit: their own classes are hidden or unknown, so this call of theirs is the sink.
 */
final class PlainExecutorHook implements SiteHandler {

  private final Effects effects;
  private final Resolutions resolutions;
  private final Adapter adapter;
  private final ToolSink sink;

  PlainExecutorHook(Effects effects, Resolutions resolutions, Adapter adapter, ToolSink sink) {
    this.effects = effects;
    this.resolutions = resolutions;
    this.adapter = adapter;
    this.sink = sink;
  }

  /**
   * @param ownScope the scope where this entry was the resolution as well; else null
   */
  private record Executing(CallScope ownScope, Object body) {}

  @Override
  public Object enter(WovenMethod woven, Object self, Object[] args) {
    CallScope current = effects.currentCall();
    CallScope own =
        resolutions.isOf(current, args[0], self)
            ? null
            : resolutions.resolveAt(args[0], self, self.getClass(), adapter);
    boolean begun = false;
    try {
      CallScope scope = own == null ? current : own;
      Object body = sink.enter(Resolution.of(scope).tool().callSite(), self, new Object[0]);
      begun = true;
      return new Executing(own, body);
    } finally {
      if (!begun && own != null) {
        effects.end(own, null);
      }
    }
  }

  @Override
  public Object exit(Object token, Object result, Throwable thrown) {
    Executing executing = (Executing) token;
    try {
      return executing.body() == null ? result : sink.exit(executing.body(), result, thrown);
    } finally {
      if (executing.ownScope() != null) {
        effects.end(executing.ownScope(), thrown);
      }
    }
  }
}
