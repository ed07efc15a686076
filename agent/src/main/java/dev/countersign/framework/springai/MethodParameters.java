package dev.countersign.framework.springai;

import dev.countersign.effect.Parameter;
import dev.countersign.scope.ToolMethod;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;

/**
 * The parameters of a tool's method as Spring AI fills them: by the names that reflection gives.
 */
final class MethodParameters {

  /**
   * The method as the books name it, with what the framework fills from the model: everything but
   * the {@code ToolContext}.
   */
  static ToolMethod described(Method method) {
    List<Parameter> parameters = new ArrayList<>();
    List<Integer> positions = new ArrayList<>();
    java.lang.reflect.Parameter[] declared = method.getParameters();
    for (int i = 0; i < declared.length; i++) {
      if (!isContext(declared[i].getType(), method)) {
        parameters.add(Parameter.of(declared[i].getName(), declared[i].getParameterizedType()));
        positions.add(i);
      }
    }
    return new ToolMethod(ToolMethod.text(method), parameters, positions);
  }

  /** Before 2.0 the context is also given for a parameter of its super type, {@code Object}. */
  private static boolean isContext(Class<?> type, Method method) {
    return type.getName().equals(Library.CONTEXT)
        || type == Object.class && isBeforeTwo(method.getDeclaringClass().getClassLoader());
  }

  /**
   * Told by what only those lines have: where it cannot be told, the parameter counts as the
   * model's and is compared.
   */
  private static boolean isBeforeTwo(ClassLoader application) {
    try {
      Class<?> context = Class.forName(Library.CONTEXT, false, application);
      return context.getDeclaredField("TOOL_CALL_HISTORY") != null;
    } catch (ClassNotFoundException | NoSuchFieldException unknown) {
      return false;
    }
  }

  private MethodParameters() {}
}
