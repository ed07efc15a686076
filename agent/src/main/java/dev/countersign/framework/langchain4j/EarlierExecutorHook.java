package dev.countersign.framework.langchain4j;

import dev.countersign.weave.SiteHandler;
import dev.countersign.weave.WovenMethod;

/**
 * {@code DefaultToolExecutor#execute(ToolExecutionRequest, Object)}: what everything passes in
 * lines before 1.6. Of no interest in later ones, where it goes on to {@code executeWithContext}.
 */
final class EarlierExecutorHook implements SiteHandler {

  private final ExecutorHook executor;

  EarlierExecutorHook(ExecutorHook executor) {
    this.executor = executor;
  }

  @Override
  public Object enter(WovenMethod woven, Object self, Object[] args) throws Throwable {
    return ServiceContract.of(self.getClass()).withContext()
        ? null
        : executor.enter(woven, self, args);
  }

  @Override
  public Object exit(Object token, Object result, Throwable thrown) throws Throwable {
    return executor.exit(token, result, thrown);
  }
}
