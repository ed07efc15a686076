package dev.countersign.framework.springai;

import dev.countersign.framework.PresentedCall;
import dev.countersign.framework.Resolution;
import dev.countersign.framework.SentText;
import dev.countersign.ledger.Adapter;
import dev.countersign.scope.CallScope;
import dev.countersign.scope.Carry;
import dev.countersign.scope.Effects;
import dev.countersign.sink.tool.ToolSink;
import dev.countersign.weave.SiteHandler;
import dev.countersign.weave.WovenMethod;

/**
 * One call of a callback by a manager: resolves it, and is its sink where the callback is of
 * another class than the library's own, which have better ones.
 */
final class ManagedCallHook implements SiteHandler {

  private final Effects effects;
  private final Resolutions resolutions;
  private final ToolSink sink;
  private final Adapter adapter;

  ManagedCallHook(Effects effects, Resolutions resolutions, ToolSink sink, Adapter adapter) {
    this.effects = effects;
    this.resolutions = resolutions;
    this.sink = sink;
    this.adapter = adapter;
  }

  /**
   * Between entry and exit. Made before anything is opened: out of memory afterwards, there would
   * be nothing that closes it again.
   */
  private static final class Calling {
    private final Object carried = Carry.capture();
    private CallScope scope;

    /** What the sink wants back; null for nothing. */
    private Object body;
  }

  @Override
  public Object enter(WovenMethod woven, Object self, Object[] args) {
    Calling calling = new Calling();
    CallScope scope = resolutions.resolveManaged((String) args[0], self, adapter);
    boolean begun = false;
    try {
      calling.scope = scope;
      if (Callbacks.isOwn(Resolution.of(scope).tool())) {
        calling.body = sink.enter(Callbacks.CALLED, self, compared(scope, (String) args[0]));
      } else if (scope.refusal() != null) {
        throw scope.refusal();
      }
      begun = true;
      return calling;
    } finally {
      if (!begun) {
        end(calling, scope, null);
      }
    }
  }

  /** The call of an agent ends with its interceptors ({@link AgentCallHook}). */
  private void end(Calling calling, CallScope scope, Throwable thrown) {
    if (!resolutions.mayGoOn(scope)) {
      effects.end(scope, thrown);
    }
    Carry.enter(calling.carried);
  }

  /** Of a callback of the application's own: nothing, or what it gets as a whole. */
  private Object[] compared(CallScope scope, String text) {
    return Resolution.of(scope).tool().method().parameters().isEmpty()
        ? new Object[0]
        : SentText.built(effects, scope, PresentedCall.arguments(text));
  }

  @Override
  public Object exit(Object token, Object result, Throwable thrown) {
    Calling calling = (Calling) token;
    try {
      return calling.body == null ? result : sink.exit(calling.body, result, thrown);
    } finally {
      end(calling, calling.scope, thrown);
    }
  }
}
