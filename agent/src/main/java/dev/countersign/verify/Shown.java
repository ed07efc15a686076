package dev.countersign.verify;

import java.util.Collection;
import java.util.List;
import java.util.Map;

/**
 * Untrusted values as messages carry them: one line, printable ASCII, bounded.
 *
 * <p>Printable ASCII without space, quote and backslash stands bare; every other string is written
 * as a JSON string with ASCII escapes, so that a name cannot forge a line of the report or move a
 * terminal's cursor.
 */
final class Shown {

  /** Longer texts are cut; an identifier never is (256 bytes). */
  private static final int LIMIT = 300;

  static String of(Object value) {
    if (value instanceof String text) {
      return isBare(text) ? text : escaped(text);
    }
    return notText(value);
  }

  /**
   * Like {@link #of}, but a bare string stands in single quotes, as the public verifiers print
   * scopes.
   */
  static String quoted(Object value) {
    if (value instanceof String text) {
      return isBare(text) && text.indexOf('\'') < 0 ? "'" + text + "'" : escaped(text);
    }
    return notText(value);
  }

  static String list(Collection<?> values) {
    StringBuilder out = new StringBuilder("[");
    for (Object value : values) {
      if (out.length() > LIMIT) {
        return out.append(", ...]").toString();
      }
      out.append(out.length() == 1 ? "" : ", ").append(quoted(value));
    }
    return out.append(']').toString();
  }

  private static String notText(Object value) {
    if (value instanceof Map) {
      return "an object";
    }
    if (value instanceof List) {
      return "an array";
    }
    String text = String.valueOf(value);
    return text.length() <= LIMIT ? text : text.substring(0, LIMIT) + "...";
  }

  private static boolean isBare(String text) {
    if (text.isEmpty() || text.length() > LIMIT) {
      return false;
    }
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c <= ' ' || c > '~' || c == '"' || c == '\\') {
        return false;
      }
    }
    return true;
  }

  private static String escaped(String text) {
    int end = Math.min(text.length(), LIMIT);
    StringBuilder out = new StringBuilder(end + 2).append('"');
    for (int i = 0; i < end; i++) {
      char c = text.charAt(i);
      if (c == '"' || c == '\\') {
        out.append('\\').append(c);
      } else if (c < ' ' || c > '~') {
        out.append("\\u");
        String hex = Integer.toHexString(c);
        out.append("0000", hex.length(), 4).append(hex);
      } else {
        out.append(c);
      }
    }
    return out.append(end < text.length() ? "\"..." : "\"").toString();
  }

  private Shown() {}
}
