package dev.countersign.weave;

import dev.countersign.gate.Gate;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;

/**
 * Calls a method as though the gate were woven around its body. For whoever stands in for an object
 * whose class cannot carry it; {@link Weaver#gatedCall} makes one.
 */
public final class GatedCall {

  private final long number;

  GatedCall(long number) {
    this.number = number;
  }

  /**
   * Calls it, unless the handler refuses.
   *
   * @param args what the handler sees; what it leaves there is what the method gets
   * @return what the method returned, or what the handler put in its place
   * @throws Throwable what the method threw, itself
   */
  public Object invoke(Method method, Object target, Object[] args) throws Throwable {
    Object token = Gate.enter(number, target, args);
    Object result;
    try {
      result = plain(method, target, args);
    } catch (Throwable thrown) {
      Gate.exit(token, null, thrown);
      throw thrown;
    }
    return Gate.exit(token, result, null);
  }

  /** The same without any gate. */
  public static Object plain(Method method, Object target, Object[] args) throws Throwable {
    try {
      return method.invoke(target, args);
    } catch (InvocationTargetException byMethod) {
      throw byMethod.getTargetException();
    }
  }
}
