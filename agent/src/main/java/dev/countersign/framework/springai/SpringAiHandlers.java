package dev.countersign.framework.springai;

import dev.countersign.config.Configuration;
import dev.countersign.framework.BoundTools;
import dev.countersign.framework.Calls;
import dev.countersign.framework.FrameworkHandlers;
import dev.countersign.ledger.Adapter;
import dev.countersign.scope.Effects;
import dev.countersign.sink.tool.ToolSink;
import dev.countersign.weave.GatedCall;
import dev.countersign.weave.Site;
import dev.countersign.weave.SiteHandler;
import dev.countersign.weave.Weaver;
import java.util.function.Consumer;

/** Who stands behind the sites of {@link SpringAi}. */
final class SpringAiHandlers extends FrameworkHandlers {

  static final int MANAGER = 0;
  static final int MANAGER_CALL = 1;
  static final int METHOD_CALL = 2;
  static final int ARGUMENTS = 3;
  static final int INVOCATION = 4;
  static final int DISCOVERY = 5;
  static final int FUNCTION_CALL = 6;
  static final int FUNCTION = 7;
  static final int SYNC_MCP = 8;
  static final int ASYNC_MCP = 9;
  static final int AGENT_CALL = 10;
  static final int HAND_ON = 11;
  static final int ASYNC_CALL = 12;
  static final int CANCELLABLE_CALL = 13;

  SpringAiHandlers(
      Effects effects,
      Configuration configuration,
      Weaver weaver,
      String version,
      Consumer<String> holes) {
    super("countersign.spring-ai", effects, configuration, weaver, version, holes);
  }

  @Override
  protected SiteHandler[] make() {
    Adapter manager = adapter(Library.MANAGER, "executeToolCall");
    Adapter method = adapter(Library.METHOD_CALLBACK, "call");
    Adapter function = adapter(Library.FUNCTION_CALLBACK, "call");
    BoundTools tools =
        new BoundTools(effects, weaver, method, holes, "Spring AI", MethodParameters::described);
    Callbacks callbacks = new Callbacks(tools);
    Turns turns = new Turns();
    Calls calls = new Calls(effects, configuration);
    Resolutions resolutions = new Resolutions(effects, calls, callbacks, turns);
    ToolSink sink = new ToolSink(effects, method, null);
    // Never woven: it is what stands behind the manager's own calls.
    Site managed =
        Site.on(Library.CALLBACK)
            .at("call", SpringAi.CALL)
            .to(new ManagedCallHook(effects, resolutions, sink, manager));
    GatedCall gate = weaver.gatedCall(managed, Callbacks.CALLED);
    return new SiteHandler[] {
      new ManagerHook(turns),
      new ManagerCallHook(gate, turns),
      new CallHook(effects, resolutions, method),
      new ArgumentsHook(effects),
      new InvocationHook(effects, sink),
      new DiscoveryHook(callbacks, calls),
      new CallHook(effects, resolutions, function),
      new FunctionHook(effects, new ToolSink(effects, function, null)),
      sends(resolutions, Library.SYNC_MCP_CALLBACK),
      sends(resolutions, Library.ASYNC_MCP_CALLBACK),
      new AgentCallHook(effects, turns),
      new HandOnHook(turns),
      new AsynchronousCallHook(gate, turns, Library.ALIBABA_ASYNC),
      new AsynchronousCallHook(gate, turns, Library.ALIBABA_CANCELLABLE),
    };
  }

  private SiteHandler sends(Resolutions resolutions, String callback) {
    Adapter mcp = adapter(callback, "call");
    return new McpCallbackHook(effects, resolutions, new ToolSink(effects, mcp, null), mcp);
  }
}
