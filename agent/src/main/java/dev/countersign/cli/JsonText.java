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

  private static void line(StringBuilder out, int depth) {
    out.append('\n').append("  ".repeat(depth));
  }

  /**
   * A JSON string in which control, format and separator characters are escaped: the text may be
   * untrusted.
   */
  static void quote(String text, StringBuilder out) {
    out.append('"');
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      int type = Character.getType(c);
      if (c == '"' || c == '\\') {
        out.append('\\').append(c);
      } else if (c == '\n') {
        out.append("\\n");
      } else if (c == '\t') {
        out.append("\\t");
      } else if (Character.isISOControl(c)
          || type == Character.FORMAT
          || type == Character.LINE_SEPARATOR
          || type == Character.PARAGRAPH_SEPARATOR
          || type == Character.SURROGATE && !paired(text, i)) {
        out.append("\\u").append(Integer.toHexString(c | 0x10000), 1, 5);
      } else {
        out.append(c);
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

  private static boolean paired(String text, int i) {
    char c = text.charAt(i);
    return Character.isHighSurrogate(c)
        ? i + 1 < text.length() && Character.isLowSurrogate(text.charAt(i + 1))
        : i > 0 && Character.isHighSurrogate(text.charAt(i - 1));
  }
}
