package dev.countersign.cli;

import java.util.List;
import java.util.Map;

/**
 * A JSON value as text for programs that read our output: two spaces of indentation, members in the
 * order of the map, numbers as they are. For digests there is {@link
 * dev.countersign.canonical.Canonical}.
 */
final class JsonText {

  private JsonText() {}

  static String of(Object json) {
    StringBuilder out = new StringBuilder();
    write(json, 0, out);
    return out.toString();
  }

  private static void write(Object json, int depth, StringBuilder out) {
    if (json instanceof Map<?, ?> map) {
      String separator = "{";
      for (Map.Entry<?, ?> member : map.entrySet()) {
        line(out.append(separator), depth + 1);
        quote(member.getKey().toString(), out);
        write(member.getValue(), depth + 1, out.append(": "));
        separator = ",";
      }
      close(map.isEmpty(), "{}", '}', depth, out);
    } else if (json instanceof List<?> list) {
      String separator = "[";
      for (Object element : list) {
        line(out.append(separator), depth + 1);
        write(element, depth + 1, out);
        separator = ",";
      }
      close(list.isEmpty(), "[]", ']', depth, out);
    } else if (json instanceof String text) {
      quote(text, out);
    } else {
      out.append(json);
    }
  }

  private static void close(boolean empty, String whole, char end, int depth, StringBuilder out) {
    if (empty) {
      out.append(whole);
    } else {
      line(out, depth);
      out.append(end);
    }
  }

  /**
   * What is nested deeper stands as far to the right as this: a blank for each level of each line
   * would be a hundred times the text.
   */
  private static final int DEEPEST = 32;

  private static void line(StringBuilder out, int depth) {
    out.append('\n').append("  ".repeat(Math.min(depth, DEEPEST)));
  }

  /** A JSON string in which everything that nobody sees is escaped: the text may be untrusted. */
  static void quote(String text, StringBuilder out) {
    out.append('"');
    int marks = 0;
    for (int i = 0; i < text.length(); ) {
      int point = text.codePointAt(i);
      i += Character.charCount(point);
      if (point == '"' || point == '\\') {
        out.append('\\').append((char) point);
        marks = 0;
      } else {
        marks = VisibleText.isMark(point) ? marks + 1 : 0;
        VisibleText.show(point, marks, out);
      }
    }
    out.append('"');
  }

  /** As {@link #quote}, on its own. */
  static String quoted(String text) {
    StringBuilder out = new StringBuilder();
    quote(text, out);
    return out.toString();
  }
}
