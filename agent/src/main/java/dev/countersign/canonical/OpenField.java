package dev.countersign.canonical;

import java.lang.reflect.Field;
import java.util.function.Consumer;

/**
 * Reads a field whoever declared it: no accessor of the application runs, so none can lie (spec
 * 1.3, rule V).
 *
 * <p>A package of a named module must be open to this one. Where it is not, the opener that the
 * agent installed is asked once; without one the value is refused.
 */
public final class OpenField {

  private static volatile Consumer<Class<?>> opener;

  private OpenField() {}

  static void opener(Consumer<Class<?>> opensPackageOf) {
    opener = opensPackageOf;
  }

  /**
   * Makes the field readable.
   *
   * @throws NotCanonicalException naming the module that keeps it closed
   */
  public static Field open(Field field) {
    if (field.trySetAccessible()) {
      return field;
    }
    Consumer<Class<?>> asked = opener;
    if (asked != null) {
      asked.accept(field.getDeclaringClass());
      if (field.trySetAccessible()) {
        return field;
      }
    }
    Class<?> declaring = field.getDeclaringClass();
    throw new NotCanonicalException(
        declaring.getName()
            + " cannot be read: module "
            + declaring.getModule().getName()
            + " does not open its package. Run with the agent attached, or exclude the parameter");
  }

  /** The value of a field that was opened before; of a static one for null. */
  public static Object read(Field opened, Object instance) {
    try {
      return opened.get(instance);
    } catch (IllegalAccessException e) {
      throw new NotCanonicalException(
          opened.getDeclaringClass().getName() + " cannot be read: " + e.getMessage());
    }
  }
}
