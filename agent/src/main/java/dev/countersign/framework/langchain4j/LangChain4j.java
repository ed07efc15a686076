package dev.countersign.framework.langchain4j;

import dev.countersign.config.Configuration;
import dev.countersign.ledger.Adapter;
import dev.countersign.scope.Effects;
import dev.countersign.sink.tool.ToolSink;
import dev.countersign.weave.Site;
import dev.countersign.weave.Weaver;
import java.util.List;
import java.util.function.Consumer;

/**
 * The preset for LangChain4j (issue item 6): where its tool calls are resolved (Q), where their
 * arguments are built (B), and where they are carried out (K).
 *
 * <pre>
 * ToolService#executeWithErrorHandling     Q   records only: a throw here ends the conversation
 *   DefaultToolExecutor#executeWithContext     a refusal of Q is thrown here, the model reads it as the tool's result
 *     #prepareArguments                    B   records only
 *     #execute(Object[])                   K   for methods that cannot be woven (JDK proxies, hidden classes)
 *       the tool method                    K   woven when the application registers it
 *   ToolExecutor#executeWithContext        K   for lambdas and simple executors
 * ChatModel#chat                               which definition of the tool the model saw (tool_pin)
 * </pre>
 *
 * <p>Every name is exact; {@value DefaultExecutor#TESTED} is tested. A line of the library that
 * lacks a method of {@code DefaultToolExecutor} is closed: its calls are refused {@code
 * CS-INTERNAL} and one line says which version was seen. Executors of the application's own are not
 * refused in lines without {@code ToolService#executeWithErrorHandling}, such as 1.0: only the
 * lines about its missing methods say so.
 */
public final class LangChain4j {

  private static final String REQUEST = "Ldev/langchain4j/agent/tool/ToolExecutionRequest;";
  private static final String CONTEXT = "Ldev/langchain4j/invocation/InvocationContext;";
  private static final String RESULT = "Ldev/langchain4j/service/tool/ToolExecutionResult;";
  private static final String MODULE = "countersign.langchain4j";

  private final Effects effects;
  private final Configuration configuration;
  private final Weaver weaver;
  private final String version;
  private final Consumer<String> holes;

  /**
   * @param version of this agent
   * @param holes hears of each tool that cannot be bound, as the text of one line
   */
  public LangChain4j(
      Effects effects,
      Configuration configuration,
      Weaver weaver,
      String version,
      Consumer<String> holes) {
    this.effects = effects;
    this.configuration = configuration;
    this.weaver = weaver;
    this.version = version;
    this.holes = holes;
  }

  /** What is woven in the library. */
  public List<Site> sites() {
    Adapter service = adapter(Library.TOOL_SERVICE, "executeWithErrorHandling");
    Adapter executor = adapter(Library.DEFAULT_TOOL_EXECUTOR, "executeWithContext");
    Adapter plain = adapter(Library.TOOL_EXECUTOR, "executeWithContext");
    ToolSink sink = new ToolSink(effects, executor, null);
    SeenDefinitions definitions = new SeenDefinitions(holes);
    BoundTools tools = new BoundTools(effects, weaver, executor, holes);
    Resolutions resolutions = new Resolutions(effects, configuration, tools, definitions);
    DiscoveryHook discovery = new DiscoveryHook(tools);

    return List.of(
        Site.on(Library.TOOL_SERVICE)
            .at(
                "executeWithErrorHandling",
                "("
                    + REQUEST
                    + "Ldev/langchain4j/service/tool/ToolExecutor;"
                    + CONTEXT
                    + "Ldev/langchain4j/service/tool/ToolArgumentsErrorHandler;"
                    + "Ldev/langchain4j/service/tool/ToolExecutionErrorHandler;)"
                    + RESULT)
            .to(new ServiceHook(effects, resolutions, service, sink)),
        Site.on(Library.DEFAULT_TOOL_EXECUTOR)
            .at("executeWithContext", "(" + REQUEST + CONTEXT + ")" + RESULT)
            .to(new ExecutorHook(effects, resolutions, executor)),
        Site.on(Library.DEFAULT_TOOL_EXECUTOR)
            .at("execute", "(" + REQUEST + "Ljava/lang/Object;)Ljava/lang/String;")
            .to(new UnknownLineHook(new ExecutorHook(effects, resolutions, executor))),
        Site.on(Library.DEFAULT_TOOL_EXECUTOR)
            .at(
                "prepareArguments",
                "(Ljava/lang/reflect/Method;Ljava/lang/String;Ljava/util/Map;"
                    + CONTEXT
                    + ")[Ljava/lang/Object;")
            .to(new ArgumentsHook(effects)),
        Site.on(Library.DEFAULT_TOOL_EXECUTOR)
            .at("execute", "([Ljava/lang/Object;)" + RESULT)
            .replacing()
            .to(new InvocationHook(effects, sink)),
        Site.on(Library.TOOL_EXECUTOR)
            .at("executeWithContext", "(" + REQUEST + CONTEXT + ")" + RESULT)
            .to(new PlainExecutorHook(effects, resolutions, plain, sink)),
        Site.onConstructor(Library.DEFAULT_TOOL_EXECUTOR)
            .at("(L" + Library.DEFAULT_TOOL_EXECUTOR_BUILDER.replace('.', '/') + ";)V")
            .carrying()
            .to(discovery),
        Site.onConstructor(Library.DEFAULT_TOOL_EXECUTOR)
            .at("(Ljava/lang/Object;Ljava/lang/reflect/Method;)V")
            .carrying()
            .to(discovery),
        Site.onConstructor(Library.DEFAULT_TOOL_EXECUTOR)
            .at("(Ljava/lang/Object;Ljava/lang/reflect/Method;Ljava/lang/reflect/Method;)V")
            .carrying()
            .to(discovery),
        Site.on(Library.CHAT_MODEL)
            .at(
                "chat",
                "(Ldev/langchain4j/model/chat/request/ChatRequest;)"
                    + "Ldev/langchain4j/model/chat/response/ChatResponse;")
            .carrying()
            .to(new ModelHook(definitions)));
  }

  private Adapter adapter(String className, String method) {
    return new Adapter(MODULE, version, className + "#" + method);
  }
}
