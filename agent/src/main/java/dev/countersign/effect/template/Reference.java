package dev.countersign.effect.template;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/**
 * {@code args.path} or {@code item.path} with the modifiers of spec 5.4.
 *
 * <p>A path is names with dots between them; a name of digits only counts from 0 in a list. Null
 * counts as absent.
 */
final class Reference {

  private final String written;
  private final List<String> path;
  private final boolean splice;
  private final boolean optional;
  private final String fallback;

  private Reference(
      String written, List<String> path, boolean splice, boolean optional, String fallback) {
    this.written = written;
    this.path = path;
    this.splice = splice;
    this.optional = optional;
    this.fallback = fallback;
  }

  /**
   * Reads what stands between <code>${</code> and <code>}</code>.
   *
   * @param each whether {@code item} is known
   */
  static Reference parse(String expression, boolean each, String place) {
    String rest = expression;
    String fallback = null;
    boolean optional = false;
    boolean splice = false;
    int bar = rest.indexOf('|');
    if (bar >= 0) {
      fallback = rest.substring(bar + 1);
      rest = rest.substring(0, bar);
    } else if (rest.endsWith("?")) {
      optional = true;
      rest = rest.substring(0, rest.length() - 1);
    }
    if (rest.endsWith("...")) {
      splice = true;
      rest = rest.substring(0, rest.length() - 3);
    }
    if (splice && fallback != null) {
      throw new TemplateException(
          "a list has no default text; write ${" + rest + "...?} for none", place);
    }
    List<String> path = path(rest, expression, place);
    String root = path.get(0);
    if (!root.equals("args") && !(root.equals("item") && each)) {
      String known = each ? "args, item, any, match" : "args, any, match";
      String hint = root.equals("item") ? "; ${item} needs \"each\" beside it" : "";
      throw new TemplateException(
          "unknown ${" + expression + "}: expected one of " + known + hint, place);
    }
    if (rest.equals("args")) {
      throw new TemplateException(
          "${args} is the whole JSON value and stands in a JSON body only; name one argument:"
              + " ${args.name}",
          place);
    }
    return new Reference(rest, path, splice, optional, fallback);
  }

  /** Reads {@code each: args.items}, optionally with {@code ?} at its end. */
  static Reference ofEach(String expression) {
    boolean optional = expression.endsWith("?");
    String rest = optional ? expression.substring(0, expression.length() - 1) : expression;
    List<String> path = path(rest, expression, "each");
    if (!path.get(0).equals("args") || path.size() < 2) {
      throw new TemplateException("expected the path of a list argument, like args.items", "each");
    }
    return new Reference(rest, path, true, optional, null);
  }

  /** Reads {@code args.order.amount}, which takes no modifier. */
  static Reference ofArgument(String expression) {
    List<String> path = path(expression, expression, "");
    boolean modified = expression.endsWith("?") || expression.indexOf('|') >= 0;
    if (!path.get(0).equals("args") || path.size() < 2 || modified) {
      throw new TemplateException("expected the path of an argument, like args.amount", "");
    }
    return new Reference(expression, path, false, true, null);
  }

  private static List<String> path(String text, String expression, String place) {
    List<String> names = Arrays.asList(text.split("\\.", -1));
    if (names.contains("")) {
      throw new TemplateException("empty name in the path of ${" + expression + "}", place);
    }
    return new ArrayList<>(names);
  }

  /** As written, without modifiers: {@code args.url}. */
  String written() {
    return written;
  }

  List<String> path() {
    return path;
  }

  boolean splice() {
    return splice;
  }

  boolean optional() {
    return optional;
  }

  /** What stands for an absent value; null = no default. */
  String fallback() {
    return fallback;
  }

  /** The JSON value that the path leads to; null when it is absent or null. */
  Object in(Map<String, Object> args, Object item) {
    Object at = path.get(0).equals("item") ? item : args;
    for (int i = 1; i < path.size() && at != null; i++) {
      at = step(at, path.get(i));
    }
    return at;
  }

  private static Object step(Object at, String name) {
    if (at instanceof Map<?, ?> map) {
      return map.get(name);
    }
    if (at instanceof List<?> list && name.length() < 10 && digits(name)) {
      int index = Integer.parseInt(name);
      return index < list.size() ? list.get(index) : null;
    }
    return null;
  }

  private static boolean digits(String name) {
    for (int i = 0; i < name.length(); i++) {
      if (name.charAt(i) < '0' || name.charAt(i) > '9') {
        return false;
      }
    }
    return true;
  }
}
