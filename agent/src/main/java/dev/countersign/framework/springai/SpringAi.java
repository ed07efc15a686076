package dev.countersign.framework.springai;

import dev.countersign.config.Configuration;
import dev.countersign.framework.ExemptFrames;
import dev.countersign.scope.Effects;
import dev.countersign.weave.Site;
import dev.countersign.weave.SiteHandler;
import dev.countersign.weave.Weaver;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * The preset for Spring AI: where its tool calls are resolved (Q), where their arguments are built
 * (B), and where they are carried out (K).
 *
 * <pre>
 * DefaultToolCallingManager#executeToolCall    what the model asked for, with the ids
 *   its call of a ToolCallback             Q   where a refusal becomes what the model reads as the tool's result;
 *                                          K   for callbacks of the application's own, whose methods carry no gate
 *     MethodToolCallback#call              Q   of calls that come through no manager; where a decorator hands on
 *       #buildMethodArguments              B   records only
 *       #callMethod(Object[])              K   for methods that cannot be woven (JDK proxies, hidden classes)
 *         the tool method                  K   woven when the application registers it
 *     FunctionToolCallback#call            Q   the same
 *       #callMethod(Object, ToolContext)   B   and K: nothing lies between, and functions are lambdas
 *     Sync-, AsyncMcpToolCallback#call         Q   the same
 *                                          B   and K: the text on its way to a server of tools
 * the models' call(Prompt), stream(Prompt)     requests inside are exempt: {@link ExemptModels}
 * </pre>
 *
 * <p>These names and descriptors are those of 1.0, 1.1 and 2.0: where the loop over a model's turns
 * stands changed with 2.0, that it passes the manager did not. A line that lacks one of them is
 * closed: its calls are refused {@code CS-INTERNAL} and one line says which version was seen.
 */
public final class SpringAi {

  static final String CALL =
      "(Ljava/lang/String;L" + Library.CONTEXT.replace('.', '/') + ";)Ljava/lang/String;";

  static final String FUNCTION_TYPE =
      "(Ljava/lang/Object;L" + Library.CONTEXT.replace('.', '/') + ";)Ljava/lang/Object;";

  private final Effects effects;
  private final Configuration configuration;
  private final Weaver weaver;
  private final String version;
  private final Consumer<String> holes;

