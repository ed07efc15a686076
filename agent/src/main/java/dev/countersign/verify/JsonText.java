package dev.countersign.verify;

import java.io.IOException;
import java.util.List;
import java.util.Map;

/**
 * Writes a JSON document for people and programs: members in the order they are given, two spaces
 * of indent, ASCII only. Members that would be many are written as they are computed, see {@link
 * Members}.
 */
final class JsonText {

  /** Writes the members of an object one by one. */
  interface Members {
    void to(Sink sink) throws IOException;
  }

  /** Writes the elements of an array one by one. */
  interface Elements {
    void to(Element each) throws IOException;
  }

  /** Takes one element. */
  interface Element {
    void element(Object value) throws IOException;
  }

  /** Takes one member. */
  interface Sink {
    void member(String name, Object value) throws IOException;
  }

  private final Appendable out;

  JsonText(Appendable out) {
    this.out = out;
  }

  void write(Object value) throws IOException {
    write(value, 0);
    out.append('\n');
  }

  private void write(Object value, int depth) throws IOException {
    if (value instanceof Map<?, ?> map) {
      object(
          sink -> {
            for (Map.Entry<?, ?> member : map.entrySet()) {
              sink.member((String) member.getKey(), member.getValue());
            }
          },
          depth);
    } else if (value instanceof Members members) {
      object(members, depth);
    } else if (value instanceof List<?> list) {
      array(
          each -> {
            for (Object element : list) {
              each.element(element);
            }
          },
          depth);
    } else if (value instanceof Elements elements) {
      array(elements, depth);
    } else if (value instanceof String text) {
      string(text);
    } else {
      out.append(String.valueOf(value));
    }
  }

  private void object(Members members, int depth) throws IOException {
    out.append('{');
    boolean[] any = {false};
    members.to(
        (name, value) -> {
          out.append(any[0] ? ",\n" : "\n");
          any[0] = true;
          indent(depth + 1);
          string(name);
          out.append(": ");
          write(value, depth + 1);
        });
    close(any[0], '}', depth);
  }

  private void array(Elements elements, int depth) throws IOException {
    out.append('[');
    boolean[] any = {false};
    elements.to(
        value -> {
          out.append(any[0] ? ",\n" : "\n");
          any[0] = true;
          indent(depth + 1);
          write(value, depth + 1);
        });
    close(any[0], ']', depth);
  }

  private void close(boolean any, char bracket, int depth) throws IOException {
    if (any) {
      out.append('\n');
      indent(depth);
    }
    out.append(bracket);
  }

  private void indent(int depth) throws IOException {
    for (int i = 0; i < depth; i++) {
      out.append("  ");
    }
  }

  private void string(String text) throws IOException {
    out.append('"');
    for (int i = 0; i < text.length(); i++) {
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
    out.append('"');
  }
}
