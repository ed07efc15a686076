package dev.countersign.scope;

import dev.countersign.effect.Parameter;
import java.lang.reflect.Method;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;

/**
 * The method that carries a tool call out, and which of its parameters come from the model.
 *
 * @param text {@code pkg.Type#name(desc)} with the parameter types in Java notation, as {@code
 *     intent.method} carries it
 * @param parameters those that come from the model, in order
 * @param positions where each of {@code parameters} stands among the method's arguments, from 0
 * @param holder reads what stands for the whole JSON object; null where that is a map itself
 */
public record ToolMethod(
    String text, List<Parameter> parameters, List<Integer> positions, Holder holder) {

  /** One whose arguments are the values themselves. */
  public ToolMethod(String text, List<Parameter> parameters, List<Integer> positions) {
    this(text, parameters, positions, null);
  }

  /** The text of a method known by its class file. */
  public static String text(String className, String method, String descriptor) {
    StringBuilder text = new StringBuilder(className).append('#').append(method).append('(');
    int at = 1;
    while (descriptor.charAt(at) != ')') {
      if (at > 1) {
        text.append(',');
      }
      at = appendType(descriptor, at, text);
    }
    return text.append(')').toString();
  }

  /** The text of a method known by reflection; equal to that of its class file. */
  public static String text(Method method) {
    return text(method.getDeclaringClass().getName(), method.getName(), descriptor(method));
  }

  /** The JVM descriptor of a method known by reflection. */
  public static String descriptor(Method method) {
    StringBuilder descriptor = new StringBuilder("(");
    for (Class<?> type : method.getParameterTypes()) {
      descriptor.append(type.descriptorString());
    }
    return descriptor.append(')').append(method.getReturnType().descriptorString()).toString();
  }

  private static int appendType(String descriptor, int start, StringBuilder text) {
    int at = start;
    while (descriptor.charAt(at) == '[') {
      at++;
    }
    int dimensions = at - start;
    switch (descriptor.charAt(at)) {
      case 'L' -> {
        int end = descriptor.indexOf(';', at);
        text.append(descriptor.substring(at + 1, end).replace('/', '.'));
        at = end;
      }
      case 'B' -> text.append("byte");
      case 'C' -> text.append("char");
      case 'D' -> text.append("double");
      case 'F' -> text.append("float");
      case 'I' -> text.append("int");
      case 'J' -> text.append("long");
      case 'S' -> text.append("short");
      default -> text.append("boolean");
    }
    for (int i = 0; i < dimensions; i++) {
      text.append("[]");
    }
    return at + 1;
  }

  /** The values of the parameters that come from the model. */
  public Object[] fromModel(Object[] args) {
    Object[] values = new Object[positions.size()];
    for (int i = 0; i < values.length; i++) {
      Object argument = args[positions.get(i)];
      values[i] = isHeld(i) ? holder.read(argument) : argument;
    }
    return values;
  }

  /**
   * Puts copies in the place of what comes from the model.
   *
   * @param copying makes one of a value
   */
  public void copyIn(Object[] args, UnaryOperator<Object> copying) {
    for (int i = 0; i < positions.size(); i++) {
      int at = positions.get(i);
      args[at] = isHeld(i) ? holder.copy(args[at], copying) : copying.apply(args[at]);
    }
  }

  private boolean isHeld(int parameter) {
    return holder != null && parameters.get(parameter).isWhole();
  }

  /** Names that findings may show: they come from the method, not from a model. */
  Set<String> names() {
    Set<String> names = new HashSet<>();
    for (Parameter parameter : parameters) {
      names.add(parameter.name());
    }
    return names;
  }
}
