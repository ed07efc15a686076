package dev.countersign.framework.langchain4j;

import dev.countersign.canonical.Json;
import dev.countersign.canonical.NotCanonicalException;
import dev.countersign.framework.Accessors;
import dev.countersign.scope.ToolMethod;
import dev.countersign.weave.Supertypes;
import java.lang.annotation.Annotation;
import java.lang.reflect.Method;
import java.lang.reflect.Parameter;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/**
 * A parameter of a tool method as LangChain4j fills it.
 *
 * @param index its position
 * @param name the key of the model's JSON: {@code @P(name)}, else the name that reflection gives
 *     ({@code arg0} where the class was compiled without {@code -parameters}; the model sees that
 *     name as well)
 * @param type the type that the framework converts to
 * @param injected whether the framework fills it without the model: memory id, invocation
 *     parameters, invocation context, managed objects
 * @param defaultValue what {@code @P(defaultValue)} denotes, a JSON value; null for none
 */
record ToolParameter(int index, String name, Type type, boolean injected, Object defaultValue) {

  /** The parameters of the method that the framework reads names and annotations from. */
  static List<ToolParameter> of(Method method) {
    Parameter[] parameters = method.getParameters();
    List<ToolParameter> described = new ArrayList<>(parameters.length);
    for (int i = 0; i < parameters.length; i++) {
      described.add(of(i, parameters[i]));
    }
    return described;
  }

  /** The method as the books name it, with what LangChain4j fills from the model. */
  static ToolMethod described(Method method) {
    List<dev.countersign.effect.Parameter> parameters = new ArrayList<>();
    List<Integer> positions = new ArrayList<>();
    for (ToolParameter parameter : of(method)) {
      if (!parameter.injected()) {
        Object defaultValue =
            parameter.defaultValue() == null
                ? dev.countersign.effect.Parameter.NO_DEFAULT
                : parameter.defaultValue();
        parameters.add(
            new dev.countersign.effect.Parameter(
                parameter.name(), parameter.type(), defaultValue, List.of()));
        positions.add(parameter.index());
      }
    }
    return new ToolMethod(ToolMethod.text(method), parameters, positions);
  }

  private static ToolParameter of(int index, Parameter parameter) {
    String name = parameter.getName();
    Object defaultValue = null;
    boolean injected = isInjectedType(parameter.getType());
    for (Annotation annotation : parameter.getAnnotations()) {
      String annotationName = annotation.annotationType().getName();
      if (annotationName.equals(Library.MEMORY_ID)) {
        injected = true;
      } else if (annotationName.equals(Library.PARAMETER)) {
        String given = (String) Accessors.element(annotation, "name", "");
        name = given.isBlank() ? name : given;
        defaultValue = defaultOf(annotation, parameter.getType());
      }
    }
    return new ToolParameter(
        index, name, convertedTo(parameter.getParameterizedType()), injected, defaultValue);
  }

  /**
   * What the framework converts to: the whole generic type for collections and maps, the class
   * alone for any other, and for what an {@code Optional} holds the same again.
   */
  private static Type convertedTo(Type type) {
    if (!(type instanceof ParameterizedType generic)) {
      return type;
    }
    Class<?> raw = (Class<?>) generic.getRawType();
    if (raw == Optional.class) {
      Type content = generic.getActualTypeArguments()[0];
      return convertedTo(content) == content ? type : raw;
    }
    return Collection.class.isAssignableFrom(raw) || Map.class.isAssignableFrom(raw) ? type : raw;
  }

  /** A default is a JSON text, except for the types that the framework takes it for literally. */
  private static Object defaultOf(Annotation annotation, Class<?> type) {
    Object text = Accessors.element(annotation, "defaultValue", null);
    if (text == null || text.equals(noDefault(annotation))) {
      return null;
    }
    if (type == String.class || type.isEnum() || type == UUID.class) {
      return text;
    }
    try {
      return Json.parse((String) text);
    } catch (NotCanonicalException lenient) {
      // Then no value that the framework reads into it is the declared default: a call that relies
      // on it is refused.
      return null;
    }
  }

  private static Object noDefault(Annotation annotation) {
    try {
      return annotation.annotationType().getMethod("defaultValue").getDefaultValue();
    } catch (NoSuchMethodException gone) {
      throw new IllegalStateException("@P lost its defaultValue between two reads", gone);
    }
  }

  private static boolean isInjectedType(Class<?> type) {
    return type.getName().equals(Library.INVOCATION_CONTEXT)
        || Supertypes.isA(type, Library.INVOCATION_PARAMETERS)
        || Supertypes.isA(type, Library.MANAGED);
  }
}
