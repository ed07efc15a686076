package dev.countersign.framework;

import java.lang.annotation.Annotation;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Reads objects of a framework, whose classes are not visible here. Only classes whose exact names
 * are known are read, so that no method of the application runs.
 */
public final class Accessors {

  private static final ClassValue<Map<String, Method>> METHODS = new ByName<>();
  private static final ClassValue<Map<String, Field>> FIELDS = new ByName<>();

  /** What was read of a class before. */
  private static final class ByName<T> extends ClassValue<Map<String, T>> {
    @Override
    protected Map<String, T> computeValue(Class<?> type) {
      return new ConcurrentHashMap<>();
    }
  }

  /** Whether the object is exactly of that class, no subclass. */
  public static boolean isExactly(Object object, String className) {
    return object != null && object.getClass().getName().equals(className);
  }

  /**
   * The value of a public accessor without parameters.
   *
   * @throws IllegalStateException when the class has none of that name: an unknown line of the
   *     library
   */
  public static Object get(Object target, String accessor) {
    Class<?> type = target.getClass();
    Map<String, Method> known = METHODS.get(type);
    Method method = known.get(accessor);
    if (method == null) {
      method = accessor(type, accessor);
      known.put(accessor, method);
    }
    return invoke(method, target);
  }

  /** The value of a field of exactly this class, private ones included. */
  public static Object field(Object target, Class<?> declaring, String name) {
    Map<String, Field> known = FIELDS.get(declaring);
    Field field = known.get(name);
    try {
      if (field == null) {
        field = declaring.getDeclaredField(name);
        field.setAccessible(true);
        known.put(name, field);
      }
      return field.get(target);
    } catch (ReflectiveOperationException missing) {
      throw new IllegalStateException(
          declaring.getName() + " has no field " + name + " that could be read", missing);
    }
  }

  /**
   * The value of an element of an annotation; {@code absent} where this line of the library does
   * not know it.
   */
  public static Object element(Annotation annotation, String name, Object absent) {
    Method method;
    try {
      method = annotation.annotationType().getMethod(name);
    } catch (NoSuchMethodException olderLine) {
      return absent;
    }
    return invoke(method, annotation);
  }

  /** What a tool's method is called by: the name that its annotation gives, else its own. */
  public static String nameOf(Method tool, String annotation) {
    for (Annotation each : tool.getAnnotations()) {
      if (each.annotationType().getName().equals(annotation)) {
        String name = (String) element(each, "name", "");
        return name.isBlank() ? tool.getName() : name;
      }
    }
    return tool.getName();
  }

  /** Whether the class itself declares that method, of whatever result. */
  public static boolean declares(Class<?> type, String name, String... parameters) {
    for (Method method : type.getDeclaredMethods()) {
      if (method.getName().equals(name) && takes(method.getParameterTypes(), parameters)) {
        return true;
      }
    }
    return false;
  }

  private static boolean takes(Class<?>[] types, String[] names) {
    if (types.length != names.length) {
      return false;
    }
    for (int i = 0; i < types.length; i++) {
      if (!types[i].getName().equals(names[i])) {
        return false;
      }
    }
    return true;
  }

  public static Object invoke(Method method, Object target, Object... arguments) {
    try {
      return method.invoke(target, arguments);
    } catch (IllegalAccessException | InvocationTargetException failed) {
      throw new IllegalStateException(method + " could not be read", failed);
    }
  }

  private static Method accessor(Class<?> type, String name) {
    try {
      Method method = type.getMethod(name);
      // Public accessors of classes that are not public themselves.
      method.setAccessible(true);
      return method;
    } catch (NoSuchMethodException unknownLine) {
      throw new IllegalStateException(type.getName() + " has no accessor " + name, unknownLine);
    }
  }

  private Accessors() {}
}
