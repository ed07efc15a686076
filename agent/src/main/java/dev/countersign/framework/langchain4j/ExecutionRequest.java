package dev.countersign.framework.langchain4j;

import dev.countersign.framework.Accessors;
import dev.countersign.framework.PresentedCall;

/** Reads {@code ToolExecutionRequest}s. */
final class ExecutionRequest {

  /**
   * @param request a {@code ToolExecutionRequest}
   * @throws IllegalStateException when it is of another class or misses an accessor
   */
  static PresentedCall read(Object request) {
    if (!Accessors.isExactly(request, Library.REQUEST)) {
      throw new IllegalStateException(
          "a tool was requested by " + (request == null ? "null" : request.getClass().getName()));
    }
    return PresentedCall.of(
        (String) Accessors.get(request, "id"),
        (String) Accessors.get(request, "name"),
        (String) Accessors.get(request, "arguments"));
  }

  private ExecutionRequest() {}
}
