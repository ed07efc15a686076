package dev.countersign.framework.langchain4j;

import java.lang.reflect.Method;

/** LangChain4j's own executor of tool methods, read from outside. */
final class DefaultExecutor {

  /** The line of the library that the hooks are written for and tested with. */
  static final String TESTED = "1.19.0";

  private static final String REQUEST = Library.REQUEST;
  private static final String CONTEXT = Library.INVOCATION_CONTEXT;

  /** What this line of the library lacks, by its {@code DefaultToolExecutor}; empty for nothing. */
  private static final ClassValue<String> MISSING =
      new ClassValue<>() {
        @Override
        protected String computeValue(Class<?> type) {
          return examined(type);
        }
      };

  /**
   * The class {@code DefaultToolExecutor} that executors of this class are instances of; null for
   * any other executor.
   */
  static Class<?> typeOf(Class<?> executor) {
    for (Class<?> type = executor; type != null; type = type.getSuperclass()) {
      if (type.getName().equals(Library.DEFAULT_TOOL_EXECUTOR)) {
        return type;
      }
    }
    return null;
  }

  /**
   * Whether an executor of this class carries calls out by {@code DefaultToolExecutor}'s own
   * method: no subclass on the way answers in its place.
   *
   * @param type as {@link #typeOf} found it
   */
  static boolean answersFor(Class<?> executor, Class<?> type) {
    for (Class<?> step = executor; step != type; step = step.getSuperclass()) {
      if (has(step, "executeWithContext", REQUEST, CONTEXT)) {
        return false;
      }
    }
    return true;
  }

  /** The method that parameter names and types are taken from. */
  static Method originalMethod(Object executor, Class<?> type) {
    return (Method) Library.field(executor, type, "originalMethod");
  }

  /** The method that is called by reflection: the original one, or a proxy's. */
  static Method invokedMethod(Object executor, Class<?> type) {
    return (Method) Library.field(executor, type, "methodToInvoke");
  }

  /** The method that a builder of an executor was given; null while it has none. */
  static Method originalMethodOf(Object builder) {
    return (Method) Library.field(builder, builder.getClass(), "originalMethod");
  }

  /**
   * Which of the named methods this line of LangChain4j does not have, with the version that was
   * seen; null when it has them all.
   */
  static String missingIn(Class<?> type) {
    String missing = MISSING.get(type);
    return missing.isEmpty() ? null : missing;
  }

  private static String examined(Class<?> type) {
    String map = "java.util.Map";
    String missing =
        !has(type, "executeWithContext", REQUEST, CONTEXT)
            ? "executeWithContext(ToolExecutionRequest, InvocationContext)"
            : !has(
                    type,
                    "prepareArguments",
                    "java.lang.reflect.Method",
                    "java.lang.String",
                    map,
                    CONTEXT)
                ? "prepareArguments(Method, String, Map, InvocationContext)"
                : !has(type, "execute", "[Ljava.lang.Object;") ? "execute(Object[])" : null;
    return missing == null
        ? ""
        : LibraryVersion.of(type)
            + " has no DefaultToolExecutor#"
            + missing
            + ", which "
            + TESTED
            + " has";
  }

  private static boolean has(Class<?> type, String name, String... parameters) {
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

  private DefaultExecutor() {}
}
