package dev.countersign.framework.springai;

import dev.countersign.EffectRefusedException;
import dev.countersign.weave.GatedCall;
import dev.countersign.weave.OpenProxy;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.util.concurrent.CompletableFuture;

/**
 * Stands in for a callback during one call of a manager or an agent: puts the gate around it, and
 * turns a refusal into the one exception that managers tell the model about. Any other ends the
 * conversation.
 *
 * <p>The callback itself is not changed, and nobody but the manager's own call holds this.
 */
final class StandIn implements InvocationHandler {

  private final Object callback;
  private final GatedCall gate;
  private final Turns turns;
  private final Turns.Requested handed;

  private StandIn(Object callback, GatedCall gate, Turns turns, Turns.Requested handed) {
    this.callback = callback;
    this.gate = gate;
    this.turns = turns;
    this.handed = handed;
  }

  /**
   * @param type the interface that is called
   * @param handed what was asked for where the caller is on another thread than the turn; else null
   * @return an object of that type
   */
  static Object of(
      Object callback, Class<?> type, GatedCall gate, Turns turns, Turns.Requested handed) {
    return OpenProxy.of(type, new StandIn(callback, gate, turns, handed));
  }

  @Override
  public Object invoke(Object self, Method method, Object[] args) throws Throwable {
    boolean goesOn = method.getName().equals("callAsync");
    if (!goesOn && (!method.getName().equals("call") || args.length != 2)) {
      return GatedCall.plain(method, callback, args);
    }
    // Here, and not inside the gate: of a callback of the application's own this is its code, which
    // the manager asks as well.
    ShownDefinition shown = ShownDefinition.of(callback, method.getDeclaringClass());
    boolean alone = turns.beginAlone(handed);
    try {
      turns.shown(callback, shown);
      return gate.invoke(method, callback, args);
    } catch (EffectRefusedException refused) {
      Throwable told = told(method.getDeclaringClass(), refused);
      if (goesOn) {
        return CompletableFuture.failedFuture(told);
      }
      throw told;
    } finally {
      if (alone) {
        turns.end();
      }
    }
  }

  /** As the library itself wraps what a tool's method throws. */
  private Throwable told(Class<?> type, EffectRefusedException refused) throws Throwable {
    ClassLoader loader = type.getClassLoader();
    Object definition =
        GatedCall.plain(type.getMethod("getToolDefinition"), callback, new Object[0]);
    return (Throwable)
        Class.forName(Library.EXECUTION_FAILED, true, loader)
            .getConstructor(Class.forName(Library.DEFINITION, false, loader), Throwable.class)
            .newInstance(definition, refused);
  }
}
