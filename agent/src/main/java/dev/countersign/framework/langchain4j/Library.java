package dev.countersign.framework.langchain4j;

import dev.countersign.framework.LibraryVersion;

/** Exact names of the classes of the library that are woven or read. */
final class Library {

  static final String REQUEST = "dev.langchain4j.agent.tool.ToolExecutionRequest";
  static final String SPECIFICATION = "dev.langchain4j.agent.tool.ToolSpecification";
  static final String PARAMETER = "dev.langchain4j.agent.tool.P";
  static final String MEMORY_ID = "dev.langchain4j.agent.tool.ToolMemoryId";
  static final String INVOCATION_PARAMETERS = "dev.langchain4j.invocation.InvocationParameters";
  static final String INVOCATION_CONTEXT = "dev.langchain4j.invocation.InvocationContext";
  static final String MANAGED = "dev.langchain4j.invocation.LangChain4jManaged";
  static final String TOOL_EXECUTOR = "dev.langchain4j.service.tool.ToolExecutor";
  static final String TOOL = "dev.langchain4j.agent.tool.Tool";
  static final String DEFAULT_TOOL_EXECUTOR = "dev.langchain4j.service.tool.DefaultToolExecutor";
  static final String DEFAULT_TOOL_EXECUTOR_BUILDER = DEFAULT_TOOL_EXECUTOR + "$Builder";
  static final String TOOL_SERVICE = "dev.langchain4j.service.tool.ToolService";
  static final String STREAMING_HANDLER =
      "dev.langchain4j.service.AiServiceStreamingResponseHandler";

  /** Of Quarkus LangChain4j 1.5: what runs the tools of a service, and of one that streams. */
  static final String QUARKUS_SERVICE =
      "io.quarkiverse.langchain4j.runtime.aiservice.AiServiceMethodImplementationSupport";

  static final String QUARKUS_STREAM =
      "io.quarkiverse.langchain4j.runtime.aiservice.QuarkusAiServiceStreamingResponseHandler$4";

  static final String MCP_EXECUTOR = "dev.langchain4j.mcp.McpToolExecutor";
  static final String MCP_CLIENT = "dev.langchain4j.mcp.client.DefaultMcpClient";
  private static final String MCP_TRANSPORTS = "dev.langchain4j.mcp.client.transport.";
  static final String MCP_TRANSPORT = MCP_TRANSPORTS + "McpTransport";
  static final String MCP_STREAMABLE = MCP_TRANSPORTS + "http.StreamableHttpMcpTransport";
  static final String MCP_SSE = MCP_TRANSPORTS + "http.HttpMcpTransport";
  static final String MCP_STDIO = MCP_TRANSPORTS + "stdio.StdioMcpTransport";
  static final String MCP_WEB_SOCKET = MCP_TRANSPORTS + "websocket.WebSocketMcpTransport";
  static final String EXECUTION_FAILED = "dev.langchain4j.exception.ToolExecutionException";

  /** What a streaming model's answer passes on its way to whoever asked; anonymous in all lines. */
  static final String STREAM = "dev.langchain4j.model.chat.StreamingChatModel$1";

  static final String COMPLETE_TOOL_CALL = "dev.langchain4j.model.chat.response.CompleteToolCall";
  static final String CHAT_MODEL = "dev.langchain4j.model.chat.ChatModel";
  static final String CHAT_REQUEST = "dev.langchain4j.model.chat.request.ChatRequest";
  static final String CHAT_RESPONSE = "dev.langchain4j.model.chat.response.ChatResponse";
  static final String AI_MESSAGE = "dev.langchain4j.data.message.AiMessage";
  static final String SCHEMA_ELEMENT = "dev.langchain4j.model.chat.request.json.JsonSchemaElement";
  static final String SCHEMA_TO_MAP = "dev.langchain4j.internal.JsonSchemaElementUtils";

  /** For example {@code LangChain4j 1.19.0}. */
  static String version(Class<?> type) {
    return LibraryVersion.of(
        type, "LangChain4j", "dev.langchain4j/langchain4j", "dev.langchain4j/langchain4j-core");
  }

  private Library() {}
}
