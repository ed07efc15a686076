package dev.countersign.canonical;

/**
 * Texts that a model or an attacker chose, for a person who decides by them: on one line, in which
 * no character moves, hides or reorders others, or is a space that it does not look like.
 */
public final class SpelledOut {

  /**
   * The text; what is hidden, and what has no meaning yet, stands as its code in hexadecimal digits
   * between braces, behind a backslash and a u.
   */
  public static String of(String text) {
    StringBuilder spelled = null;
    for (int i = 0; i < text.length(); ) {
      int c = text.codePointAt(i);
      boolean shown = !isHidden(c) && Character.getType(c) != Character.UNASSIGNED;
      if (!shown && spelled == null) {
        spelled = new StringBuilder(text.length() + 16).append(text, 0, i);
      }
      if (spelled != null && shown) {
        spelled.appendCodePoint(c);
      } else if (spelled != null) {
        spelled.append("\\u{").append(Integer.toHexString(c)).append('}');
      }
      i += Character.charCount(c);
    }
    return spelled == null ? text : spelled.toString();
  }

  /**
   * Whether a character is not seen, looks like a space and is none, moves others, or has no
   * meaning that all fonts agree on: controls, formats (directions, joiners, tags), separators,
   * halves of a pair, private use, variation selectors, and the letters that Unicode calls fillers.
   */
  public static boolean isHidden(int point) {
    switch (Character.getType(point)) {
      case Character.CONTROL:
      case Character.FORMAT:
      case Character.LINE_SEPARATOR:
      case Character.PARAGRAPH_SEPARATOR:
      case Character.SURROGATE:
      case Character.PRIVATE_USE:
        return true;
      case Character.SPACE_SEPARATOR:
        return point != ' ';
      case Character.UNASSIGNED:
        return isIgnorable(point)
            || (point & 0xfffe) == 0xfffe
            || point >= 0xfdd0 && point <= 0xfdef;
      default:
        return isIgnorable(point);
    }
  }

  /** Unicode's Default_Ignorable_Code_Point beyond the formats, and the blank of Braille. */
  private static boolean isIgnorable(int point) {
    return point == 0x34f
        || point == 0x115f
        || point == 0x1160
        || point == 0x17b4
        || point == 0x17b5
        || point >= 0x180b && point <= 0x180f
        || point == 0x2065
        || point == 0x2800
        || point == 0x3164
        || point >= 0xfe00 && point <= 0xfe0f
        || point == 0xffa0
        || point >= 0xfff0 && point <= 0xfff8
        || point >= 0xe0000 && point <= 0xe0fff;
  }

  private SpelledOut() {}
}
