package dev.countersign.agent;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;

/**
 * Runs after the application's own shutdown hooks (spec 2.2), which may still fire effects: in a
 * later slot of the JDK's sequence, for all hooks that {@link Runtime#addShutdownHook} takes run at
 * once.
 */
final class LastHook {

  /** The JDK uses 0 to 2: console, application hooks, files deleted on exit. */
  private static final int SLOT = 5;

  /**
   * @throws IllegalStateException when this JDK has no such sequence; {@code java.lang} must be
   *     open to this class
   */
  static void register(Runnable hook) {
    try {
      Method add =
          Class.forName("java.lang.Shutdown")
              .getDeclaredMethod("add", int.class, boolean.class, Runnable.class);
      add.setAccessible(true);
      add.invoke(null, SLOT, false, hook);
    } catch (ClassNotFoundException | NoSuchMethodException | IllegalAccessException other) {
      throw new IllegalStateException("this JDK ends in another way than JDK 17 and 25 do", other);
    } catch (InvocationTargetException taken) {
      throw new IllegalStateException("the last step of the shutdown is taken", taken.getCause());
    }
  }

  private LastHook() {}
}
