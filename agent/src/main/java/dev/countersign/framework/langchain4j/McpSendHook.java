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
 * The arguments of a call on their way to a tool server.
 *
 * <p>At {@code McpToolExecutor}, behind whatever executors the application puts around it: what
 * they made of the model's arguments shows here. At {@code DefaultMcpClient#executeTool}, behind
 * whatever clients it puts around that, and for what the application asks of it itself: its
 * transport is exempt, so what is sent there is a call of a tool or nothing.
 */
final class McpSendHook implements SiteHandler {

  /** What an executor does with a call, the JSON object of the request as its one argument. */
  static final WovenMethod BY_EXECUTOR =
      BoundTools.callSite(
          Library.MCP_EXECUTOR,
          OwnExecutors.WITH_CONTEXT.method(),
          OwnExecutors.WITH_CONTEXT.descriptor());

  /** What a client does with it. */
  static final WovenMethod BY_CLIENT =
      BoundTools.callSite(
          Library.MCP_CLIENT,
          "executeTool",
          "(L"
              + Library.REQUEST.replace('.', '/')
              + ";)Ldev/langchain4j/service/tool/ToolExecutionResult;");

  /** Opens the scope of what is sent. */
  private interface Opening {
    CallScope of(Object request, Object sender, BoundTool tool, Adapter adapter);
  }

  private final Effects effects;
  private final Resolutions resolutions;
  private final Opening opening;
  private final WovenMethod sent;
  private final BoundTool tool;
  private final Adapter adapter;
  private final ToolSink sink;
  private final Overloads overloads = new Overloads();

  private McpSendHook(
      Effects effects,
      Resolutions resolutions,
      Opening opening,
      WovenMethod sent,
      Adapter adapter,
      ToolSink sink) {
    this.effects = effects;
    this.resolutions = resolutions;
    this.opening = opening;
    this.sent = sent;
    this.tool = SentText.behind(sent);
    this.adapter = adapter;
    this.sink = sink;
  }

  static McpSendHook ofExecutor(
      Effects effects, Resolutions resolutions, Adapter adapter, ToolSink sink) {
    return new McpSendHook(
        effects, resolutions, resolutions::resolveAt, BY_EXECUTOR, adapter, sink);
  }

  static McpSendHook ofClient(
      Effects effects, Resolutions resolutions, Adapter adapter, ToolSink sink) {
    return new McpSendHook(
        effects, resolutions, resolutions::resolveSent, BY_CLIENT, adapter, sink);
  }

  @Override
  public Object enter(WovenMethod woven, Object self, Object[] args) {
    Object request = args[0];
    CallScope current = effects.currentCall();
    if (request == null
        || resolutions.isOf(current, request, self) && overloads.goesOn(current, woven)) {
      // It fails by itself; or one of its two methods goes on to the other.
      return null;
    }
    return McpSending.begin(
        effects,
        sink,
        () -> opening.of(request, self, tool, adapter),
        opened -> overloads.opened(opened, woven),
        sent,
        self,
        ExecutionRequest.read(request).arguments());
  }

  @Override
  public Object exit(Object token, Object result, Throwable thrown) {
    return ((McpSending) token).end(result, thrown);
  }
}
