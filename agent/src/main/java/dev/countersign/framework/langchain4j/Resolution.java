package dev.countersign.framework.langchain4j;

import dev.countersign.scope.CallScope;
import dev.countersign.scope.PinSource;

/**
 * What the framework was about to do when a call was resolved: travels with the call's scope, as
 * the reader of its tool definition, so that later hooks know that they belong to it.
 *
 * @param request the {@code ToolExecutionRequest}
 * @param executor the {@code ToolExecutor}
 * @param tool what will carry it out
 * @param definition reads the definition that led to the request
 */
record Resolution(Object request, Object executor, BoundTool tool, PinSource definition)
    implements PinSource {

  /** The resolution that a scope came from; null when it came from elsewhere. */
  static Resolution of(CallScope scope) {
    return scope != null && scope.call() != null && scope.call().pin() instanceof Resolution here
        ? here
        : null;
  }

  @Override
  public String digest() {
    return definition.digest();
  }
}
