package dev.countersign.config;

import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/**
 * Adds entries to a configuration as a text (spec 5.8): lines are inserted, none is changed or
 * taken away, so that comments, order and layout stay what their author made of them.
 *
 * <p>Only what is written as a block, one entry per line, can be added to. What stands in braces or
 * brackets, or behind an anchor, is left alone and said.
 */
public final class Amendment {

  private static final int INDENT = 2;

  /**
   * What is to be added for one tool.
   *
   * @param tool its name as the model calls it
   * @param keys further lines of its entry, {@code times: 2}; not indented
   * @param effects lines of its list of effects, comments and {@code - exec: …}; not indented
   * @param active whether one of them is no comment
   */
  public record Addition(String tool, List<String> keys, List<String> effects, boolean active) {}

  /**
   * What became of it.
   *
   * @param text the whole file
   * @param unplaced what could not be added, and why, one sentence each
   */
  public record Amended(String text, List<String> unplaced) {}

  /** Lines that come behind a line, from 0 for the beginning. */
  private record Insertion(int behind, int order, List<String> lines) {}

  private final String name;
  private final List<String> lines;
  private final Tree root;
  private final Configuration configuration;
  private final Map<Tree, Integer> uses = new IdentityHashMap<>();
  private final List<Insertion> insertions = new ArrayList<>();
  private final List<String> unplaced = new ArrayList<>();

  private Amendment(String name, String text, Tree root, Configuration configuration) {
    this.name = name;
    this.lines = lines(text);
    this.root = root;
    this.configuration = configuration;
    count(root);
  }

  /**
   * Adds to a file.
   *
   * @param name what messages call it
   * @param bytes a configuration that can be used
   * @param tools what to add for tools
   * @param ambient lines of {@code ambient}, comments and {@code - exec: …}; not indented
   * @param active whether one of these is no comment
   * @throws ConfigurationException if the file, or what it would become, cannot be used
   */
  public static Amended to(
      String name, byte[] bytes, List<Addition> tools, List<String> ambient, boolean active)
      throws ConfigurationException {
    Configuration configuration = Configuration.parse(name, bytes);
    Problems problems = new Problems(name);
    String text = Source.decode(bytes, problems);
    Amendment amendment = new Amendment(name, text, YamlTree.read(text, problems), configuration);
    amendment.tools(tools);
    amendment.ambient(ambient, active);
    return amendment.amended();
  }

  /** Each place that leads to a value. */
  private void count(Tree tree) {
    if (uses.merge(tree, 1, Integer::sum) > 1) {
      return;
    }
    if (tree.isList()) {
      for (Tree element : tree.list()) {
        count(element);
      }
    } else if (tree.isMap()) {
      for (Tree.Member member : tree.map().values()) {
        count(member.value());
      }
    }
  }

  private boolean isOpen(Tree tree) {
    return !tree.flow && uses.get(tree) == 1 && !isMarked(tree);
  }

  /** An anchor stands where it begins, which says nothing of where its entries do. */
  private boolean isMarked(Tree tree) {
    String line = tree.line > lines.size() ? "" : lines.get(tree.line - 1);
    return tree.column <= line.length() && line.charAt(tree.column - 1) == '&';
  }

  private void tools(List<Addition> additions) {
    if (additions.isEmpty()) {
      return;
    }
    Tree.Member member = root.map().get("tools");
    List<String> fresh = new ArrayList<>();
    boolean active = false;
    for (Addition addition : additions) {
      int index = indexOf(addition.tool());
      if (index < 0) {
        fresh.addAll(entry(addition));
        active |= isActive(addition);
      } else if (configuration.tools().get(index).tool().text().equals(addition.tool())) {
        into(addition, member.value(), index);
      } else {
        before(addition, member.value(), index);
      }
    }
    if (!fresh.isEmpty()) {
      list("tools", member, fresh, active);
    }
  }

  private int indexOf(String tool) {
    for (int i = 0; i < configuration.tools().size(); i++) {
      if (configuration.tools().get(i).tool().matches(tool)) {
        return i;
      }
    }
    return -1;
  }

  private static boolean isActive(Addition addition) {
    return addition.active() || !addition.keys().isEmpty();
  }

