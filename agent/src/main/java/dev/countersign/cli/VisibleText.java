package dev.countersign.cli;

import dev.countersign.canonical.SpelledOut;

/**
 * Texts that an attacker chose, for a person who decides by them: whatever would be invisible, turn
 * the direction of a line, begin a new one or command a terminal is shown as an escape of JSON
 * ({@code \u202e}), and what is too long is cut with the number of characters that are missing.
 */
final class VisibleText {

  /** Marks on one letter that are shown; more of them would cover the lines around. */
  private static final int MARKS = 3;

  /** The same text as a person can see it. */
  static String of(String text) {
    StringBuilder out = new StringBuilder(text.length());
    append(text, text.length(), out);
    return out.toString();
  }

  /**
   * At most that many characters of it, and how many follow.
   *
   * @param most UTF-16 units of {@code text}; a pair is not parted
   */
  static String of(String text, int most) {
    if (text.length() <= most) {
      return of(text);
    }
    int end = Character.isHighSurrogate(text.charAt(most - 1)) ? most - 1 : most;
    StringBuilder out = new StringBuilder(end + 40);
    append(text, end, out);
    return out.append(" ... ").append(rest(text.length() - end)).toString();
  }

  /** How the number of characters that are not shown is said. */
  static String rest(int characters) {
    return "[" + characters + " more characters]";
  }

  private static void append(String text, int end, StringBuilder out) {
    int marks = 0;
    for (int i = 0; i < end; ) {
      int point = text.codePointAt(i);
      i += Character.charCount(point);
      marks = isMark(point) ? marks + 1 : 0;
      show(point, marks, out);
    }
  }

  /**
   * Appends a character, or its escape where it is hidden.
   *
   * @param marks how many {@link #isMark marks} in a row end with it
   */
  static void show(int point, int marks, StringBuilder out) {
    if (SpelledOut.isHidden(point) || marks > MARKS) {
      escape(point, out);
    } else {
      out.appendCodePoint(point);
    }
  }

  /** As JSON escapes it: each UTF-16 unit on its own, {@code \n}, {@code \t}, {@code \r} short. */
  static void escape(int point, StringBuilder out) {
    switch (point) {
      case '\n' -> out.append("\\n");
      case '\r' -> out.append("\\r");
      case '\t' -> out.append("\\t");
      default -> {
        for (char c : Character.toChars(point)) {
          out.append("\\u").append(Integer.toHexString(c | 0x10000), 1, 5);
        }
      }
    }
  }

  static boolean isMark(int point) {
    int type = Character.getType(point);
    return type == Character.NON_SPACING_MARK || type == Character.ENCLOSING_MARK;
  }

  /** A text that is visible already, at most that many characters of it. */
  static String cut(String visible, int most) {
    if (visible.length() <= most) {
      return visible;
    }
    int end = Character.isHighSurrogate(visible.charAt(most - 1)) ? most - 1 : most;
    return visible.substring(0, end) + " ... " + rest(visible.length() - end);
  }

  private VisibleText() {}
}
