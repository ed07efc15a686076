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
 * {@code DefaultMcpClient#executeTool}: what an executor hands to it, behind whatever clients the
 * application puts around it, and what the application asks of it itself. Its transport is exempt,
 * so what is sent there is a call of a tool or nothing.
 */
final class McpClientHook implements SiteHandler {

  /** What it does with a call, the JSON object of the request as its one argument. */
  static final WovenMethod SENT =
      BoundTools.callSite(
          Library.MCP_CLIENT,
          "executeTool",
          "(L"
              + Library.REQUEST.replace('.', '/')
              + ";)Ldev/langchain4j/service/tool/ToolExecutionResult;");

  private static final BoundTool TOOL = SentText.behind(SENT);

  private final Effects effects;
  private final Resolutions resolutions;
  private final Adapter adapter;
  private final ToolSink sink;
  private final Overloads overloads = new Overloads();

  McpClientHook(Effects effects, Resolutions resolutions, Adapter adapter, ToolSink sink) {
    this.effects = effects;
    this.resolutions = resolutions;
    this.adapter = adapter;
    this.sink = sink;
  }

  @Override
  public Object enter(WovenMethod woven, Object self, Object[] args) {
    Object request = args[0];
    CallScope current = effects.currentCall();
    if (request == null
        || resolutions.isOf(current, request, self) && overloads.goesOn(current, woven)) {
      // The client fails by itself; or one of its two methods goes on to the other.
      return null;
    }
    return McpSending.begin(
        effects,
        sink,
        () -> resolutions.resolveSent(request, self, TOOL, adapter),
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
