package dev.countersign.learn;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/**
 * The placeholder for values that no argument gives: what they have in common in front and behind
 * stays, and where all of them are of one kind that can be no path, option or URL, only that kind
 * is let in.
 */
final class Narrowing {

  /** From the narrowest: name and class of characters. */
  private static final String[][] KINDS = {
    {"digits", "0-9"},
    {"hex", "0-9a-f"},
    {"hex", "0-9a-fA-F"},
    {"word", "0-9A-Za-z_"},
    {"id", "0-9A-Za-z_-"},
  };

  /**
   * A placeholder for these values.
   *
   * @param whole whether nothing may stand beside it
   */
  static Expression of(Collection<String> values, boolean whole) {
    int prefix = whole ? 0 : prefix(values);
    int suffix = whole ? 0 : suffix(values, prefix);
    List<String> middles = new ArrayList<>();
    int least = Integer.MAX_VALUE;
    int most = 0;
    boolean marked = false;
    for (String value : values) {
      String middle = value.substring(prefix, value.length() - suffix);
      middles.add(middle);
      least = Math.min(least, middle.length());
      most = Math.max(most, middle.length());
      marked |= Secrets.marks(value);
    }
    String first = values.iterator().next();
    List<Object> pieces = new ArrayList<>();
    if (prefix > 0) {
      pieces.add(first.substring(0, prefix));
    }
    String[] kind = marked || least == 0 || most > 128 ? null : kind(middles, prefix == 0);
    pieces.add(
        kind == null
            ? new Expression.Hole("${any}", false)
            : new Expression.Hole(
                "${match:" + kind[0] + ":[" + kind[1] + "]" + count(least, most) + "}", true));
    if (suffix > 0) {
      pieces.add(first.substring(first.length() - suffix));
    }
    return Expression.of(pieces);
  }

  private static String count(int least, int most) {
    return least == most ? "{" + least + "}" : "{" + least + "," + most + "}";
  }

  private static String[] kind(List<String> values, boolean first) {
    for (String[] kind : KINDS) {
      boolean all = true;
      for (String value : values) {
        // What begins with a dash may be an option.
        all &= consistsOf(value, kind[1]) && !(first && value.startsWith("-"));
      }
      if (all) {
        return kind;
      }
    }
    return null;
  }

  private static boolean consistsOf(String text, String classes) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      boolean in =
          c >= '0' && c <= '9'
              || c >= 'a' && c <= (classes.contains("a-z") ? 'z' : 'f') && classes.contains("a-")
              || c >= 'A' && c <= (classes.contains("A-Z") ? 'Z' : 'F') && classes.contains("A-")
              || c == '_' && classes.contains("_")
              || c == '-' && classes.endsWith("-");
      if (!in) {
        return false;
      }
    }
    return true;
  }

  private static int prefix(Collection<String> values) {
    String first = values.iterator().next();
    int length = first.length();
    for (String value : values) {
      int common = 0;
      while (common < Math.min(length, value.length())
          && value.charAt(common) == first.charAt(common)) {
        common++;
      }
      length = common;
    }
    return atBreak(first, length);
  }

  /**
   * What chance made common is no part of the frame: it ends at a character that separates, and no
   * surrogate pair is cut.
   */
  private static int atBreak(String text, int length) {
    int at = length;
    while (at > 0 && isPart(text.charAt(at - 1))) {
      at--;
    }
    return at;
  }

  private static boolean isPart(char c) {
    return Character.isLetterOrDigit(c) || Character.isSurrogate(c);
  }

  private static int suffix(Collection<String> values, int prefix) {
    String first = values.iterator().next();
    int length = first.length() - prefix;
    for (String value : values) {
      int common = 0;
      while (common < Math.min(length, value.length() - prefix)
          && value.charAt(value.length() - 1 - common)
              == first.charAt(first.length() - 1 - common)) {
        common++;
      }
      length = common;
    }
    while (length > 0 && isPart(first.charAt(first.length() - length))) {
      length--;
    }
    return length;
  }

  private Narrowing() {}
}
