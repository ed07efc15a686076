package dev.countersign.guardrail;

import dev.countersign.effect.LinearPattern;

/**
 * Regular expressions as a compiled predicate holds them: the part of the language that RE2 and
 * ECMA-262 (which JSON Schema names) read in the same way, so that everybody who evaluates the
 * predicate comes to the same end.
 */
final class PatternText {

  /** Characters that mean something outside a class. */
  private static final String SYNTAX = "^$\\.*+?()[]{}|/";

  private static final String ANY = "[\\s\\S]";
  private static final String BLANK = "\\t-\\r ";

  /**
   * An expression of a sentence for the whole of a text: a point is any character, a line feed
   * included; {@code \s} is one of the ASCII blanks.
   *
   * @param offset of the operand in the sentence
   */
  static String of(String written, int offset) throws SentenceException {
    StringBuilder out = new StringBuilder("^(?:");
    int i = 0;
    while (i < written.length()) {
      char c = written.charAt(i);
      if (c == '\\') {
        out.append(escape(written, i, offset));
        i += 2;
      } else if (c == '[') {
        i = charClass(written, i, out, offset);
      } else {
        i = outside(written, i, out, offset);
      }
    }
    String pattern = out.append(")$").toString();
    try {
      LinearPattern.compile(pattern);
    } catch (IllegalArgumentException bad) {
      throw new SentenceException(
          offset, "this expression cannot be read: " + bad.getMessage() + ". See docs/policy.md");
    }
    return pattern;
  }

  private static int outside(String written, int i, StringBuilder out, int offset)
      throws SentenceException {
    char c = written.charAt(i);
    if (c == '.') {
      out.append(ANY);
    } else if (c == '(' && written.startsWith("(?", i) && !written.startsWith("(?:", i)) {
      throw unusable(
          "(?", "groups are ( ) or (?: ); there are no flags and no look-around", offset);
    } else if (c == '{') {
      int end = repetitionEnd(written, i);
      if (end < 0) {
        throw unusable("{", "a repetition is {2}, {2,} or {2,5}; write \\{ for the sign", offset);
      }
      out.append(written, i, end);
      return end;
    } else if (c == '}' || c == ']') {
      throw unusable(String.valueOf(c), "write \\" + c + " for the sign itself", offset);
    } else {
      out.append(c);
    }
    return i + 1;
  }

  private static int repetitionEnd(String written, int from) {
    int i = from + 1;
    int digits = 0;
    boolean comma = false;
    for (; i < written.length(); i++) {
      char c = written.charAt(i);
      if (c >= '0' && c <= '9') {
        digits++;
      } else if (c == ',' && digits > 0 && !comma) {
        comma = true;
      } else {
        return c == '}' && digits > 0 ? i + 1 : -1;
      }
    }
    return -1;
  }

  private static String escape(String written, int i, int offset) throws SentenceException {
    char c = i + 1 < written.length() ? written.charAt(i + 1) : 0;
    if (SYNTAX.indexOf(c) >= 0 || "dDwWbBntrf".indexOf(c) >= 0) {
      return "\\" + c;
    }
    switch (c) {
      case 's':
        return "[" + BLANK + "]";
      case 'S':
        return "[^" + BLANK + "]";
      case '-':
        return "-";
      default:
        throw unusable(
            c == 0 ? "\\" : "\\" + c,
            "after \\ stands one of d D w W s S b B n t r f, or a sign that is meant as itself",
            offset);
    }
  }

  private static int charClass(String written, int from, StringBuilder out, int offset)
      throws SentenceException {
    int i = from + 1;
    out.append('[');
    if (i < written.length() && written.charAt(i) == '^') {
      out.append('^');
      i++;
    }
    int first = i;
    while (true) {
      if (i >= written.length()) {
        throw unusable("[", "close it with ]", offset);
      }
      char c = written.charAt(i);
      if (c == ']') {
        if (i == first) {
          throw unusable("[]", "name the characters in it", offset);
        }
        out.append(']');
        return i + 1;
      }
      if (c == '[') {
        throw unusable(
            "[", "inside […] write \\[ for the sign; classes like [:alpha:] are not known", offset);
      }
      if (c == '\\') {
        char escaped = i + 1 < written.length() ? written.charAt(i + 1) : 0;
        if (escaped == 's') {
          out.append(BLANK);
        } else if (SYNTAX.indexOf(escaped) >= 0 || "dwntrf-".indexOf(escaped) >= 0) {
          out.append('\\').append(escaped);
        } else {
          throw unusable(
              "\\" + escaped,
              "inside […] after \\ stands one of d w s n t r f, or a sign that is meant as itself",
              offset);
        }
        i += 2;
      } else {
        out.append(c);
        i++;
      }
    }
  }

  private static SentenceException unusable(String what, String next, int offset) {
    return new SentenceException(offset, "\"" + what + "\" in this expression: " + next);
  }

  /**
   * A text as an expression that matches it and nothing else.
   *
   * @param ignoringCase whether ASCII letters match in both cases
   */
  static String literal(String text, boolean ignoringCase) {
    StringBuilder out = new StringBuilder(text.length() + 8);
    for (int i = 0; i < text.length(); i++) {
      literal(text.charAt(i), ignoringCase, out);
    }
    return out.toString();
  }

  private static void literal(char c, boolean ignoringCase, StringBuilder out) {
    if (ignoringCase && (c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z')) {
      out.append('[').append((char) (c & ~32)).append((char) (c | 32)).append(']');
    } else {
      if (SYNTAX.indexOf(c) >= 0) {
        out.append('\\');
      }
      out.append(c);
    }
  }

  /**
   * A name with {@code *} for any text and {@code ?} for one character, as an expression.
   *
   * @param any what one character of that text can be
   */
  static String glob(String name, boolean ignoringCase, String any) {
    StringBuilder out = new StringBuilder(name.length() + 16);
    for (int i = 0; i < name.length(); i++) {
      char c = name.charAt(i);
      if (c == '*') {
        out.append(any).append('*');
      } else if (c == '?') {
        out.append(any);
      } else {
        literal(c, ignoringCase, out);
      }
    }
    return out.toString();
  }

  /** Any character. */
  static String any() {
    return ANY;
  }

  private PatternText() {}
}
