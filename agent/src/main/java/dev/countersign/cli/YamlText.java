package dev.countersign.cli;

import java.util.List;
import java.util.Map;

/** A JSON value as YAML for people. What it writes, our own parser reads back as the same value. */
final class YamlText {

  private YamlText() {}

  /** A document; the outermost map has one key per line. */
  static String of(Map<String, ?> json) {
    StringBuilder out = new StringBuilder();
    map(json, 0, false, out);
    return out.toString();
  }

  private static void map(Map<?, ?> map, int depth, boolean begun, StringBuilder out) {
    boolean first = begun;
    for (Map.Entry<?, ?> member : map.entrySet()) {
      if (!first) {
        out.append("  ".repeat(depth));
      }
      first = false;
      text(member.getKey().toString(), out);
      out.append(':');
      value(member.getValue(), depth, out);
    }
  }

  private static void value(Object json, int depth, StringBuilder out) {
    if (json instanceof Map<?, ?> map && !map.isEmpty() && !small(map)) {
      out.append('\n');
      map(map, depth + 1, false, out);
    } else if (json instanceof List<?> list && !list.isEmpty() && !small(list)) {
      out.append('\n');
      for (Object element : list) {
        out.append("  ".repeat(depth + 1)).append("- ");
        if (element instanceof Map<?, ?> map && !map.isEmpty()) {
          map(map, depth + 2, true, out);
        } else {
          flow(element, out);
          out.append('\n');
        }
      }
    } else {
      flow(json, out.append(' '));
      out.append('\n');
    }
  }

  /** Fits on a line: at most eight scalars. */
  private static boolean small(Object json) {
    Iterable<?> values = json instanceof Map<?, ?> map ? map.values() : (List<?>) json;
    int count = 0;
    for (Object value : values) {
      boolean nested = value instanceof Map || value instanceof List;
      if (nested
              && !(value instanceof List<?> list
                  && list.size() <= 8
                  && json instanceof Map
                  && small(list))
          || ++count > 8) {
        return false;
      }
    }
    return true;
  }

  /** A value on one line. */
  static String flow(Object json) {
    StringBuilder out = new StringBuilder();
    flow(json, out);
    return out.toString();
  }

  private static void flow(Object json, StringBuilder out) {
    if (json instanceof Map<?, ?> map) {
      String separator = "{ ";
      for (Map.Entry<?, ?> member : map.entrySet()) {
        text(member.getKey().toString(), out.append(separator));
        flow(member.getValue(), out.append(": "));
        separator = ", ";
      }
      out.append(map.isEmpty() ? "{}" : " }");
    } else if (json instanceof List<?> list) {
      String separator = "[";
      for (Object element : list) {
        flow(element, out.append(separator));
        separator = ", ";
      }
      out.append(list.isEmpty() ? "[]" : "]");
    } else if (json instanceof String text) {
      text(text, out);
    } else {
      out.append(json);
    }
  }

  /** Bare where nothing in it could mean something else in YAML, else in double quotes. */
  private static void text(String text, StringBuilder out) {
    boolean bare = !text.isEmpty() && Character.isLetter(text.charAt(0)) && text.charAt(0) < 0x80;
    for (int i = 0; i < text.length() && bare; i++) {
      char c = text.charAt(i);
      bare =
          c < 0x80
              && (Character.isLetterOrDigit(c) || c == '_' || c == '-' || c == '.' || c == '/');
    }
    String word = text.toLowerCase(java.util.Locale.ROOT);
    if (bare && !word.equals("null") && !word.equals("true") && !word.equals("false")) {
      out.append(text);
    } else {
      JsonText.quote(text, out);
    }
  }
}
