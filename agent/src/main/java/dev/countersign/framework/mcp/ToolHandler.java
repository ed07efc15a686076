package dev.countersign.framework.mcp;

import dev.countersign.EffectRefusedException;
import dev.countersign.approval.AskedQuestions;
import dev.countersign.config.ApprovalSource;
import dev.countersign.framework.ToolHolder;
import dev.countersign.scope.Effects;
import dev.countersign.weave.GatedCall;
import java.lang.reflect.Method;
import java.util.function.BiFunction;

/**
 * Stands for the handler of a tool wherever it is asked for: handlers are lambdas, which no class
 * file carries the gate for. What a decorator of the application's gets is this as well, so that
 * what it hands on is compared.
 */
final class ToolHandler implements BiFunction<Object, Object, Object>, ToolHolder {

  private static final Method APPLY = apply();

  private final Effects effects;
  private final BiFunction<Object, Object, Object> handler;
  private final Object tool;
  private final Arrivals arrivals;
  private final GatedCall gate;

  /**
   * @param tool the definition that it is registered with
   */
  ToolHandler(
      Effects effects,
      BiFunction<Object, Object, Object> handler,
      Object tool,
      Arrivals arrivals,
      GatedCall gate) {
    this.effects = effects;
    this.handler = handler;
    this.tool = tool;
    this.arrivals = arrivals;
    this.gate = gate;
  }

  /** The handler that it stands for, which may be one of these under another name. */
  BiFunction<Object, Object, Object> handler() {
    return handler;
  }

  @Override
  public Object toolObject() {
    return handler;
  }

  @Override
  public Object apply(Object exchange, Object request) {
    Arrived arrived = arrivals.current();
    arrivals.leave(null);
    try {
      AskedQuestions questions = arrived == null ? null : effects.questionsOf(ApprovalSource.MCP);
      Elicitation elicitation =
          questions == null ? null : new Elicitation(questions, exchange, effects.isInsideCall());
      return used(new HandlerUse(handler, tool, arrived, elicitation), exchange, request);
    } finally {
      if (arrived != null) {
        arrivals.leave(arrived);
      }
    }
  }

  private Object used(HandlerUse use, Object exchange, Object given) {
    Object request = use.request(given);
    try {
      return gate.invoke(APPLY, use, new Object[] {exchange, request});
    } catch (EffectRefusedException refused) {
      if (use.arrived() == null || request == null) {
        throw refused;
      }
      Class<?> library = request.getClass();
      Object told = ToldResult.of(library, refused);
      Elicitation elicitation = use.elicitation();
      return elicitation != null && elicitation.isToBeAsked()
          ? Monos.of(library)
              .then(
                  elicitation.ask(),
                  elicitation.limit(),
                  answer -> {
                    elicitation.hear(answer, effects.isInsideCall());
                    return used(use, exchange, given);
                  },
                  told)
          : Monos.of(library).just(told);
    } catch (Throwable thrown) {
      throw HandlerUse.<RuntimeException>asItIs(thrown);
    }
  }

  @Override
  public boolean equals(Object other) {
    return handler.equals(other instanceof ToolHandler same ? same.handler : other);
  }

  @Override
  public int hashCode() {
    return handler.hashCode();
  }

  @Override
  public String toString() {
    return handler.toString();
  }

  private static Method apply() {
    try {
      return BiFunction.class.getMethod("apply", Object.class, Object.class);
    } catch (NoSuchMethodException impossible) {
      throw new IllegalStateException(impossible);
    }
  }
}
