package dev.countersign.framework.langchain4j;

import dev.countersign.EffectRefusedException;
import dev.countersign.weave.GatedCall;
import dev.countersign.weave.OpenProxy;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;

/**
 * Stands in for an executor during one call of a service: puts the gate around executors that have
 * no method to carry it, and turns a refusal into what this line of the library tells the model.
 *
 * <p>The executor itself is not changed, and nobody but the service's own call holds this. What an
 * executor throws arrives as itself, checked exceptions that nobody declared too.
 */
final class StandIn implements InvocationHandler {

  private final Object executor;
  private final ServiceContract contract;
  private final GatedCall gate;

  private StandIn(Object executor, ServiceContract contract, GatedCall gate) {
    this.executor = executor;
    this.contract = contract;
    this.gate = gate;
  }

  /**
   * @param gate null for an executor whose own classes carry the gate
   * @return a {@code ToolExecutor} of the same loader
   */
  static Object of(Object executor, ServiceContract contract, GatedCall gate) {
    return OpenProxy.of(contract.executor(), new StandIn(executor, contract, gate));
  }

  @Override
  public Object invoke(Object self, Method method, Object[] args) throws Throwable {
    if (method.getDeclaringClass() == Object.class) {
      return GatedCall.plain(method, executor, args);
    }
    try {
      return gate == null
          ? GatedCall.plain(method, executor, args)
          : gate.invoke(method, executor, args);
    } catch (EffectRefusedException refused) {
      return contract.refused(refused);
    }
  }
}
