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
  static final WovenMethod SENT =
      BoundTools.callSite(
          Library.MCP_EXECUTOR,
          OwnExecutors.WITH_CONTEXT.method(),
          OwnExecutors.WITH_CONTEXT.descriptor());

  private static final BoundTool TOOL = SentText.behind(SENT);

  private final Effects effects;
  private final Resolutions resolutions;
  private final Adapter adapter;
  private final ToolSink sink;
  private final Overloads overloads = new Overloads();

  McpExecutorHook(Effects effects, Resolutions resolutions, Adapter adapter, ToolSink sink) {
    this.effects = effects;
    this.resolutions = resolutions;
    this.adapter = adapter;
    this.sink = sink;
  }

  @Override
  public Object enter(WovenMethod woven, Object self, Object[] args) {
    Object request = args[0];
    CallScope current = effects.currentCall();
    if (resolutions.isOf(current, request, self) && overloads.goesOn(current, woven)) {
      // One of its two methods goes on to the other.
      return null;
    }
    return McpSending.begin(
        effects,
        sink,
        () -> resolutions.resolveAt(request, self, TOOL, adapter),
        opened -> overloads.opened(opened, woven),
        SENT,
        self,
        ExecutionRequest.read(request).arguments());
  }

  @Override
  public Object exit(Object token, Object result, Throwable thrown) {
    return ((McpSending) token).end(result, thrown);
  }
}
