package dev.countersign.framework.langchain4j;

import dev.countersign.weave.GatedCall;
import dev.countersign.weave.SiteHandler;
import dev.countersign.weave.WovenMethod;

/**
 * A service's own call of an executor, wherever in its code a line of the library makes it: the one
 * place that executors of the application's own pass in every line.
 */
final class ServiceCallHook implements SiteHandler {

  private final GatedCall withContext;
  private final GatedCall withMemory;

  /**
   * @param withContext around {@code executeWithContext}
   * @param withMemory around {@code execute(ToolExecutionRequest, Object)}
   */
  ServiceCallHook(GatedCall withContext, GatedCall withMemory) {
    this.withContext = withContext;
    this.withMemory = withMemory;
  }

  @Override
  public Object enter(WovenMethod woven, Object self, Object[] args) {
    Object executor = args[0];
    if (executor == null) {
      // The service fails by itself: it knows no such tool.
      return null;
    }
    ServiceContract contract = ServiceContract.of(executor.getClass());
    if (contract.needsStandIn()) {
      GatedCall gate =
          !contract.isSink() ? null : contract.withContext() ? withContext : withMemory;
      args[0] = StandIn.of(executor, contract, gate);
    }
    return null;
  }
}
