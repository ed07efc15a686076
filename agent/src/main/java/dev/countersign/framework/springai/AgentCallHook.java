package dev.countersign.framework.springai;

import dev.countersign.scope.CallScope;
import dev.countersign.scope.Carry;
import dev.countersign.scope.Effects;
import dev.countersign.weave.SiteHandler;
import dev.countersign.weave.WovenMethod;

/**
 * {@code AgentToolNode#executeToolCallWithInterceptors} of Spring AI Alibaba: one call as the model
 * asked for it, on the thread that carries it out, however often its interceptors try.
 */
final class AgentCallHook implements SiteHandler {

  private final Effects effects;
  private final Turns turns;

  AgentCallHook(Effects effects, Turns turns) {
    this.effects = effects;
    this.turns = turns;
  }

  @Override
  public Object enter(WovenMethod woven, Object self, Object[] args) {
    turns.beginOne(args[0]);
    return turns;
  }

  @Override
  public Object exit(Object token, Object result, Throwable thrown) {
    Turns.Requested requested = turns.only();
    turns.end();
    CallScope call = requested == null ? null : requested.attempts().end();
    if (call != null) {
      Object carried = Carry.capture();
      effects.end(call, thrown);
      Carry.enter(carried);
    }
    return result;
  }
}
