package com.example.acts;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;

/**
 * Runs one static method of a test application: one tiny named method per thing that an application
 * can do.
 *
 * <p>Its exit code is the assertion: 0 the act ended, {@link #REFUSED} a refusal came out of it, 1
 * anything else. Acts live outside {@code dev.countersign} and use nothing of it, like every
 * application.
 */
public final class Act {

  /** Exit code of an act that a refusal ended. */
  public static final int REFUSED = 86;

  /**
   * Calls the static method of {@code acts} that the first argument names, with the other
   * arguments.
   */
  public static void perform(Class<?> acts, String[] arguments) throws Exception {
    String[] rest = java.util.Arrays.copyOfRange(arguments, 1, arguments.length);
    try {
      Method act = method(acts, arguments[0]);
      act.setAccessible(true);
      act.invoke(null, act.getParameterCount() == 0 ? new Object[0] : new Object[] {rest});
    } catch (InvocationTargetException ended) {
      Throwable thrown = ended.getCause();
      if (isRefusal(thrown)) {
        System.err.println(thrown.getMessage());
        System.exit(REFUSED);
      }
      thrown.printStackTrace();
      System.exit(1);
    }
  }

  /**
   * Whether this is Countersign's exception, told by name: an application does not compile against
   * it.
   */
  public static boolean isRefusal(Throwable thrown) {
    return thrown != null
        && thrown.getClass().getName().equals("dev.countersign.EffectRefusedException");
  }

  private static Method method(Class<?> acts, String name) {
    for (Method method : acts.getDeclaredMethods()) {
      if (method.getName().equals(name)) {
        return method;
      }
    }
    throw new IllegalArgumentException("no act " + name + " in " + acts.getName());
  }

  private Act() {}
}
