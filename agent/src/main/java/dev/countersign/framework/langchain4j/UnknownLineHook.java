package dev.countersign.framework.langchain4j;

import dev.countersign.weave.SiteHandler;
import dev.countersign.weave.WovenMethod;

/**
 * {@code DefaultToolExecutor#execute(ToolExecutionRequest, Object)}, which every line of the
 * library has: where a line lacks the later steps, this one refuses in their place. Of no interest
 * for all others.
 */
final class UnknownLineHook implements SiteHandler {

  private final ExecutorHook executor;

  UnknownLineHook(ExecutorHook executor) {
    this.executor = executor;
  }

  @Override
  public Object enter(WovenMethod woven, Object self, Object[] args) throws Throwable {
    return DefaultExecutor.missingIn(DefaultExecutor.typeOf(self.getClass())) == null
        ? null
        : executor.enter(woven, self, args);
  }

  @Override
  public Object exit(Object token, Object result, Throwable thrown) throws Throwable {
    return executor.exit(token, result, thrown);
  }
}
