package dev.countersign.config;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** One value of the document with its place: what {@link YamlTree} makes of a text. */
final class Tree {

  /** From 1. */
  final int line;

  /** From 1, in code points. */
  final int column;

  /**
   * Null, a Boolean, a String, an exact number (Long, BigInteger, BigDecimal), a {@code List<Tree>}
   * or a {@code Map<String, Member>} in the order of the document.
   */
  final Object value;

  /** The text of a scalar as it stands in the document, without quotes; null for lists and maps. */
  final String text;

  /**
   * Columns from {@link #column} to the first character of {@link #text}, where each of them stands
   * in the document as it is, on one line; else -1.
   */
  final int lead;

  /** How many values this one holds with aliases written out, itself included. */
  final int size;

  /** One key of a map with its own place. */
  record Member(String key, int line, int column, Tree value) {}

  /** The last line that it has a character on, from 1; 0 where it was not read from a text. */
  final int end;

  /** Whether it is a list or a map in braces or brackets. */
  final boolean flow;

  Tree(int line, int column, Object value, String text, int size) {
    this(line, column, value, text, size, -1, 0, false);
  }

  Tree(int line, int column, Object value, String text, int size, int lead, int end, boolean flow) {
    this.end = end;
    this.flow = flow;
    this.lead = lead;
    this.line = line;
    this.column = column;
    this.value = value;
    this.text = text;
    this.size = size;
  }

  boolean isList() {
    return value instanceof List;
  }

  boolean isMap() {
    return value instanceof Map;
  }

  @SuppressWarnings("unchecked")
  List<Tree> list() {
    return (List<Tree>) value;
  }

  @SuppressWarnings("unchecked")
  Map<String, Member> map() {
    return (Map<String, Member>) value;
  }

  /** This value without places, as a JSON value. */
  Object toJson() {
    if (isList()) {
      List<Object> json = new ArrayList<>(list().size());
      for (Tree element : list()) {
        json.add(element.toJson());
      }
      return Collections.unmodifiableList(json);
    }
    if (isMap()) {
      Map<String, Object> json = new LinkedHashMap<>();
      for (Member member : map().values()) {
        json.put(member.key(), member.value().toJson());
      }
      return Collections.unmodifiableMap(json);
    }
    return value;
  }

  /**
   * The value at a key path below this one, such as {@code env.set.PATH} or {@code argv[2]}; where
   * a step does not exist, the deepest value that does.
   */
  Tree at(String path) {
    Tree here = this;
    int i = 0;
    while (i < path.length()) {
      if (path.charAt(i) == '[') {
        int end = path.indexOf(']', i);
        int index = end < 0 ? -1 : Integer.parseInt(path, i + 1, end, 10);
        if (!here.isList() || index < 0 || index >= here.list().size()) {
          return here;
        }
        here = here.list().get(index);
        i = end + 1;
      } else {
        int start = path.charAt(i) == '.' ? i + 1 : i;
        int end = start;
        while (end < path.length() && path.charAt(end) != '.' && path.charAt(end) != '[') {
          end++;
        }
        Member member = here.isMap() ? here.map().get(path.substring(start, end)) : null;
        if (member == null || end == i) {
          return here;
        }
        here = member.value();
        i = end;
      }
    }
    return here;
  }

  /** What this is, for a message: {@code the text "three"}, {@code a list}. */
  String described() {
    if (value == null) {
      return "nothing";
    }
    if (isList()) {
      return "a list";
    }
    if (isMap()) {
      return "a map";
    }
    if (value instanceof String) {
      return "the text " + quoted((String) value);
    }
    return (value instanceof Boolean ? "the boolean " : "the number ") + clipped(text);
  }

  /** A text in double quotes, safe for one line of a terminal and at most 60 characters. */
  static String quoted(String text) {
    return '"' + clipped(text) + '"';
  }

  /** A key as it may stand in a key path of a message. */
  static String bare(String text) {
    return clipped(text);
  }

  private static String clipped(String text) {
    return safe(text, 60);
  }

  /** A text without control, bidirectional and separator characters, cut at a length. */
  static String safe(String text, int most) {
    StringBuilder safe = new StringBuilder();
    for (int i = 0; i < text.length(); i++) {
      if (i == most) {
        return safe.append('…').toString();
      }
      char c = text.charAt(i);
      if (c == '\n') {
        safe.append("\\n");
      } else if (c < 0x20 || c >= 0x7f && c < 0xa0 || c == '\u2028' || c == '\u2029' || bidi(c)) {
        safe.append("\\u").append(Integer.toHexString(c | 0x10000), 1, 5);
      } else {
        safe.append(c);
      }
    }
    return safe.toString();
  }

  private static boolean bidi(char c) {
    return c == '\u200e'
        || c == '\u200f'
        || c >= '\u202a' && c <= '\u202e'
        || c >= '\u2066' && c <= '\u2069';
  }
}
