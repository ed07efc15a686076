package dev.countersign.config;

import java.util.ArrayList;
import java.util.List;

/**
 * One map of the document. Making it refuses every key that is not served; the accessors refuse
 * every value of the wrong kind. A refusal is collected, and the accessor returns what it would for
 * an absent key, so that reading goes on.
 */
final class Section {

  /** UTF-16 units of a name in the books. */
  private static final int MAX_NAME = 256;

  final String path;
  final Tree tree;
  private final Problems problems;

  private Section(String path, Tree tree, Problems problems) {
    this.path = path;
    this.tree = tree;
    this.problems = problems;
  }

  /** The value as a map with these keys, or null (and a problem) if it is none. */
  static Section of(String path, Tree tree, Keys keys, Problems problems) {
    if (!tree.isMap()) {
      problems.error(
          tree.line,
          tree.column,
          path,
          "expected a map with " + listed(keys.served()) + ", found " + tree.described());
      return null;
    }
    Section section = new Section(path, tree, problems);
    for (Tree.Member member : tree.map().values()) {
      section.check(member, keys);
    }
    return section;
  }

  private void check(Tree.Member member, Keys keys) {
    String key = member.key();
    if (keys.served().contains(key)) {
      if (member.value().value == null) {
        problems.error(
            member.line(), member.column(), path(key), "no value. Give one, or remove the key");
      }
    } else if (keys.later().contains(key)) {
      problems.error(
          member.line(),
          member.column(),
          path(key),
          "not served by this version yet. Remove it, or use a later version of the agent");
    } else {
      problems.error(
          member.line(), member.column(), path(Tree.bare(key)), "unknown key. " + meant(key, keys));
    }
  }

  private static String meant(String key, Keys keys) {
    int dot = key.indexOf('.');
    if (dot > 0 && keys.served().contains(key.substring(0, dot))) {
      return "Write "
          + key.substring(0, dot)
          + ": { "
          + Tree.bare(key.substring(dot + 1))
          + ": … }";
    }
    if (key.equals("<<")) {
      return "Merge keys are YAML 1.1; write the keys out";
    }
    List<String> known = new ArrayList<>(keys.served());
    known.addAll(keys.later());
    String nearest = Nearest.to(key, known);
    return nearest != null
        ? "Did you mean \"" + nearest + "\"?"
        : "Known here: " + listed(keys.served());
  }

  String path(String key) {
    return path.isEmpty() ? key : path + '.' + key;
  }

  boolean has(String key) {
    return tree.map().containsKey(key);
  }

  /** The value, or null where the key is absent or has none. */
  Tree get(String key) {
    Tree.Member member = tree.map().get(key);
    return member == null || member.value().value == null ? null : member.value();
  }

  Tree.Member member(String key) {
    return tree.map().get(key);
  }

  Position position() {
    return new Position(tree.line, tree.column, path);
  }

  void error(String key, String message) {
    Tree at = get(key);
    problems.error(
        at == null ? tree.line : at.line, at == null ? tree.column : at.column, path(key), message);
  }

  void warning(String key, String message) {
    Tree at = get(key);
    problems.warning(
        at == null ? tree.line : at.line, at == null ? tree.column : at.column, path(key), message);
  }

  /** Says that the key must be there, unless something was said about it already. */
  void require(String key, String what) {
    if (!has(key)) {
      problems.error(tree.line, tree.column, path(key), "missing; it is required: " + what);
    }
  }

  /** A section below this one, or null where the key is absent. */
  Section section(String key, Keys keys) {
    Tree at = get(key);
    return at == null ? null : of(path(key), at, keys, problems);
  }

  /** The sections of a list, never null. */
  List<Section> sections(String key, Keys keys) {
    List<Section> sections = new ArrayList<>();
    Tree at = get(key);
    if (at == null) {
      return sections;
    }
    if (!at.isList()) {
      error(key, "expected a list, found " + at.described() + ". Begin each entry with \"- \"");
      return sections;
    }
    for (int i = 0; i < at.list().size(); i++) {
      Section section = of(path(key) + '[' + i + ']', at.list().get(i), keys, problems);
      if (section != null) {
        sections.add(section);
      }
    }
    return sections;
  }

  /** A text of any content but NUL, or null. */
  String text(String key) {
    Tree at = get(key);
    return at == null ? null : text(at, path(key));
  }

