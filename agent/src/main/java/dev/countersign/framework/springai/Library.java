package dev.countersign.framework.springai;

import dev.countersign.framework.LibraryVersion;
import dev.countersign.weave.Supertypes;
import java.util.Set;

/** Exact names of the classes of the library that are woven or read. */
final class Library {

  static final String MANAGER = "org.springframework.ai.model.tool.DefaultToolCallingManager";
  static final String CALLBACK = "org.springframework.ai.tool.ToolCallback";
  static final String METHOD_CALLBACK = "org.springframework.ai.tool.method.MethodToolCallback";
  static final String FUNCTION_CALLBACK =
      "org.springframework.ai.tool.function.FunctionToolCallback";

  /** Tools of MCP servers. */
  static final String ALIBABA_NODE = "com.alibaba.cloud.ai.graph.agent.node.AgentToolNode";

  /** Around callbacks of any kind, on threads of an executor; calls them in a lambda. */
  static final String ALIBABA_ADAPTER =
      "com.alibaba.cloud.ai.graph.agent.tool.AsyncToolCallbackAdapter";

  /** Callbacks that go on behind their method; of the second one they can be cancelled. */
  static final String ALIBABA_ASYNC = "com.alibaba.cloud.ai.graph.agent.tool.AsyncToolCallback";

  static final String ALIBABA_CANCELLABLE =
      "com.alibaba.cloud.ai.graph.agent.tool.CancellableAsyncToolCallback";

  static final String SYNC_MCP_CALLBACK = "org.springframework.ai.mcp.SyncMcpToolCallback";

  static final String ASYNC_MCP_CALLBACK = "org.springframework.ai.mcp.AsyncMcpToolCallback";
  static final String DEFINITION = "org.springframework.ai.tool.definition.ToolDefinition";
  static final String DEFAULT_DEFINITION =
      "org.springframework.ai.tool.definition.DefaultToolDefinition";
  static final String EXECUTION_FAILED =
      "org.springframework.ai.tool.execution.ToolExecutionException";
  static final String CONTEXT = "org.springframework.ai.chat.model.ToolContext";
  static final String MESSAGE = "org.springframework.ai.chat.messages.AssistantMessage";
  static final String REQUESTED = MESSAGE + "$ToolCall";

  /** By the class of a callback. */
  private static final ClassValue<Class<?>> CALLBACKS =
      new ClassValue<>() {
        @Override
        protected Class<?> computeValue(Class<?> type) {
          return named(type, CALLBACK);
        }
      };

  /** The interface {@code ToolCallback} that callbacks of this class implement. */
  static Class<?> callback(Class<?> type) {
    return CALLBACKS.get(type);
  }

  /** The type of that name among those of a class; null where it is none of them. */
  static Class<?> named(Class<?> type, String name) {
    return Supertypes.named(type, Set.of(name));
  }

  /** For example {@code Spring AI 1.1.2}. */
  static String version(Class<?> type) {
    return LibraryVersion.of(type, "Spring AI", "org.springframework.ai/spring-ai-model");
  }

  private Library() {}
}
