package dev.countersign.framework.langchain4j;

import dev.countersign.framework.Accessors;
import java.lang.reflect.Method;

/** LangChain4j's own executor of tool methods, read from outside. */
final class DefaultExecutor {

  /** The lines of the library that the hooks are written for. */
  static final String KNOWN = "1.0 to 1.19";

  private static final String REQUEST = Library.REQUEST;
  private static final String CONTEXT = Library.INVOCATION_CONTEXT;
  private static final String OBJECT = "java.lang.Object";

  /** What this line of the library lacks, by its {@code DefaultToolExecutor}; empty for nothing. */
  private static final ClassValue<String> MISSING =
      new ClassValue<>() {
        @Override
        protected String computeValue(Class<?> type) {
          return examined(type);
        }
      };

  /** By the class of an executor: every call asks. */
  private static final ClassValue<Boolean> ANSWERS =
      new ClassValue<>() {
        @Override
        protected Boolean computeValue(Class<?> executor) {
          Class<?> type = typeOf(executor);
          return type != null && answers(executor, type);
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
   * method: no subclass on the way answers in its place. False for any other executor.
   */
  static boolean answersFor(Class<?> executor) {
    return ANSWERS.get(executor);
  }

  private static boolean answers(Class<?> executor, Class<?> type) {
    boolean byContext = isCalledWithContext(type);
    for (Class<?> step = executor; step != type; step = step.getSuperclass()) {
      if (byContext
          ? Accessors.declares(step, "executeWithContext", REQUEST, CONTEXT)
          : Accessors.declares(step, "execute", REQUEST, OBJECT)) {
        return false;
      }
    }
    return true;
  }

  /**
   * Whether this line has {@code executeWithContext} (from 1.6 on), which everything passes there;
   * else it is {@code execute(ToolExecutionRequest, Object)}.
   *
   * @param type {@code DefaultToolExecutor} or {@code ToolExecutor}
   */
  static boolean isCalledWithContext(Class<?> type) {
    return Accessors.declares(type, "executeWithContext", REQUEST, CONTEXT);
  }

  /** The method that parameter names and types are taken from. */
  static Method originalMethod(Object executor, Class<?> type) {
    return (Method) Accessors.field(executor, type, "originalMethod");
  }

  /** The method that is called by reflection: the original one, or a proxy's. */
  static Method invokedMethod(Object executor, Class<?> type) {
    return (Method) Accessors.field(executor, type, "methodToInvoke");
  }

  /** The method that a builder of an executor was given; null while it has none. */
  static Method originalMethodOf(Object builder) {
    return (Method) Accessors.field(builder, builder.getClass(), "originalMethod");
  }

  /** The object that a builder of an executor was given; null while it has none. */
  static Object objectOf(Object builder) {
    return Accessors.field(builder, builder.getClass(), "object");
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
    String missing =
        !Accessors.declares(type, "execute", REQUEST, OBJECT)
            ? "#execute(ToolExecutionRequest, Object)"
            : !buildsArguments(type)
                ? "#prepareArguments of a known form"
                : !Accessors.declares(type, "execute", "[Ljava.lang.Object;")
                    ? "#execute(Object[])"
                    : null;
    return missing == null
        ? ""
        : Library.version(type)
            + " has no DefaultToolExecutor"
            + missing
            + ", which "
            + KNOWN
            + " have";
  }

  private static boolean buildsArguments(Class<?> type) {
    String builder = "prepareArguments";
    String method = "java.lang.reflect.Method";
    String map = "java.util.Map";
    return Accessors.declares(type, builder, method, "java.lang.String", map, CONTEXT)
        || Accessors.declares(type, builder, method, map, CONTEXT)
        || Accessors.declares(type, builder, method, map, OBJECT);
  }

  private DefaultExecutor() {}
}
