package dev.countersign.canonical;

import java.util.List;
import java.util.Map;

/**
 * A JSON value as a text of one line that {@link Json} reads back as the same value: numbers keep
 * their digits and their scale, members their order. Not canonical: for digests there is {@link
 * Canonical}.
 */
public final class ExactText {

  /** Appends the text of a value. */
  public static void append(Object json, StringBuilder out) {
    if (json instanceof Map<?, ?> map) {
      char separator = '{';
      for (Map.Entry<?, ?> member : map.entrySet()) {
        quote((String) member.getKey(), out.append(separator));
        append(member.getValue(), out.append(':'));
        separator = ',';
      }
      out.append(map.isEmpty() ? "{}" : "}");
    } else if (json instanceof List<?> list) {
      char separator = '[';
      for (Object element : list) {
        append(element, out.append(separator));
        separator = ',';
      }
      out.append(list.isEmpty() ? "[]" : "]");
    } else if (json instanceof String text) {
      quote(text, out);
    } else {
      out.append(json);
    }
  }

  /** The text of a value. */
  public static String of(Object json) {
    StringBuilder out = new StringBuilder(256);
    append(json, out);
    return out.toString();
  }

  private static void quote(String text, StringBuilder out) {
    out.append('"');
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '"' || c == '\\') {
        out.append('\\').append(c);
      } else if (c < ' ' || c == 0x7f || c == '\u2028' || c == '\u2029') {
        out.append("\\u");
        for (int shift = 12; shift >= 0; shift -= 4) {
          out.append(Character.forDigit(c >> shift & 0xf, 16));
        }
      } else {
        out.append(c);
      }
    }
    out.append('"');
  }

  private ExactText() {}
}
