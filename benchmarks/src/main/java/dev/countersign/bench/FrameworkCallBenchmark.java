package dev.countersign.bench;

import com.example.bench.FrameworkDesk;
import com.google.adk.tools.FunctionTool;
import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.service.tool.DefaultToolExecutor;
import dev.langchain4j.service.tool.ToolExecutor;
import io.modelcontextprotocol.common.McpTransportContext;
import io.modelcontextprotocol.json.McpJsonDefaults;
import io.modelcontextprotocol.json.McpJsonMapper;
import io.modelcontextprotocol.server.McpServer;
import io.modelcontextprotocol.server.McpStatelessServerFeatures.SyncToolSpecification;
import io.modelcontextprotocol.server.McpStatelessServerHandler;
import io.modelcontextprotocol.spec.McpSchema;
import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCRequest;
import io.modelcontextprotocol.spec.McpSchema.ServerCapabilities;
import io.modelcontextprotocol.spec.McpSchema.Tool;
import io.modelcontextprotocol.spec.McpStatelessServerTransport;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.springframework.ai.chat.messages.AssistantMessage;
import org.springframework.ai.chat.messages.UserMessage;
import org.springframework.ai.chat.model.ChatResponse;
import org.springframework.ai.chat.model.Generation;
import org.springframework.ai.chat.prompt.Prompt;
import org.springframework.ai.model.tool.ToolCallingChatOptions;
import org.springframework.ai.model.tool.ToolCallingManager;
import org.springframework.ai.support.ToolCallbacks;
import reactor.core.publisher.Mono;

/**
 * A tool call as a framework carries it out, from the model's JSON to what the model is told, on
 * the library as it is. Run with the agent and without it: what lies between is the preset's, with
 * its entries in the books.
 */
public class FrameworkCallBenchmark {

  private static final String ARGUMENTS = "{\"order\": \"A-100017\", \"cents\": 1999}";

  /** LangChain4j's own executor of a method. */
  @State(Scope.Benchmark)
  public static class LangChain4j {
    private final ToolExecutionRequest request =
        ToolExecutionRequest.builder().id("call-1").name("refund").arguments(ARGUMENTS).build();
    private final ToolExecutor executor = new DefaultToolExecutor(new FrameworkDesk(), request);
  }

  /** Spring AI's manager, with one call of a turn. */
  @State(Scope.Benchmark)
  public static class SpringAi {
    private final ToolCallingManager manager = ToolCallingManager.builder().build();
    private final Prompt prompt =
        new Prompt(
            new ArrayList<>(List.of(new UserMessage("go on"))),
            ToolCallingChatOptions.builder()
                .toolCallbacks(ToolCallbacks.from(new FrameworkDesk()))
                .build());
    private final ChatResponse response =
        new ChatResponse(
            List.of(
                new Generation(
                    AssistantMessage.builder()
                        .content("")
                        .properties(Map.of())
                        .toolCalls(
                            List.of(
                                new AssistantMessage.ToolCall(
                                    "call-1", "function", "refund", ARGUMENTS)))
                        .build())));
  }

  /** A server of the MCP Java SDK without sessions, from the text of a request to its answer. */
  @State(Scope.Benchmark)
  public static class Mcp implements McpStatelessServerTransport {
    private static final String REQUEST =
        "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":\"refund\","
            + "\"arguments\":"
            + ARGUMENTS
            + "}}";
    private final McpJsonMapper mapper = McpJsonDefaults.getMapper();
    private McpStatelessServerHandler server;

    /** One tool, whose handler does what {@link FrameworkDesk} does. */
    public Mcp() {
      FrameworkDesk desk = new FrameworkDesk();
      McpServer.sync(this)
          .serverInfo("desk", "1")
          .capabilities(ServerCapabilities.builder().tools(false).build())
          .immediateExecution(true)
          .tools(
              SyncToolSpecification.builder()
                  .tool(
                      Tool.builder()
                          .name("refund")
                          .description("Refunds")
                          .inputSchema(mapper, "{\"type\": \"object\"}")
                          .build())
                  .callHandler((context, request) -> refund(desk, request.arguments()))
                  .build())
          .build();
    }

    private static CallToolResult refund(FrameworkDesk desk, Map<String, Object> arguments) {
      long cents = ((Number) arguments.get("cents")).longValue();
      desk.refund((String) arguments.get("order"), cents);
      return CallToolResult.builder().addTextContent("done").build();
    }

    @Override
    public void setMcpHandler(McpStatelessServerHandler handler) {
      server = handler;
    }

    @Override
    public Mono<Void> closeGracefully() {
      return Mono.empty();
    }
  }

  /** Google ADK's own tool of a method. */
  @State(Scope.Benchmark)
  public static class Adk {
    private final FunctionTool tool = FunctionTool.create(new FrameworkDesk(), "refundByAdk");
    private final Map<String, Object> arguments = Map.of("order", "A-100017", "cents", 1999);
  }

  @Benchmark
  public Object mcp(Mcp state) throws IOException {
    JSONRPCRequest request =
        (JSONRPCRequest) McpSchema.deserializeJsonRpcMessage(state.mapper, Mcp.REQUEST);
    return state.server.handleRequest(McpTransportContext.EMPTY, request).block();
  }

  @Benchmark
  public Object adk(Adk state) {
    return state.tool.runAsync(state.arguments, null).blockingGet();
  }

  @Benchmark
  public String langChain4j(LangChain4j state) {
    return state.executor.execute(state.request, "memory");
  }

  @Benchmark
  public Object springAi(SpringAi state) {
    return state.manager.executeToolCalls(state.prompt, state.response).conversationHistory();
  }
}
