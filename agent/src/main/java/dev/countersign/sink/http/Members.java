package dev.countersign.sink.http;

import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;

/**
 * Fields, methods and constructors of a client, whose classes are not visible here. They are opened
 * once, where a missing one shows an unknown version, and can be used without a checked exception
 * from then on. Finding a type never initialises it.
 */
public final class Members {

  /** A type of the client, by binary name. */
  public static Class<?> type(ClassLoader loader, String name) throws ClassNotFoundException {
    return Class.forName(name, false, loader);
  }

  /** A field that this type itself declares. */
  public static Field field(Class<?> type, String name) throws NoSuchFieldException {
    Field field = type.getDeclaredField(name);
    field.setAccessible(true);
    return field;
  }

  /** A method that this type itself declares, else a public one that it inherits. */
  public static Method method(Class<?> type, String name, Class<?>... parameters)
      throws NoSuchMethodException {
    Method method;
    try {
      method = type.getDeclaredMethod(name, parameters);
    } catch (NoSuchMethodException inherited) {
      method = type.getMethod(name, parameters);
    }
    method.setAccessible(true);
    return method;
  }

  /** A constructor of this type. */
  public static Constructor<?> constructor(Class<?> type, Class<?>... parameters)
      throws NoSuchMethodException {
    Constructor<?> constructor = type.getDeclaredConstructor(parameters);
    constructor.setAccessible(true);
    return constructor;
  }

  /**
   * @param of null for a static field
   */
  public static Object read(Field field, Object of) {
    try {
      return field.get(of);
    } catch (IllegalAccessException closed) {
      throw new IllegalStateException(field + " could not be read", closed);
    }
  }

  public static void write(Field field, Object of, Object value) {
    try {
      field.set(of, value);
    } catch (IllegalAccessException closed) {
      throw new IllegalStateException(field + " could not be written", closed);
    }
  }

  /**
   * For methods of the client itself that answer and do not fail: what one throws all the same is
   * the cause of an {@link IllegalStateException}.
   *
   * @param on null for a static method
   */
  public static Object call(Method method, Object on, Object... arguments) {
    try {
      return method.invoke(on, arguments);
    } catch (InvocationTargetException byMethod) {
      throw new IllegalStateException(method + " failed", byMethod.getCause());
    } catch (IllegalAccessException closed) {
      throw new IllegalStateException(method + " could not be called", closed);
    }
  }

  public static Object make(Constructor<?> constructor, Object... arguments) {
    try {
      return constructor.newInstance(arguments);
    } catch (InvocationTargetException byConstructor) {
      throw new IllegalStateException(constructor + " failed", byConstructor.getCause());
    } catch (InstantiationException | IllegalAccessException closed) {
      throw new IllegalStateException(constructor + " could not be called", closed);
    }
  }

  private Members() {}
}
