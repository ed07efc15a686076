package dev.countersign.framework.langchain4j;

import dev.countersign.config.Configuration;
import dev.countersign.framework.BoundTools;
import dev.countersign.framework.Calls;
import dev.countersign.framework.ExemptFrames;
import dev.countersign.framework.FrameworkHandlers;
import dev.countersign.ledger.Adapter;
import dev.countersign.scope.Effects;
import dev.countersign.sink.tool.ToolSink;
import dev.countersign.weave.SiteHandler;
import dev.countersign.weave.Weaver;
import java.util.function.Consumer;

/** Who stands behind the sites of {@link LangChain4j}. */
final class LangChain4jHandlers extends FrameworkHandlers {

  static final int SERVICE = 0;
  static final int SERVICE_CALL = 1;
  static final int PLAIN_WITH_CONTEXT = 2;
  static final int PLAIN_WITH_MEMORY = 3;
  static final int EXECUTOR = 4;
  static final int EARLIER_EXECUTOR = 5;
  static final int SENDING = 6;
  static final int ARGUMENTS = 7;
  static final int INVOCATION = 8;
  static final int DISCOVERY = 9;
  static final int MODEL = 10;
  static final int STREAM = 11;
  static final int MCP_CLIENT = 12;
  static final int MCP_TEXT = 13;
  static final int MCP_RETRIES = 14;
  static final int MCP_FRAME = 15;

  LangChain4jHandlers(
      Effects effects,
      Configuration configuration,
      Weaver weaver,
      String version,
      Consumer<String> holes) {
    super("countersign.langchain4j", effects, configuration, weaver, version, holes);
  }

  @Override
  protected SiteHandler[] make() {
    Adapter service = adapter(Library.TOOL_SERVICE, "executeWithErrorHandling");
    Adapter executor = adapter(Library.DEFAULT_TOOL_EXECUTOR, "executeWithContext");
    Adapter earlierExecutor = adapter(Library.DEFAULT_TOOL_EXECUTOR, "execute");
    Adapter plain = adapter(Library.TOOL_EXECUTOR, "executeWithContext");
    Adapter earlierPlain = adapter(Library.TOOL_EXECUTOR, "execute");
    ToolSink sink = new ToolSink(effects, executor, null);
    SeenDefinitions definitions = new SeenDefinitions(holes);
    BoundTools tools =
        new BoundTools(effects, weaver, executor, holes, "LangChain4j", ToolParameter::described);
    Calls calls = new Calls(effects, configuration);
    Resolutions resolutions = new Resolutions(effects, calls, tools, definitions);
    McpTextHook text =
        new McpTextHook(
            effects,
            resolutions,
            adapter(Library.MCP_TRANSPORT, "executeOperationWithResponse"),
            sink);
    return new SiteHandler[] {
      new ServiceHook(effects, resolutions, service),
      new ServiceCallHook(
          weaver.gatedCall(
              LangChain4j.plainWithContext(get(PLAIN_WITH_CONTEXT)), OwnExecutors.WITH_CONTEXT),
          weaver.gatedCall(
              LangChain4j.plainWithMemory(get(PLAIN_WITH_MEMORY)), OwnExecutors.WITH_MEMORY)),
      new PlainExecutorHook(effects, resolutions, plain, sink),
      new PlainExecutorHook(effects, resolutions, earlierPlain, sink),
      new ExecutorHook(effects, resolutions, executor),
      new EarlierExecutorHook(new ExecutorHook(effects, resolutions, earlierExecutor)),
      McpSendHook.ofExecutor(
          effects, resolutions, adapter(Library.MCP_EXECUTOR, "executeWithContext"), sink),
      new ArgumentsHook(effects),
      new InvocationHook(effects, sink),
      new DiscoveryHook(tools, calls),
      new ModelHook(definitions),
      new StreamHook(definitions),
      McpSendHook.ofClient(effects, resolutions, adapter(Library.MCP_CLIENT, "executeTool"), sink),
      text,
      text.retries(),
      ExemptFrames.sealed(effects, text),
    };
  }
}
