package io.quarkiverse.langchain4j.runtime.aiservice;

import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.invocation.InvocationContext;
import dev.langchain4j.service.tool.ToolExecutionResult;
import dev.langchain4j.service.tool.ToolExecutor;

/**
 * In the place of the class of this name in Quarkus LangChain4j 1.5, whose applications are put
 * together by a build of their own: it calls executors without the service of LangChain4j.
 */
public final class AiServiceMethodImplementationSupport {

  /** What that class does with each call of a turn. */
  public static ToolExecutionResult executes(
      ToolExecutor executor, ToolExecutionRequest request, InvocationContext context) {
    return executor.executeWithContext(request, context);
  }

  private AiServiceMethodImplementationSupport() {}
}