  private String text(Tree at, String where) {
    if (!(at.value instanceof String)) {
      String hint = at.text == null || at.value == null ? "" : ". Quote it if a text is meant";
      problems.error(at.line, at.column, where, "expected a text, found " + at.described() + hint);
      return null;
    }
    String text = (String) at.value;
    if (text.isEmpty()) {
      problems.error(at.line, at.column, where, "expected a text, found an empty one");
      return null;
    }
    if (text.indexOf('\0') >= 0) {
      problems.error(at.line, at.column, where, "a NUL character is not allowed here");
      return null;
    }
    return text;
  }

  /** A short text without control characters that goes into the books, or null. */
  String name(String key) {
    Tree at = get(key);
    return at == null ? null : name(at, path(key));
  }

  private String name(Tree at, String where) {
    String text = text(at, where);
    if (text == null) {
      return null;
    }
    for (int i = 0; i < text.length(); i++) {
      if (Character.isISOControl(text.charAt(i))) {
        problems.error(at.line, at.column, where, "control characters are not allowed in a name");
        return null;
      }
    }
    if (text.length() > MAX_NAME) {
      problems.error(
          at.line,
          at.column,
          where,
          "longer than " + MAX_NAME + " characters, the bound for a name");
      return null;
    }
    return text;
  }

  /** A list of names, never null; each at most once. */
  List<String> names(String key) {
    Tree at = get(key);
    if (at == null) {
      return List.of();
    }
    if (!at.isList()) {
      error(
          key,
          "expected a list of texts, found "
              + at.described()
              + ". Write ["
              + (at.text == null ? "…" : Tree.bare(at.text))
              + "]");
      return List.of();
    }
    List<String> names = new ArrayList<>();
    for (int i = 0; i < at.list().size(); i++) {
      Tree element = at.list().get(i);
      String where = path(key) + '[' + i + ']';
      String name = name(element, where);
      if (name != null && names.contains(name)) {
        problems.error(
            element.line,
            element.column,
            where,
            Tree.quoted(name) + " stands in this list already");
      } else if (name != null) {
        names.add(name);
      }
    }
    return List.copyOf(names);
  }

  Boolean bool(String key) {
    Tree at = get(key);
    if (at == null) {
      return null;
    }
    if (!(at.value instanceof Boolean)) {
      error(key, "expected true or false, found " + at.described());
      return null;
    }
    return (Boolean) at.value;
  }

  /** A whole number within bounds, or null. */
  Long whole(String key, long least, long most) {
    Tree at = get(key);
    if (at == null) {
      return null;
    }
    if (!(at.value instanceof Long) || (Long) at.value < least || (Long) at.value > most) {
      error(
          key,
          "expected a whole number from " + least + " to " + most + ", found " + at.described());
      return null;
    }
    return (Long) at.value;
  }

  /**
   * One of the served words, or null.
   *
   * @param later words of the spec that are refused with that reason
   */
  String word(String key, List<String> served, List<String> later) {
    Tree at = get(key);
    return at == null ? null : word(at, path(key), served, later);
  }

  String word(Tree at, String where, List<String> served, List<String> later) {
    // A word that YAML reads as a boolean (false) is still a word here.
    String text = at.text;
    if (text != null && served.contains(text)) {
      return text;
    }
    if (text != null && later.contains(text)) {
      problems.error(
          at.line,
          at.column,
          where,
          Tree.quoted(text)
              + " is not served by this version yet. Use "
              + either(served)
              + ", or a later version of the agent");
      return null;
    }
    List<String> known = new ArrayList<>(served);
    known.addAll(later);
    String nearest = at.value instanceof String ? Nearest.to(text, known) : null;
    problems.error(
        at.line,
        at.column,
        where,
        "expected "
            + either(known)
            + ", found "
            + at.described()
            + (nearest == null ? "" : ". Did you mean \"" + nearest + "\"?"));
    return null;
  }

  static String listed(List<String> words) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < words.size(); i++) {
      text.append(i == 0 ? "" : ", ").append(words.get(i));
    }
    return text.toString();
  }

  private static String either(List<String> words) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < words.size(); i++) {
      text.append(i == 0 ? "" : i == words.size() - 1 ? " or " : ", ").append(words.get(i));
    }
    return text.toString();
  }
}
