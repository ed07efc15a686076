package dev.countersign.framework.langchain4j;

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
 * The preset for LangChain4j (issue item 6): where its tool calls are resolved (Q), where their
 * arguments are built (B), and where they are carried out (K).
 *
 * <pre>
 * ToolService#executeWithErrorHandling     Q   from 1.4 on; records only: a throw here ends the conversation
 *   a service's call of a ToolExecutor     K   for executors that answer by themselves; before 1.9 also where a
 *                                              refusal becomes what the model reads as the tool's result
 *     DefaultToolExecutor#executeWithContext   Q where nothing resolved before; a refusal of Q is thrown here.
 *                                              Before 1.6 it is #execute(ToolExecutionRequest, Object)
 *       #prepareArguments                  B   records only
 *       #execute(Object[])                 K   for methods that cannot be woven (JDK proxies, hidden classes)
 *         the tool method                  K   woven when the application registers it
 *     ToolExecutor#executeWithContext      K   from 1.6 on, for lambdas and simple executors
 *       McpToolExecutor#executeWithContext K   the arguments on their way to a server, behind decorators
 *         DefaultMcpClient#executeTool   K   the same behind decorators of the client; Q where nothing resolved before
 *           the transport's text         K   what leaves, whatever made the message; Q likewise
 * ChatModel#chat, StreamingChatModel#chat      which definition of the tool the model saw (tool_pin); requests inside
 *                                              are exempt, as those of MCP transports: {@link ExemptCalls}
 * </pre>
 *
 * <p>Every name is exact, with every form that it has in the lines {@value DefaultExecutor#KNOWN}.
 * A line whose {@code DefaultToolExecutor} lacks a method is closed: its calls are refused {@code
 * CS-INTERNAL} and one line says which version was seen.
 */
public final class LangChain4j {

  private static final String REQUEST = "Ldev/langchain4j/agent/tool/ToolExecutionRequest;";
  private static final String CONTEXT = "Ldev/langchain4j/invocation/InvocationContext;";
  private static final String RESULT = "Ldev/langchain4j/service/tool/ToolExecutionResult;";
  private static final String METHOD = "Ljava/lang/reflect/Method;";
  private static final String MAP = "Ljava/util/Map;";
  private static final String OBJECT = "Ljava/lang/Object;";
  private static final String TEXT = "Ljava/lang/String;";

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
    LangChain4jHandlers handlers =
        new LangChain4jHandlers(effects, configuration, weaver, version, holes);
    SiteHandler service = handlers.get(LangChain4jHandlers.SERVICE);
    SiteHandler serviceCall = handlers.get(LangChain4jHandlers.SERVICE_CALL);
    SiteHandler sending = handlers.get(LangChain4jHandlers.SENDING);
    SiteHandler arguments = handlers.get(LangChain4jHandlers.ARGUMENTS);
    SiteHandler discovery = handlers.get(LangChain4jHandlers.DISCOVERY);
    SiteHandler stream = handlers.get(LangChain4jHandlers.STREAM);

    List<Site> sites = new ArrayList<>(64);
    sites.addAll(
        ExemptCalls.sites(new ExemptFrames(effects), handlers.get(LangChain4jHandlers.MCP_FRAME)));
    sites.addAll(
        mcpClient(
            handlers.get(LangChain4jHandlers.MCP_CLIENT),
            handlers.get(LangChain4jHandlers.MCP_TEXT),
            handlers.get(LangChain4jHandlers.MCP_RETRIES)));
    sites.addAll(
        List.of(
            handlingErrors(CONTEXT, RESULT, service),
            handlingErrors(
                OBJECT, "Ldev/langchain4j/data/message/ToolExecutionResultMessage;", service),
            // Not optional: executors that answer by themselves pass nothing else that every line
            // has.
            calling(Library.TOOL_SERVICE).to(serviceCall),
            // From 1.4 on, this one leaves its calls to the other.
            calling(Library.STREAMING_HANDLER).optional().to(serviceCall),
            // Lines of Quarkus LangChain4j that run tools without the service of the library.
            calling(Library.QUARKUS_SERVICE).optional().to(serviceCall),
            calling(Library.QUARKUS_STREAM).optional().to(serviceCall),
            plainWithContext(handlers.get(LangChain4jHandlers.PLAIN_WITH_CONTEXT)),
            Site.on(Library.DEFAULT_TOOL_EXECUTOR)
                .at("executeWithContext", "(" + REQUEST + CONTEXT + ")" + RESULT)
                .optional()
                .to(handlers.get(LangChain4jHandlers.EXECUTOR)),
            Site.on(Library.DEFAULT_TOOL_EXECUTOR)
                .at("execute", "(" + REQUEST + OBJECT + ")" + TEXT)
                .to(handlers.get(LangChain4jHandlers.EARLIER_EXECUTOR)),
            Site.on(Library.MCP_EXECUTOR)
                .at("executeWithContext", "(" + REQUEST + CONTEXT + ")" + RESULT)
                .optional()
                .to(sending),
            Site.on(Library.MCP_EXECUTOR)
                .at("execute", "(" + REQUEST + OBJECT + ")" + TEXT)
                .to(sending),
            building(METHOD + TEXT + MAP + CONTEXT, arguments),
            building(METHOD + MAP + CONTEXT, arguments),
            building(METHOD + MAP + OBJECT, arguments),
            Site.on(Library.DEFAULT_TOOL_EXECUTOR)
                .at("execute", "([Ljava/lang/Object;)")
                .replacing()
                .to(handlers.get(LangChain4jHandlers.INVOCATION)),
            Site.onConstructor(Library.DEFAULT_TOOL_EXECUTOR)
                .at("(L" + Library.DEFAULT_TOOL_EXECUTOR_BUILDER.replace('.', '/') + ";)V")
                .carrying()
                .optional()
                .to(discovery),
            Site.onConstructor(Library.DEFAULT_TOOL_EXECUTOR)
                .at("(" + OBJECT + METHOD + ")V")
                .carrying()
                .to(discovery),
            Site.onConstructor(Library.DEFAULT_TOOL_EXECUTOR)
                .at("(" + OBJECT + METHOD + METHOD + ")V")
                .carrying()
                .to(discovery),
            Site.on(Library.CHAT_MODEL)
                .at(
                    "chat",
                    "(Ldev/langchain4j/model/chat/request/ChatRequest;)"
                        + "Ldev/langchain4j/model/chat/response/ChatResponse;")
                .carrying()
                .to(handlers.get(LangChain4jHandlers.MODEL)),
            Site.onEntry(Library.STREAM)
                .at("onCompleteResponse", "(Ldev/langchain4j/model/chat/response/ChatResponse;)V")
                .carrying()
                .to(stream),
            Site.onEntry(Library.STREAM)
                .at(
                    "onCompleteToolCall",
                    "(Ldev/langchain4j/model/chat/response/CompleteToolCall;)V")
                .carrying()
                .optional()
                .to(stream)));
    return sites;
  }

  private static List<Site> mcpClient(SiteHandler client, SiteHandler text, SiteHandler retries) {
    return List.of(
        Site.on(Library.MCP_CLIENT).at("executeTool", "(" + REQUEST + ")").to(client),
        Site.on(Library.MCP_CLIENT)
            .at("executeTool", "(" + REQUEST + CONTEXT + ")")
            .optional()
            .to(client),
        // Not optional: what leaves must be seen.
        Site.onCall(Library.MCP_STREAMABLE)
            .anywhere()
            .before(
                "java/net/http/HttpRequest$BodyPublishers",
                "ofString",
                "(" + TEXT + ")Ljava/net/http/HttpRequest$BodyPublisher;")
            .to(text),
        Site.on(Library.MCP_STREAMABLE)
            .at("execute", "(Ldev/langchain4j/mcp/client/McpCallContext;Z)")
            .carrying()
            .optional()
            .to(retries),
        Site.onCall(Library.MCP_SSE)
            .anywhere()
            .before("okhttp3/RequestBody", "create", "([B)Lokhttp3/RequestBody;")
            .to(text),
        Site.on(Library.MCP_STDIO).at("execute", "(" + TEXT + "Ljava/lang/Long;)").to(text),
        Site.onCall(Library.MCP_WEB_SOCKET)
            .anywhere()
            .before(
                "java/net/http/WebSocket",
                "sendText",
                "(Ljava/lang/CharSequence;Z)Ljava/util/concurrent/CompletableFuture;")
            .to(text));
  }

  static Site plainWithContext(SiteHandler handler) {
    return Site.on(Library.TOOL_EXECUTOR)
        .at("executeWithContext", "(" + REQUEST + CONTEXT + ")" + RESULT)
        .optional()
        .to(handler);
  }

  static Site plainWithMemory(SiteHandler handler) {
    return Site.on(Library.TOOL_EXECUTOR)
        .at("execute", "(" + REQUEST + OBJECT + ")" + TEXT)
        .to(handler);
  }

  private static Site handlingErrors(String memory, String result, SiteHandler handler) {
    return Site.on(Library.TOOL_SERVICE)
        .at(
            "executeWithErrorHandling",
            "("
                + REQUEST
                + "Ldev/langchain4j/service/tool/ToolExecutor;"
                + memory
                + "Ldev/langchain4j/service/tool/ToolArgumentsErrorHandler;"
                + "Ldev/langchain4j/service/tool/ToolExecutionErrorHandler;)"
                + result)
        .optional()
        .to(handler);
  }

  /** By whatever name a line calls an executor with a request. */
  private static Site.Builder calling(String service) {
    return Site.onCall(service)
        .anywhere()
        .beforeAny(Library.TOOL_EXECUTOR.replace('.', '/'), "(" + REQUEST)
        .replacing();
  }

  private static Site building(String parameters, SiteHandler handler) {
    return Site.on(Library.DEFAULT_TOOL_EXECUTOR)
        .at("prepareArguments", "(" + parameters + ")[Ljava/lang/Object;")
        .optional()
        .to(handler);
  }
}
