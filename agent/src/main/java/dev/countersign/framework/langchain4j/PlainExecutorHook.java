package dev.countersign.framework.langchain4j;

import dev.countersign.framework.Resolution;
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
   * Between entry and exit of one use. Made before anything is opened: out of memory afterwards,
   * there would be nothing that closes it again.
   */
  private static final class Executing {
    /** The scope where this entry was the resolution as well; else null. */
    private CallScope ownScope;

    /** What the sink wants back; null for nothing. */
    private Object body;
  }

  @Override
  public Object enter(WovenMethod woven, Object self, Object[] args) {
    Executing executing = new Executing();
    Object[] compared = new Object[0];
    CallScope current = effects.currentCall();
    if (!resolutions.isOf(current, args[0], self)) {
      executing.ownScope = resolutions.resolveAt(args[0], self, self.getClass(), adapter);
    }
    boolean begun = false;
    try {
      CallScope scope = executing.ownScope == null ? current : executing.ownScope;
      executing.body = sink.enter(Resolution.of(scope).tool().callSite(), self, compared);
      begun = true;
      return executing;
    } finally {
      if (!begun && executing.ownScope != null) {
        effects.end(executing.ownScope, null);
      }
    }
  }

  @Override
  public Object exit(Object token, Object result, Throwable thrown) {
    Executing executing = (Executing) token;
    try {
      return executing.body == null ? result : sink.exit(executing.body, result, thrown);
    } finally {
      if (executing.ownScope != null) {
        effects.end(executing.ownScope, thrown);
      }
    }
  }
}
