package dev.countersign.effect.template;

import dev.countersign.canonical.SpelledOut;

/**
 * Texts as a person reads them: one line, in which no character moves, hides or reorders others,
 * bounded. Whatever comes from a model is shown as these.
 */
public final class OneLine {

  /** UTF-16 units of one text that are shown. */
  static final int LONGEST = 512;

  /** A text: what is no visible character stands as its code; cut, with how many there were. */
  public static String of(String text) {
    return cut(SpelledOut.of(text));
  }

  /** The same as a JSON text in quotes, so that it cannot imitate what stands around it. */
  public static String quoted(String text) {
    return '"' + of(text).replace("\\", "\\\\").replace("\"", "\\\"") + '"';
  }

  /** At most {@value #LONGEST} UTF-16 units, and how many there were. */
  private static String cut(String text) {
    return text.length() <= LONGEST
        ? text
        : text.substring(0, whole(text, LONGEST)) + "… (" + text.length() + " characters)";
  }

  /** Where a text can be cut without cutting a character in two. */
  static int whole(CharSequence text, int at) {
    return Character.isHighSurrogate(text.charAt(at - 1)) ? at - 1 : at;
  }

  private OneLine() {}
}
