package dev.countersign.framework.mcp;

import dev.countersign.effect.Parameter;
import dev.countersign.framework.Accessors;
import dev.countersign.scope.ToolMethod;
import java.lang.annotation.Annotation;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A method with {@code @McpTool}, as Spring AI's annotations read it. */
final class AnnotatedMethod {

  /**
   * Where types are from that the library fills itself: exchanges, contexts, requests, their meta.
   */
  private static final String[] OF_THE_LIBRARY = {
    "io.modelcontextprotocol.", "org.springframework.ai.mcp.", "org.springaicommunity.mcp."
  };

  /** The name of the tool: the annotation's, else the method's. */
  static String toolName(Method method) {
    for (Annotation annotation : method.getAnnotations()) {
      if (annotation.annotationType().getSimpleName().equals("McpTool")
          && isOfTheLibrary(annotation.annotationType())
          && Accessors.element(annotation, "name", "") instanceof String name
          && !name.isBlank()) {
        return name;
      }
    }
    return method.getName();
  }

  /** The method as the books name it, with what the library fills from the model. */
  static ToolMethod described(Method method) {
    List<Parameter> parameters = new ArrayList<>();
    List<Integer> positions = new ArrayList<>();
    java.lang.reflect.Parameter[] declared = method.getParameters();
    for (int i = 0; i < declared.length; i++) {
      if (declared[i].getType().getName().equals(Library.CALL)) {
        parameters.add(Parameter.whole(Map.class));
        positions.add(i);
      } else if (!isOfTheLibrary(declared[i].getType()) && !isProgressToken(declared[i])) {
        parameters.add(Parameter.of(declared[i].getName(), declared[i].getParameterizedType()));
        positions.add(i);
      }
    }
    return new ToolMethod(
        ToolMethod.text(method),
        parameters,
        positions,
        new HeldRequest(toolName(method), List.of()));
  }

  private static boolean isProgressToken(java.lang.reflect.Parameter parameter) {
    for (Annotation annotation : parameter.getAnnotations()) {
      if (annotation.annotationType().getSimpleName().equals("McpProgressToken")
          && isOfTheLibrary(annotation.annotationType())) {
        return true;
      }
    }
    return false;
  }

  private static boolean isOfTheLibrary(Class<?> type) {
    for (String beginning : OF_THE_LIBRARY) {
      if (type.getName().startsWith(beginning)) {
        return true;
      }
    }
    return false;
  }

  private AnnotatedMethod() {}
}
