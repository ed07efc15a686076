package dev.countersign.framework.springai;

import dev.countersign.framework.PresentedCall;
import dev.countersign.framework.SentText;
import dev.countersign.ledger.Adapter;
import dev.countersign.scope.CallScope;
import dev.countersign.scope.Effects;
import dev.countersign.sink.tool.ToolSink;
import dev.countersign.weave.SiteHandler;
import dev.countersign.weave.WovenMethod;

/**
 * {@code SyncMcpToolCallback} and {@code AsyncMcpToolCallback}: the arguments on their way to a
 * server. Behind whatever callbacks the application puts around them, so what they made of the
 * model's arguments shows here.
 *
 * <p>Of the two methods {@code call}, one goes on to the other: with the context to without in 1.0,
 * the other way round since. The first that is entered is the sink, and the one that it goes on to
 * passes once, with the same text.
 */
final class McpCallbackHook implements SiteHandler {

  private final Effects effects;
  private final Resolutions resolutions;
  private final ToolSink sink;
  private final Adapter adapter;
  private final ThreadLocal<Sending> innermost = new ThreadLocal<>();

  McpCallbackHook(Effects effects, Resolutions resolutions, ToolSink sink, Adapter adapter) {
    this.effects = effects;
    this.resolutions = resolutions;
    this.sink = sink;
    this.adapter = adapter;
  }

  /**
   * Between entry and exit of one use. Made before anything is opened: out of memory afterwards,
   * there would be nothing that closes it again.
   */
  private static final class Sending {
    private final Object callback;
    private final String text;
    private final WovenMethod entered;
    private final Sending outer;

    /** The scope that the call has; which of this use is the thread's while it goes on. */
    private CallScope scope;

    /** Whether it was opened here. */
    private boolean opened;

    /** What the sink wants back; null for nothing. */
    private Object body;

    /** Whether the other method was entered: there is no third. */
    private boolean passedOn;

    Sending(Object callback, String text, WovenMethod entered, Sending outer) {
      this.callback = callback;
      this.text = text;
      this.entered = entered;
      this.outer = outer;
    }

    boolean passesTo(WovenMethod woven, Object self, String next) {
      return !passedOn
          && callback == self
          && !entered.descriptor().equals(woven.descriptor())
          && text.equals(next);
    }
  }

  @Override
  public Object enter(WovenMethod woven, Object self, Object[] args) {
    // Nothing counts as nothing written.
    String text = args[0] == null ? "" : (String) args[0];
    Sending around = innermost.get();
    CallScope current = effects.currentCall();
    if (around != null && around.scope == current && around.passesTo(woven, self, text)) {
      around.passedOn = true;
      return null;
    }
    Sending sending = new Sending(self, text, woven, around);
    boolean begun = false;
    try {
      if (resolutions.isOf(current, text, self)) {
        sending.scope = current;
      } else {
        sending.scope = resolutions.resolveAt(text, self, Callbacks.MCP, adapter);
        sending.opened = true;
      }
      if (sending.scope.refusal() != null) {
        throw sending.scope.refusal();
      }
      innermost.set(sending);
      sending.body =
          sink.enter(
              Callbacks.SENDS,
              self,
              SentText.built(effects, sending.scope, PresentedCall.arguments(text)));
      begun = true;
      return sending;
    } finally {
      if (!begun) {
        leave(sending, null);
      }
    }
  }

  @Override
  public Object exit(Object token, Object result, Throwable thrown) {
    Sending sending = (Sending) token;
    try {
      return sending.body == null ? result : sink.exit(sending.body, result, thrown);
    } finally {
      leave(sending, thrown);
    }
  }

  private void leave(Sending sending, Throwable thrown) {
    innermost.set(sending.outer);
    if (sending.opened) {
      effects.end(sending.scope, thrown);
    }
  }
}
