package dev.countersign.scope;

import dev.countersign.config.AppMethod;
import java.lang.annotation.Annotation;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The method that tells of a tool's calls (spec 4), and the object that it is called on. Whether
 * there may be one is found by names only; which one, on the thread that is closed: annotations run
 * initialisers of the application, and its loaders find its classes. Used by one thread at a time.
 */
final class PreviewMethod {

  /** Why the configured method cannot be called. */
  static final class Missing extends Exception {

    private static final long serialVersionUID = 1L;

    Missing(String message) {
      super(message, null, false, false);
    }
  }

  private static final String PREVIEW = "preview";
  private static final String PREFLIGHT = "preflight";

  /** What a class may have of the two, looked for once: most have neither. */
  private static final ClassValue<List<List<Method>>> BY_NAME =
      new ClassValue<>() {
        @Override
        protected List<List<Method>> computeValue(Class<?> type) {
          return List.of(named(type, PREVIEW), named(type, PREFLIGHT));
        }
      };

  /** Null where they are of the object's class. */
  private final AppMethod configured;

  private final List<Method> candidates;
  private final Object object;

  /** Set by {@link #find}. */
  private Method method;

  private PreviewMethod(AppMethod configured, List<Method> candidates, Object object) {
    this.configured = configured;
    this.candidates = candidates;
    this.object = object;
  }

  /**
   * @param configured null for none
   * @param preview or else a preflight
   * @param object the tool's; null where it is not known
   * @return null where the tool has none
   */
  static PreviewMethod of(AppMethod configured, boolean preview, Object object) {
    if (configured != null) {
      return new PreviewMethod(configured, List.of(), object);
    }
    List<Method> candidates =
        object == null ? List.of() : BY_NAME.get(object.getClass()).get(preview ? 0 : 1);
    return candidates.isEmpty() ? null : new PreviewMethod(null, candidates, object);
  }

  private static List<Method> named(Class<?> type, String name) {
    List<Method> named = new ArrayList<>(1);
    for (Method each : type.getMethods()) {
      if (each.getName().equals(name) && takesMap(each)) {
        named.add(each);
      }
    }
    return List.copyOf(named);
  }

  /**
   * Finds the method, on a thread that is closed.
   *
   * @return false where the tool has none after all
   * @throws Missing where one is configured that cannot be called
   */
  boolean find() throws Missing {
    try {
      method = configured == null ? ofObject() : configured();
    } catch (LinkageError broken) {
      throw new Missing("a class that it needs is missing: " + broken.getClass().getName());
    }
    if (method != null && !method.trySetAccessible()) {
      throw new Missing(
          "its package is not open. Make class and method public, or open the package");
    }
    return method != null;
  }

  private Method ofObject() {
    Method found = null;
    for (Method each : candidates) {
      if (!isTool(each)) {
        // The most special of those that override each other, as a call of it would find.
        boolean nearer =
            found == null
                || found.getDeclaringClass().isAssignableFrom(each.getDeclaringClass())
                    && !each.isBridge();
        found = nearer ? each : found;
      }
    }
    return found;
  }

  private static boolean takesMap(Method method) {
    Class<?>[] types = method.getParameterTypes();
    return types.length == 1 && types[0] == Map.class && method.getReturnType() != void.class;
  }

  /** A tool that happens to have the name is no preview of another one. */
  private static boolean isTool(Method method) {
    for (Annotation each : method.getAnnotations()) {
      String name = each.annotationType().getSimpleName();
      if (name.equals("Tool") || name.equals("McpTool")) {
        return true;
      }
    }
    return false;
  }

  private Method configured() throws Missing {
    Class<?> type = null;
    for (Class<?> at = object == null ? null : object.getClass();
        at != null && type == null;
        at = at.getSuperclass()) {
      type = at.getName().equals(configured.className()) ? at : null;
    }
    if (type == null) {
      type = load();
    }
    for (Class<?> at = type; at != null; at = at.getSuperclass()) {
      for (Method each : at.getDeclaredMethods()) {
        if (each.getName().equals(configured.methodName()) && takesMap(each) && !each.isBridge()) {
          boolean isStatic = Modifier.isStatic(each.getModifiers());
          if (!isStatic && !at.isInstance(object)) {
            throw new Missing(
                configured.text()
                    + " is not static, and no object of its class has carried out a call of the"
                    + " tool yet. Make it static, or call the tool once");
          }
          return each;
        }
      }
    }
    throw new Missing(
        configured.text()
            + " is no method that takes one java.util.Map and returns something. Correct the"
            + " configuration, or the class");
  }

  private Class<?> load() throws Missing {
    ClassLoader[] loaders = {
      object == null ? null : object.getClass().getClassLoader(),
      Thread.currentThread().getContextClassLoader(),
      ClassLoader.getSystemClassLoader()
    };
    for (ClassLoader loader : loaders) {
      if (loader != null) {
        try {
          return Class.forName(configured.className(), false, loader);
        } catch (ClassNotFoundException elsewhere) {
          continue;
        }
      }
    }
    throw new Missing(
        "there is no class "
            + configured.className()
            + " where the tool or the calling thread loads its classes. Correct the configuration");
  }

  /**
   * Calls what {@link #find} found, on the same thread.
   *
   * @throws Throwable what the method throws
   */
  Object call(Map<String, Object> arguments) throws Throwable {
    Object receiver = Modifier.isStatic(method.getModifiers()) ? null : object;
    try {
      return method.invoke(receiver, arguments);
    } catch (InvocationTargetException thrown) {
      throw thrown.getCause();
    }
  }
}
