package dev.countersign.scope;

import dev.countersign.config.AppMethod;
import java.lang.annotation.Annotation;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Map;

/**
 * The method that tells of a tool's calls (spec 4), and the object that it is called on. Found by
 * names only: nothing of the application runs before it is called.
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

  /** What a class has of the two, looked for once: most have neither. */
  private static final ClassValue<Method[]> BY_NAME =
      new ClassValue<>() {
        @Override
        protected Method[] computeValue(Class<?> type) {
          return new Method[] {ofObject(type, PREVIEW), ofObject(type, PREFLIGHT)};
        }
      };

  private final Method method;
  private final Object receiver;

  private PreviewMethod(Method method, Object receiver) {
    this.method = method;
    this.receiver = receiver;
  }

  /**
   * @param configured null for none
   * @param preview or else a preflight
   * @param object the tool's; null where it is not known
   * @return null where the tool has none
   */
  static PreviewMethod of(AppMethod configured, boolean preview, Object object) throws Missing {
    try {
      if (configured != null) {
        return configured(configured, object);
      }
      Method method = object == null ? null : BY_NAME.get(object.getClass())[preview ? 0 : 1];
      return method == null ? null : new PreviewMethod(method, object);
    } catch (LinkageError broken) {
      throw new Missing("a class that it needs is missing: " + broken.getClass().getName());
    }
  }

  private static Method ofObject(Class<?> type, String name) {
    Method found = null;
    for (Method each : type.getMethods()) {
      if (each.getName().equals(name) && takesMap(each) && !isTool(each)) {
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

  private static PreviewMethod configured(AppMethod configured, Object object) throws Missing {
    Class<?> type = null;
    for (Class<?> at = object == null ? null : object.getClass();
        at != null && type == null;
        at = at.getSuperclass()) {
      type = at.getName().equals(configured.className()) ? at : null;
    }
    if (type == null) {
      type = load(configured, object);
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
          return new PreviewMethod(each, isStatic ? null : object);
        }
      }
    }
    throw new Missing(
        configured.text()
            + " is no method that takes one java.util.Map and returns something. Correct the"
            + " configuration, or the class");
  }

  private static Class<?> load(AppMethod configured, Object object) throws Missing {
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
   * Calls it, on a thread that is closed.
   *
   * @throws Throwable what the method throws
   */
  Object call(Map<String, Object> arguments) throws Throwable {
    if (!method.trySetAccessible()) {
      throw new Missing(
          "its package is not open. Make class and method public, or open the package");
    }
    try {
      return method.invoke(receiver, arguments);
    } catch (InvocationTargetException thrown) {
      throw thrown.getCause();
    }
  }
}
