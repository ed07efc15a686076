package dev.countersign.effect.template;

import java.util.List;
import java.util.Map;

/** The path of one argument, {@code args.order.amount}, where a value and no text is wanted. */
public final class Argument {

  private final Reference reference;

  private Argument(Reference reference) {
    this.reference = reference;
  }

  /**
   * Reads {@code args.NAME}, with more names behind it where the value lies deeper.
   *
   * @throws TemplateException when it is no such path
   */
  public static Argument parse(String expression) {
    return new Argument(Reference.ofArgument(expression));
  }

  /** The argument itself, without what lies in it. */
  public String name() {
    List<String> path = reference.path();
    return path.get(1);
  }

  /** The JSON value that the path leads to; null when it is absent or null. */
  public Object in(Map<String, Object> args) {
    return reference.in(args, null);
  }
}
