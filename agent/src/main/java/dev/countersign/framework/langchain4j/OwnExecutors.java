package dev.countersign.framework.langchain4j;

import dev.countersign.framework.BoundTool;
import dev.countersign.framework.BoundTools;
import dev.countersign.ledger.Capture;
import dev.countersign.scope.PlanSource;
import dev.countersign.scope.ToolMethod;
import dev.countersign.weave.WovenMethod;
import java.util.List;

/**
 * Executors that are not LangChain4j's own: a lambda, a decorator, a client of a tool server. They
 * are bound where the framework calls them; the books name what it calls, whatever class stands
 * behind it.
 */
final class OwnExecutors {

  /** What the framework calls of executors from 1.6 on. */
  static final WovenMethod WITH_CONTEXT =
      BoundTools.callSite(
          Library.TOOL_EXECUTOR,
          "executeWithContext",
          "(Ldev/langchain4j/agent/tool/ToolExecutionRequest;Ldev/langchain4j/invocation/InvocationContext;)"
              + "Ldev/langchain4j/service/tool/ToolExecutionResult;");

  /** What it calls before. */
  static final WovenMethod WITH_MEMORY =
      BoundTools.callSite(
          Library.TOOL_EXECUTOR,
          "execute",
          "(Ldev/langchain4j/agent/tool/ToolExecutionRequest;Ljava/lang/Object;)Ljava/lang/String;");

  private static final BoundTool EXECUTOR = executor(WITH_CONTEXT);
  private static final BoundTool EARLIER_EXECUTOR = executor(WITH_MEMORY);

  /**
   * @param type the executor's class, which is announced when it is met for the first time; that of
   *     the library's MCP tools is compared where it sends, see {@link McpSendHook}
   */
  static BoundTool of(Class<?> type, BoundTools tools) {
    if (!type.getName().equals(Library.MCP_EXECUTOR)) {
      tools.announce(type, "tool executor " + type.getName());
    }
    return ServiceContract.of(type).withContext() ? EXECUTOR : EARLIER_EXECUTOR;
  }

  /** Whether a tool is an executor as {@link #of} has it. */
  static boolean isOne(BoundTool tool) {
    return tool == EXECUTOR || tool == EARLIER_EXECUTOR;
  }

  private static BoundTool executor(WovenMethod called) {
    return new BoundTool(
        new ToolMethod(
            ToolMethod.text(called.className(), called.method(), called.descriptor()),
            List.of(),
            List.of()),
        PlanSource.NONE,
        Capture.WRAPPER_SYNC,
        called,
        null);
  }

  private OwnExecutors() {}
}
