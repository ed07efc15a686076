package dev.countersign.framework.langchain4j;

import dev.countersign.framework.BoundTool;
import dev.countersign.framework.BoundTools;
import dev.countersign.framework.SentText;
import dev.countersign.ledger.Adapter;
import dev.countersign.scope.CallScope;
import dev.countersign.scope.Effects;
import dev.countersign.sink.tool.ToolSink;
import dev.countersign.weave.SiteHandler;
import dev.countersign.weave.WovenMethod;

/**
 * {@code McpToolExecutor}: the arguments on their way to a server. Behind whatever executors the
 * application puts around it, so what they made of the model's arguments shows here.
 */
final class McpExecutorHook implements SiteHandler {

  /** What it does with a call, the JSON object of the request as its one argument. */
  private static final WovenMethod SENT =
      BoundTools.callSite(
          Library.MCP_EXECUTOR,
          OwnExecutors.WITH_CONTEXT.method(),
          OwnExecutors.WITH_CONTEXT.descriptor());

  private static final BoundTool TOOL = SentText.behind(SENT);

  private final Effects effects;
  private final Resolutions resolutions;
  private final Adapter adapter;
  private final ToolSink sink;

  McpExecutorHook(Effects effects, Resolutions resolutions, Adapter adapter, ToolSink sink) {
    this.effects = effects;
    this.resolutions = resolutions;
    this.adapter = adapter;
    this.sink = sink;
  }

  /**
   * Between entry and exit of one use. Made before anything is opened: out of memory afterwards,
   * there would be nothing that closes it again.
   */
  private static final class Sending {
    private CallScope scope;

    /** What the sink wants back; null for nothing. */
    private Object body;
  }

  @Override
  public Object enter(WovenMethod woven, Object self, Object[] args) {
    if (resolutions.isOf(effects.currentCall(), args[0], self)) {
      // One of its two methods goes on to the other.
      return null;
    }
    Sending sending = new Sending();
    sending.scope = resolutions.resolveAt(args[0], self, TOOL, adapter);
    boolean begun = false;
    try {
      Object[] compared =
          SentText.built(effects, sending.scope, ExecutionRequest.read(args[0]).arguments());
      sending.body = sink.enter(SENT, self, compared);
      begun = true;
      return sending;
    } finally {
      if (!begun) {
        effects.end(sending.scope, null);
      }
    }
  }

  @Override
  public Object exit(Object token, Object result, Throwable thrown) {
    Sending sending = (Sending) token;
    try {
      return sending.body == null ? result : sink.exit(sending.body, result, thrown);
    } finally {
      effects.end(sending.scope, thrown);
    }
  }
}
