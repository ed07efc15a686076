package dev.countersign.config;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Reads the everyday part of YAML: block maps and lists, flow maps and lists, scalars on one line,
 * comments. Whatever else stands in a file, and everything that could be an error, is left to
 * {@link YamlTree}, which reads the file from its beginning.
 *
 * <p>It exists for start-up only: the library loads a hundred classes, a dozen lambdas and its
 * regular expressions before it has read the first key, more than all else that reading a
 * configuration costs. It never decides differently: what it reads, the library reads as the same
 * tree with the same places (tested as a law), and it refuses nothing itself.
 */
final class EverydayYaml {

  private static final int MAX_KEY = 128;

  private final String text;
  private int at;
  private int line = 1;
  private int lineStart;
  private int values;

  private EverydayYaml(String text) {
    this.text = text;
  }

  /** The tree, or null where the text goes beyond the everyday part. */
  static Tree read(String text) {
    for (int i = 0; i < text.length(); i++) {
      if (!everyday(text.charAt(i))) {
        return null;
      }
    }
    EverydayYaml reader = new EverydayYaml(text);
    try {
      reader.nextLine();
      Tree tree = reader.blockMap(0, 0);
      return reader.ended() ? tree : null;
    } catch (Unusual e) {
      return null;
    }
  }

  /**
   * Tabs, carriage returns, surrogates and characters with a meaning of their own are left to the
   * library.
   */
  private static boolean everyday(char c) {
    return c >= ' ' && c < 0x7f
        || c == '\n'
        || c >= 0xa0 && c < 0xd800 && c != '\u2028' && c != '\u2029';
  }

  /** A map whose first key stands at this place; its other keys stand in the same column. */
  private Tree blockMap(int indent, int depth) {
    expect(depth <= YamlTree.MAX_DEPTH);
    int startLine = line;
    Map<String, Tree.Member> members = new LinkedHashMap<>();
    int size = 1;
    while (true) {
      expect(column() == indent);
      int keyLine = line;
      String key = key();
      expect(key != null && !members.containsKey(key));
      skipSpaces();
      Tree value = restIsBlank() ? below(indent, depth + 1) : onThisLine(indent, depth + 1);
      size += value.size;
      members.put(key, new Tree.Member(key, keyLine, indent + 1, value));
      if (ended() || column() < indent) {
        return counted(new Tree(startLine, indent + 1, members, null, size));
      }
    }
  }

  /** What belongs to a key and begins on a later line. */
  private Tree below(int indent, int depth) {
    nextLine();
    expect(!ended());
    if (dash()) {
      expect(column() >= indent);
      return blockList(column(), depth);
    }
    expect(column() > indent);
    return blockMap(column(), depth);
  }

  private Tree blockList(int indent, int depth) {
    expect(depth <= YamlTree.MAX_DEPTH);
    int startLine = line;
    List<Tree> elements = new ArrayList<>();
    int size = 1;
    while (!ended() && column() == indent && dash()) {
      at++;
      skipSpaces();
      expect(!restIsBlank() && !dash());
      Tree element = keyAhead() ? blockMap(column(), depth + 1) : onThisLine(indent, depth + 1);
      size += element.size;
      elements.add(element);
    }
    expect(ended() || column() <= indent);
    return counted(new Tree(startLine, indent + 1, elements, null, size));
  }

  /** A scalar or a flow collection, after which the line ends; reading goes on at the next line. */
  private Tree onThisLine(int indent, int depth) {
    Tree value = flow(indent, depth, false);
    skipSpaces();
    expect(restIsBlank());
    nextLine();
    // Deeper text on the next line would be the rest of this scalar, or an error.
    expect(ended() || column() <= indent);
    return value;
  }

  private Tree flow(int indent, int depth, boolean inside) {
    expect(at < text.length() && depth <= YamlTree.MAX_DEPTH);
    switch (text.charAt(at)) {
      case '[':
        return flowList(indent, depth);
      case '{':
        return flowMap(indent, depth);
      case '"':
      case '\'':
        return quoted();
      default:
        return plain(inside);
    }
  }

  private Tree flowList(int indent, int depth) {
    int startLine = line;
    int startColumn = column();
    List<Tree> elements = new ArrayList<>();
    int size = 1;
    at++;
    skipFlow(indent);
    while (!closes(']')) {
      Tree element = flow(indent, depth + 1, true);
      size += element.size;
      elements.add(element);
      separate(']', indent);
    }
    return counted(new Tree(startLine, startColumn + 1, elements, null, size));
  }

  private Tree flowMap(int indent, int depth) {
    int startLine = line;
    int startColumn = column();
    Map<String, Tree.Member> members = new LinkedHashMap<>();
    int size = 1;
    at++;
    skipFlow(indent);
    while (!closes('}')) {
      int keyLine = line;
      int keyColumn = column();
      String key = key();
      expect(key != null && !members.containsKey(key));
      skipFlow(indent);
      Tree value = flow(indent, depth + 1, true);
      size += value.size;
      members.put(key, new Tree.Member(key, keyLine, keyColumn + 1, value));
      separate('}', indent);
    }
    return counted(new Tree(startLine, startColumn + 1, members, null, size));
  }

  /** Passes the closing bracket if it is here. */
  private boolean closes(char close) {
    expect(at < text.length());
    if (text.charAt(at) == close) {
      at++;
      return true;
    }
    return false;
  }