  /**
   * @param version of this agent
   * @param holes hears of each tool that cannot be bound, as the text of one line
   */
  public SpringAi(
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
    SpringAiHandlers handlers =
        new SpringAiHandlers(effects, configuration, weaver, version, holes);
    SiteHandler discovery = handlers.get(SpringAiHandlers.DISCOVERY);
    List<Site> sites = new ArrayList<>(24);
    sites.addAll(ExemptModels.sites(new ExemptFrames(effects)));
    sites.addAll(
        List.of(
            Site.on(Library.MANAGER)
                .at(
                    "executeToolCall",
                    "(Lorg/springframework/ai/chat/prompt/Prompt;L"
                        + Library.MESSAGE.replace('.', '/')
                        + ";L"
                        + Library.CONTEXT.replace('.', '/')
                        + ";)")
                .to(handlers.get(SpringAiHandlers.MANAGER)),
            Site.onCall(Library.MANAGER)
                .anywhere()
                .before(Library.CALLBACK.replace('.', '/'), "call", CALL)
                .replacing()
                .to(handlers.get(SpringAiHandlers.MANAGER_CALL)),
            // Spring AI Alibaba's agents call callbacks without a manager.
            Site.on(Library.ALIBABA_NODE)
                .at(
                    "executeToolCallWithInterceptors",
                    "(L"
                        + Library.REQUESTED.replace('.', '/')
                        + ";Lcom/alibaba/cloud/ai/graph/OverAllState;"
                        + "Lcom/alibaba/cloud/ai/graph/RunnableConfig;"
                        + "Ljava/util/Map;ZLjava/util/Map;I)")
                .to(handlers.get(SpringAiHandlers.AGENT_CALL)),
            alibabaCalls(Library.ALIBABA_NODE, handlers),
            alibabaCalls(Library.ALIBABA_ADAPTER, handlers),
            asynchronousCalls(Library.ALIBABA_ASYNC, "", handlers.get(SpringAiHandlers.ASYNC_CALL)),
            asynchronousCalls(
                Library.ALIBABA_CANCELLABLE,
                "Lcom/alibaba/cloud/ai/graph/agent/tool/CancellationToken;",
                handlers.get(SpringAiHandlers.CANCELLABLE_CALL)),
            Site.onEntry(Library.ALIBABA_ADAPTER)
                .at("callAsync", asynchronous(""))
                .to(handlers.get(SpringAiHandlers.HAND_ON)),
            Site.on(Library.METHOD_CALLBACK)
                .at("call", CALL)
                .to(handlers.get(SpringAiHandlers.METHOD_CALL)),
            Site.on(Library.METHOD_CALLBACK)
                .at(
                    "buildMethodArguments",
                    "(Ljava/util/Map;L"
                        + Library.CONTEXT.replace('.', '/')
                        + ";)[Ljava/lang/Object;")
                .to(handlers.get(SpringAiHandlers.ARGUMENTS)),
            Site.on(Library.METHOD_CALLBACK)
                .at("callMethod", "([Ljava/lang/Object;)Ljava/lang/Object;")
                .replacing()
                .to(handlers.get(SpringAiHandlers.INVOCATION)),
            Site.onConstructor(Library.METHOD_CALLBACK)
                .at(
                    "(L"
                        + Library.DEFINITION.replace('.', '/')
                        + ";Lorg/springframework/ai/tool/metadata/ToolMetadata;Ljava/lang/reflect/Method;"
                        + "Ljava/lang/Object;Lorg/springframework/ai/tool/execution/ToolCallResultConverter;)V")
                .carrying()
                .to(discovery),
            Site.onConstructor(Library.FUNCTION_CALLBACK)
                .at(
                    "(L"
                        + Library.DEFINITION.replace('.', '/')
                        + ";Lorg/springframework/ai/tool/metadata/ToolMetadata;Ljava/lang/reflect/Type;"
                        + "Ljava/util/function/BiFunction;Lorg/springframework/ai/tool/execution/ToolCallResultConverter;)V")
                .carrying()
                .to(discovery),
            Site.on(Library.FUNCTION_CALLBACK)
                .at("call", CALL)
                .to(handlers.get(SpringAiHandlers.FUNCTION_CALL)),
            Site.on(Library.FUNCTION_CALLBACK)
                .at(Callbacks.FUNCTION, FUNCTION_TYPE)
                .replacing()
                .to(handlers.get(SpringAiHandlers.FUNCTION))));
    sends(sites, Library.SYNC_MCP_CALLBACK, handlers.get(SpringAiHandlers.SYNC_MCP));
    sends(sites, Library.ASYNC_MCP_CALLBACK, handlers.get(SpringAiHandlers.ASYNC_MCP));
    return sites;
  }

  /** Not optional: a class that calls callbacks in another way is a hole, and said to be one. */
  private static Site alibabaCalls(String caller, SpringAiHandlers handlers) {
    return Site.onCall(caller)
        .anywhere()
        .before(Library.CALLBACK.replace('.', '/'), "call", CALL)
        .replacing()
        .to(handlers.get(SpringAiHandlers.MANAGER_CALL));
  }

  /** Optional: earlier lines have none that can be cancelled. */
  private static Site asynchronousCalls(String callback, String more, SiteHandler handler) {
    return Site.onCall(Library.ALIBABA_NODE)
        .anywhere()
        .before(callback.replace('.', '/'), "callAsync", asynchronous(more))
        .replacing()
        .optional()
        .to(handler);
  }

  private static String asynchronous(String more) {
    return "(Ljava/lang/String;L"
        + Library.CONTEXT.replace('.', '/')
        + ";"
        + more
        + ")Ljava/util/concurrent/CompletableFuture;";
  }

  private static void sends(List<Site> sites, String callback, SiteHandler handler) {
    sites.add(Site.on(callback).at("call", CALL).to(handler));
    sites.add(Site.on(callback).at("call", "(Ljava/lang/String;)Ljava/lang/String;").to(handler));
  }
}