  /** A tool's entry; all of it a comment where nothing in it is to be used. */
  private static List<String> entry(Addition addition) {
    List<String> lines = new ArrayList<>();
    lines.add("- tool: " + quoted(addition.tool()));
    for (String key : addition.keys()) {
      lines.add("  " + key);
    }
    lines.addAll(indented(effects(addition), INDENT));
    return isActive(addition) ? lines : commented(lines);
  }

  private static List<String> effects(Addition addition) {
    List<String> lines = new ArrayList<>();
    if (addition.effects().isEmpty()) {
      return lines;
    }
    lines.add("effects:");
    lines.addAll(indented(addition.effects(), INDENT));
    // A list with nothing in it but comments would be no list.
    return addition.active() || !isActive(addition) ? lines : commented(lines);
  }

  private static String quoted(String name) {
    for (int i = 0; i < name.length(); i++) {
      char c = name.charAt(i);
      if (!(c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || i > 0 && (c == '_' || c == '-'))) {
        return escaped(name);
      }
    }
    // Words that YAML would read as something else than a text.
    return Scalars.plain(name) instanceof String ? name : '"' + name + '"';
  }

  /** On one line, whatever it holds. */
  private static String escaped(String name) {
    StringBuilder quoted = new StringBuilder(name.length() + 2).append('"');
    for (int i = 0; i < name.length(); i++) {
      char c = name.charAt(i);
      int type = Character.getType(c);
      if (c == '"' || c == '\\') {
        quoted.append('\\').append(c);
      } else if (Character.isISOControl(c)
          || type == Character.FORMAT
          || type == Character.LINE_SEPARATOR
          || type == Character.PARAGRAPH_SEPARATOR
          || c >= '\ufffe') {
        quoted.append("\\u").append(Integer.toHexString(c | 0x10000), 1, 5);
      } else {
        quoted.append(c);
      }
    }
    return quoted.append('"').toString();
  }

  private void into(Addition addition, Tree list, int index) {
    Tree entry = list.list().get(index);
    Tree.Member effects = entry.map().get("effects");
    if (!isOpen(list) || !isOpen(entry) || effects != null && !isOpen(effects.value())) {
      unplaced(
          addition,
          list,
          index,
          "it is written in braces or brackets, has an anchor, or is used twice");
      return;
    }
    List<String> keys = new ArrayList<>();
    for (String key : addition.keys()) {
      if (entry.map().containsKey(key.substring(0, key.indexOf(':')))) {
        unplaced.add(
            place(addition, entry)
                + " says another "
                + key.substring(0, key.indexOf(':'))
                + " than was seen ("
                + key
                + ")");
      } else {
        keys.add(key);
      }
    }
    if (!keys.isEmpty()) {
      insert(entry.end, indented(keys, entry.column - 1));
    }
    if (addition.effects().isEmpty()) {
      return;
    }
    if (effects != null) {
      insert(effects.value().end, indented(addition.effects(), effects.value().column - 1));
      return;
    }
    List<String> lines = new ArrayList<>();
    lines.add("effects:");
    lines.addAll(indented(addition.effects(), INDENT));
    insert(entry.end, indented(addition.active() ? lines : commented(lines), entry.column - 1));
  }

  /** The first entry that matches counts, so that one for this tool has to stand before it. */
  private void before(Addition addition, Tree list, int index) {
    Tree pattern = list.list().get(index);
    if (!isOpen(list)) {
      unplaced(addition, list, index, "it is written in brackets, has an anchor, or is used twice");
      return;
    }
    for (String key : pattern.map().keySet()) {
      if (!key.equals("tool") && !key.equals("effects")) {
        unplaced(
            addition,
            list,
            index,
            "its \"" + key + "\" holds for this tool, and would not in an entry of its own");
        return;
      }
    }
    if (pattern.map().containsKey("effects")) {
      unplaced(
          addition,
          list,
          index,
          "its effects hold for this tool, and would not in an entry of its own");
      return;
    }
    int behind = index == 0 ? list.line - 1 : list.list().get(index - 1).end;
    insert(behind, indented(entry(addition), list.column - 1));
  }

  private void ambient(List<String> lines, boolean active) {
    if (!lines.isEmpty()) {
      list("ambient", root.map().get("ambient"), lines, active);
    }
  }

