package dev.countersign.framework.springai;

import dev.countersign.weave.SiteHandler;
import dev.countersign.weave.WovenMethod;

/**
 * {@code AgentToolNode#executeToolCallWithInterceptors} of Spring AI Alibaba: one call as the model
 * asked for it, on the thread that carries it out.
 */
final class AgentCallHook implements SiteHandler {

  private final Turns turns;

  AgentCallHook(Turns turns) {
    this.turns = turns;
  }

  @Override
  public Object enter(WovenMethod woven, Object self, Object[] args) {
    turns.beginOne(args[0]);
    return turns;
  }

  @Override
  public Object exit(Object token, Object result, Throwable thrown) {
    turns.end();
    return result;
  }
}
