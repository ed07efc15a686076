package dev.countersign.framework.langchain4j;

import dev.countersign.EffectRefusedException;
import dev.countersign.framework.Accessors;
import dev.countersign.weave.Supertypes;
import java.lang.reflect.Method;
import java.util.Set;

/** How the services of one line of the library call executors of one class. */
final class ServiceContract {

  /** What a service of that line does with a refusal that an executor throws. */
  private enum Telling {
    /** Its error handling takes it as the error, whose message the model reads (from 1.9 on). */
    THROWN,
    /** It takes the cause of what is thrown as the error, and fails without one (1.4 to 1.8). */
    THROWN_AS_CAUSE,
    /** It has no error handling, what is thrown ends the conversation (1.0 to 1.3). */
    RETURNED
  }

  private static final Set<String> TOOL_EXECUTOR = Set.of(Library.TOOL_EXECUTOR);

  private static final ClassValue<ServiceContract> OF =
      new ClassValue<>() {
        @Override
        protected ServiceContract computeValue(Class<?> type) {
          return new ServiceContract(type);
        }
      };

  private final Class<?> executor;
  private final boolean withContext;
  private final boolean sink;
  private final Telling telling;

  private ServiceContract(Class<?> type) {
    this.executor = toolExecutor(type);
    this.withContext = DefaultExecutor.isCalledWithContext(executor);
    this.sink = answersByItself(type);
    this.telling = telling();
  }

  /**
   * @param type a class that implements {@code ToolExecutor}
   * @throws IllegalStateException when it does not
   */
  static ServiceContract of(Class<?> type) {
    return OF.get(type);
  }

  /** The interface {@code ToolExecutor} that these executors implement. */
  Class<?> executor() {
    return executor;
  }

  /** Whether {@code executeWithContext} is what is called, see {@link DefaultExecutor}. */
  boolean withContext() {
    return withContext;
  }

  /**
   * Whether the service's own call is the last thing that can be bound: their method is the
   * application's, and for all that is known no class file of it can carry the gate.
   */
  boolean isSink() {
    return sink;
  }

  /** Whether the call passes {@link StandIn}. */
  boolean needsStandIn() {
    return sink || telling != Telling.THROWN;
  }

  /**
   * Leaves the call so that the model is told.
   *
   * @return what the executor is to answer, where a throw would end the conversation
   */
  Object refused(EffectRefusedException refused) throws Exception {
    switch (telling) {
      case RETURNED:
        return refused.getMessage();
      case THROWN_AS_CAUSE:
        throw (Exception)
            Class.forName(Library.EXECUTION_FAILED, true, executor.getClassLoader())
                .getConstructor(Throwable.class)
                .newInstance(refused);
      default:
        throw refused;
    }
  }

  private Telling telling() {
    ClassLoader loader = executor.getClassLoader();
    try {
      Class<?> service = Class.forName(Library.TOOL_SERVICE, false, loader);
      if (Accessors.declares(service, "getCause", "java.lang.Exception")) {
        return Telling.THROWN;
      }
      Class.forName(Library.EXECUTION_FAILED, false, loader);
      return Telling.THROWN_AS_CAUSE;
    } catch (ClassNotFoundException earlierLine) {
      return withContext ? Telling.THROWN : Telling.RETURNED;
    }
  }

  private boolean answersByItself(Class<?> type) {
    if (DefaultExecutor.typeOf(type) != null) {
      return !DefaultExecutor.answersFor(type);
    }
    if (!withContext) {
      return true;
    }
    for (Method method : type.getMethods()) {
      if (method.getName().equals("executeWithContext") && method.getDeclaringClass() == executor) {
        // The default, which carries the gate.
        return false;
      }
    }
    return true;
  }

  private static Class<?> toolExecutor(Class<?> type) {
    Class<?> found = Supertypes.named(type, TOOL_EXECUTOR);
    if (found == null) {
      throw new IllegalStateException(type.getName() + " is no " + Library.TOOL_EXECUTOR);
    }
    return found;
  }
}