  /** Behind the last entry of a list of the document; a list of its own where there is none. */
  private void list(String key, Tree.Member member, List<String> lines, boolean active) {
    if (root.flow || member != null && !isOpen(member.value())) {
      unplaced.add(
          name
              + ":"
              + (member == null ? root.line : member.line())
              + " "
              + key
              + ": it is written in braces or brackets, has an anchor, or is used twice; to be added"
              + " by hand:");
      unplaced.addAll(lines);
      return;
    }
    if (member != null) {
      insert(member.value().end, indented(lines, member.value().column - 1));
      return;
    }
    List<String> all = new ArrayList<>();
    all.add(key + ":");
    all.addAll(indented(lines, INDENT));
    insert(root.end, indented(active ? all : commented(all), root.column - 1));
  }

  private String place(Addition addition, Tree entry) {
    return name + ":" + entry.line + " the entry of " + Tree.bare(addition.tool());
  }

  private void unplaced(Addition addition, Tree list, int index, String why) {
    unplaced.add(place(addition, list.list().get(index)) + ": " + why + "; to be added by hand:");
    unplaced.addAll(entry(addition));
  }

  private void insert(int behind, List<String> added) {
    int column = indent(added.get(0));
    insertions.add(
        new Insertion(
            column == 0 ? behind : behindComments(behind, column), insertions.size(), added));
  }

  /**
   * Comments behind an entry that stand as far to the right as its list does, and further than what
   * follows them, are about it: they stay with it.
   */
  private int behindComments(int behind, int column) {
    int next = behind;
    while (next < lines.size() && isCommentOrBlank(lines.get(next))) {
      next++;
    }
    int outer = next < lines.size() ? indent(lines.get(next)) : -1;
    int end = behind;
    for (int i = behind; i < next; i++) {
      String line = lines.get(i);
      boolean blank = line.isBlank();
      if (!blank && (indent(line) < column || indent(line) <= outer)) {
        break;
      }
      end = blank ? end : i + 1;
    }
    return end;
  }

  private static boolean isCommentOrBlank(String line) {
    String bare = line.strip();
    return bare.isEmpty() || bare.startsWith("#");
  }

  private static int indent(String line) {
    int indent = 0;
    while (indent < line.length() && line.charAt(indent) == ' ') {
      indent++;
    }
    return indent;
  }

  private static List<String> indented(List<String> lines, int columns) {
    List<String> indented = new ArrayList<>(lines.size());
    for (String line : lines) {
      indented.add(" ".repeat(columns) + line);
    }
    return indented;
  }

  private static List<String> commented(List<String> lines) {
    List<String> commented = new ArrayList<>(lines.size());
    for (String line : lines) {
      commented.add("# " + line);
    }
    return commented;
  }

  private Amended amended() throws ConfigurationException {
    String newline = "\n";
    if (!lines.isEmpty() && lines.get(0).indexOf('\r') >= 0) {
      newline = lines.get(0).endsWith("\n") ? "\r\n" : "\r";
    }
    List<List<String>> behind = new ArrayList<>();
    for (int i = 0; i <= lines.size(); i++) {
      behind.add(new ArrayList<>());
    }
    for (Insertion insertion : insertions) {
      behind.get(insertion.behind()).addAll(insertion.lines());
    }
    StringBuilder amended = new StringBuilder(4096);
    for (int i = 0; i <= lines.size(); i++) {
      if (i > 0) {
        amended.append(lines.get(i - 1));
      }
      if (!behind.get(i).isEmpty() && i > 0 && !isEnded(lines.get(i - 1))) {
        amended.append(newline);
      }
      for (String line : behind.get(i)) {
        amended.append(line).append(newline);
      }
    }
    String result = amended.toString();
    Configuration.parse(
        name + " with what was added", result.getBytes(java.nio.charset.StandardCharsets.UTF_8));
    return new Amended(result, Collections.unmodifiableList(unplaced));
  }

  private static boolean isEnded(String line) {
    return line.endsWith("\n") || line.endsWith("\r");
  }

  /** With what ends them, as YAML takes it: a line feed, a carriage return, or both. */
  private static List<String> lines(String text) {
    List<String> lines = new ArrayList<>();
    int from = 0;
    for (int at = 0; at < text.length(); at++) {
      char c = text.charAt(at);
      boolean pair = c == '\r' && at + 1 < text.length() && text.charAt(at + 1) == '\n';
      if (c == '\n' || c == '\r' && !pair) {
        lines.add(text.substring(from, at + 1));
        from = at + 1;
      }
    }
    if (from < text.length()) {
      lines.add(text.substring(from));
    }
    return lines;
  }
}
