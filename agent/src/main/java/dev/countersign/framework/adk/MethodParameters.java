package dev.countersign.framework.adk;

import dev.countersign.effect.Parameter;
import dev.countersign.framework.Accessors;
import dev.countersign.scope.ToolMethod;
import java.lang.annotation.Annotation;
import java.lang.reflect.Method;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The parameters of a tool's method as the library fills them. */
final class MethodParameters {

  /** Filled by the library, whatever their types are: by these names, and nothing else. */
  private static final List<String> INJECTED = List.of("toolContext", "inputStream");

  /** The method as the books name it, with what comes from the model. */
  static ToolMethod described(Method method) {
    List<Parameter> parameters = new ArrayList<>();
    List<Integer> positions = new ArrayList<>();
    java.lang.reflect.Parameter[] declared = method.getParameters();
    for (int i = 0; i < declared.length; i++) {
      String name = nameOf(declared[i]);
      if (!INJECTED.contains(name)) {
        parameters.add(Parameter.of(name, convertedTo(declared[i].getParameterizedType())));
        positions.add(i);
      }
    }
    return new ToolMethod(ToolMethod.text(method), parameters, positions);
  }

  private static String nameOf(java.lang.reflect.Parameter parameter) {
    for (Annotation annotation : parameter.getAnnotations()) {
      if (annotation.annotationType().getName().equals(Library.SCHEMA)) {
        String given = (String) Accessors.element(annotation, "name", "");
        if (!given.isEmpty()) {
          return given;
        }
      }
    }
    return parameter.getName();
  }

  /**
   * What the library converts to: of generic types the class alone, but for what a {@code List} or
   * an {@code Optional} holds. What type arguments say beyond that, nobody converts to.
   */
  private static Type convertedTo(Type type) {
    if (!(type instanceof ParameterizedType generic)) {
      return type;
    }
    Class<?> raw = (Class<?>) generic.getRawType();
    if (raw != List.class && raw != Optional.class) {
      return raw;
    }
    Type content = generic.getActualTypeArguments()[0];
    boolean typed =
        raw == List.class ? !isContainer(content) : convertedTo(content).equals(content);
    return typed ? type : raw;
  }

  /** What a list holds is converted to its class: collections and maps then hold anything. */
  private static boolean isContainer(Type type) {
    return type instanceof ParameterizedType generic
        && generic.getRawType() instanceof Class<?> raw
        && (Collection.class.isAssignableFrom(raw) || Map.class.isAssignableFrom(raw));
  }

  private MethodParameters() {}
}