  /** After an element: a comma, or the closing bracket, which stays. */
  private void separate(char close, int indent) {
    skipFlow(indent);
    expect(at < text.length());
    if (text.charAt(at) == ',') {
      at++;
      skipFlow(indent);
    } else {
      expect(text.charAt(at) == close);
    }
  }

  /** A quoted text on one line without escapes. */
  private Tree quoted() {
    int start = at;
    char quote = text.charAt(at++);
    while (true) {
      expect(at < text.length());
      char c = text.charAt(at);
      if (c == quote) {
        break;
      }
      expect(c != '\n' && (c != '\\' || quote == '\''));
      at++;
    }
    String value = text.substring(start + 1, at++);
    // A colon would make it a key, a second quote is an escaped one.
    expect(at == text.length() || text.charAt(at) != ':' && text.charAt(at) != quote);
    return counted(new Tree(line, start - lineStart + 1, value, value, 1));
  }

  private Tree plain(boolean inside) {
    int start = at;
    char first = text.charAt(at);
    boolean letter =
        wordly(first)
            || first == '/'
            || first == '.'
            || first == '+'
            || first == '$'
            || first == '~';
    char second = at + 1 < text.length() ? text.charAt(at + 1) : '\n';
    expect(letter || first == '-' && (second == '-' || wordly(second)));
    int end = at;
    while (at < text.length()) {
      char c = text.charAt(at);
      if (c == '\n'
          || inside && (c == ',' || c == ']' || c == '}')
          || c == '#' && text.charAt(at - 1) == ' ') {
        break;
      }
      expect(!inside || c != '[' && c != '{' && c != '?');
      expect(c != ':' || at + 1 < text.length() && " \n,[]{}".indexOf(text.charAt(at + 1)) < 0);
      at++;
      if (c != ' ') {
        end = at;
      }
    }
    String value = text.substring(start, end);
    at = end;
    try {
      return counted(new Tree(line, start - lineStart + 1, Scalars.plain(value), value, 1));
    } catch (NumberFormatException e) {
      throw Unusual.HERE;
    }
  }

  /**
   * Reads a key and its colon, after which a space or the end of the line stands; null where there
   * is none.
   */
  private String key() {
    int end = keyEnd();
    if (end < 0) {
      return null;
    }
    String key = text.substring(at, end);
    at = end + 1;
    values++;
    return Scalars.plain(key) instanceof String ? key : null;
  }

  private boolean keyAhead() {
    return keyEnd() >= 0;
  }

  private int keyEnd() {
    int end = at;
    if (at == text.length() || !letter(text.charAt(at))) {
      return -1;
    }
    while (end < text.length()
        && (wordly(text.charAt(end)) || text.charAt(end) == '-' || text.charAt(end) == '.')) {
      end++;
    }
    boolean colon = end < text.length() && text.charAt(end) == ':' && end - at <= MAX_KEY;
    return colon
            && (end + 1 == text.length()
                || text.charAt(end + 1) == ' '
                || text.charAt(end + 1) == '\n')
        ? end
        : -1;
  }

  /** Whether a list entry begins here. */
  private boolean dash() {
    return at < text.length()
        && text.charAt(at) == '-'
        && (at + 1 == text.length() || text.charAt(at + 1) == ' ' || text.charAt(at + 1) == '\n');
  }

  private void skipSpaces() {
    while (at < text.length() && text.charAt(at) == ' ') {
      at++;
    }
  }

  /** Whether nothing but a comment follows on this line. */
  private boolean restIsBlank() {
    if (at == text.length() || text.charAt(at) == '\n') {
      return true;
    }
    return text.charAt(at) == '#' && (at == lineStart || text.charAt(at - 1) == ' ');
  }

  /**
   * Goes to the first character of the next line that has content, from the end of a line or the
   * beginning of the text.
   */
  private void nextLine() {
    skipSpaces();
    while (restIsBlank() && !ended()) {
      newLine();
      skipSpaces();
    }
  }

  /**
   * Inside brackets lines may break, as long as what follows stays deeper than the key that they
   * belong to.
   */
  private void skipFlow(int indent) {
    skipSpaces();
    while (!ended() && restIsBlank()) {
      newLine();
      skipSpaces();
      expect(ended() || restIsBlank() || column() > indent);
    }
  }

  private void newLine() {
    while (at < text.length() && text.charAt(at) != '\n') {
      at++;
    }
    if (at < text.length()) {
      at++;
      line++;
      lineStart = at;
    }
  }

  private boolean ended() {
    return at == text.length();
  }

  /** From 0; every character here is one code point. */
  private int column() {
    return at - lineStart;
  }

  private Tree counted(Tree tree) {
    expect(++values <= YamlTree.MAX_VALUES);
    return tree;
  }

  private static boolean letter(char c) {
    return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z';
  }

  private static boolean wordly(char c) {
    return letter(c) || c >= '0' && c <= '9' || c == '_';
  }

  private static void expect(boolean everyday) {
    if (!everyday) {
      throw Unusual.HERE;
    }
  }

  /** Leaves the text to the library. Says nothing about what is wrong with it, if anything is. */
  private static final class Unusual extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private static final Unusual HERE = new Unusual();

    private Unusual() {
      super(null, null, false, false);
    }
  }
}
