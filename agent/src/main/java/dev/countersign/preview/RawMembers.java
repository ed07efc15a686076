package dev.countersign.preview;

import dev.countersign.canonical.Json;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Cuts the texts of members out of a JSON text that {@link Json} has read already, so that what is
 * to be kept byte for byte can be. On any other text it means nothing.
 */
final class RawMembers {

  private final String text;
  private int at;

  private RawMembers(String text, int at) {
    this.text = text;
    this.at = at;
  }

  /** The members of an object by name, each with its text; empty where the text is no object. */
  static Map<String, String> of(String object) {
    RawMembers in = new RawMembers(object, 0);
    Map<String, String> members = new LinkedHashMap<>();
    if (in.peek() != '{') {
      return members;
    }
    in.at++;
    while (in.peek() != '}') {
      String name = in.value();
      in.pass(':');
      members.put((String) Json.parse(name), in.value());
      if (in.peek() == ',') {
        in.at++;
      }
    }
    return members;
  }

  /** The elements of an array, each with its text; empty where the text is no array. */
  static List<String> elements(String array) {
    RawMembers in = new RawMembers(array, 0);
    List<String> elements = new ArrayList<>();
    if (in.peek() != '[') {
      return elements;
    }
    in.at++;
    while (in.peek() != ']') {
      elements.add(in.value());
      if (in.peek() == ',') {
        in.at++;
      }
    }
    return elements;
  }

  private void pass(char mark) {
    if (peek() != mark) {
      throw new IllegalStateException("no JSON text was given to be cut");
    }
    at++;
  }

  /** The next value's text, without the white space around it. */
  private String value() {
    peek();
    int from = at;
    int open = 0;
    do {
      char c = text.charAt(at);
      if (c == '"') {
        string();
      } else if (c == '{' || c == '[') {
        open++;
        at++;
      } else if (c == '}' || c == ']') {
        open--;
        at++;
      } else if (open > 0) {
        at++;
      } else {
        scalar();
      }
    } while (open > 0);
    return text.substring(from, at);
  }

  private void string() {
    at++;
    while (text.charAt(at) != '"') {
      at += text.charAt(at) == '\\' ? 2 : 1;
    }
    at++;
  }

  private void scalar() {
    while (at < text.length() && ",:]} \t\r\n".indexOf(text.charAt(at)) < 0) {
      at++;
    }
  }

  private char peek() {
    while (" \t\r\n".indexOf(text.charAt(at)) >= 0) {
      at++;
    }
    return text.charAt(at);
  }
}
