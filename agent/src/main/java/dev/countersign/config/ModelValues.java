package dev.countersign.config;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Where a template takes a value of the model: {@code ${args…}} and {@code ${item…}} (spec 5.4).
 */
final class ModelValues {

  private ModelValues() {}

  /** Whether the text holds one. {@code $${} is a literal {@code ${}. */
  static boolean in(String text) {
    for (int i = text.indexOf("${"); i >= 0; i = text.indexOf("${", i + 2)) {
      boolean literal = i > 0 && text.charAt(i - 1) == '$';
      if (!literal && (text.startsWith("args", i + 2) || text.startsWith("item", i + 2))) {
        return true;
      }
    }
    return false;
  }

  /** Whether any text below holds one. */
  static boolean anywhere(Tree tree) {
    if (tree.isList()) {
      for (Tree element : tree.list()) {
        if (anywhere(element)) {
          return true;
        }
      }
      return false;
    }
    if (tree.isMap()) {
      for (Tree.Member member : tree.map().values()) {
        if (anywhere(member.value())) {
          return true;
        }
      }
      return false;
    }
    return tree.value instanceof String && in((String) tree.value);
  }

  /**
   * A template as a JSON value in which scalars count as their text (spec 5.4): {@code 1.50} stays
   * {@code 1.50}. {@code stdio.merge} stays a boolean.
   */
  static Object asTexts(Tree template) {
    if (!template.isMap()) {
      return texts(template);
    }
    Map<String, Object> json = new LinkedHashMap<>();
    for (Tree.Member member : template.map().values()) {
      json.put(
          member.key(),
          member.key().equals("stdio") ? member.value().toJson() : texts(member.value()));
    }
    return json;
  }

  /**
   * The template of a request as a JSON value: scalars count as their text, those of a JSON body as
   * what they are.
   */
  static Object ofRequest(Tree template) {
    if (!template.isMap()) {
      return texts(template);
    }
    Map<String, Object> json = new LinkedHashMap<>();
    for (Tree.Member member : template.map().values()) {
      Tree value = member.value();
      boolean body =
          member.key().equals("body") && value.isMap() && value.map().containsKey("json");
      json.put(member.key(), body ? value.toJson() : texts(value));
    }
    return json;
  }

  private static Object texts(Tree tree) {
    if (tree.isList()) {
      List<Object> json = new ArrayList<>(tree.list().size());
      for (Tree element : tree.list()) {
        json.add(texts(element));
      }
      return json;
    }
    if (tree.isMap()) {
      Map<String, Object> json = new LinkedHashMap<>();
      for (Tree.Member member : tree.map().values()) {
        json.put(member.key(), texts(member.value()));
      }
      return json;
    }
    return tree.value == null ? null : tree.text;
  }
}
