package dev.countersign.canonical;

/** Characters that stand for themselves in JSON and in UTF-8: most texts have no others. */
public final class PlainText {

  /** By character: 0 where it is plain, else 1. */
  private static final byte[] OTHER = new byte[0x80];

  static {
    for (char c = 0; c < OTHER.length; c++) {
      OTHER[c] = (byte) (c < ' ' || c == '"' || c == '\\' ? 1 : 0);
    }
  }

  /** How many characters at the beginning of the text are such. */
  public static int run(String text) {
    byte[] other = OTHER;
    int count = text.length();
    int found = 0;
    // Without a way out, this loop costs half of one that looks for the first other character.
    for (int i = 0; i < count; i++) {
      char c = text.charAt(i);
      found |= other[c & 0x7F] | c >>> 7;
    }
    return found == 0 ? count : runBeforeOther(text);
  }

  private static int runBeforeOther(String text) {
    int i = 0;
    while (is(text.charAt(i))) {
      i++;
    }
    return i;
  }

  /**
   * Copies ASCII characters, a byte each.
   *
   * @param from of the first one
   * @param to behind the last one
   */
  @SuppressWarnings("deprecation") // it is for ASCII only, and copies that as a block
  public static void copy(String text, int from, int to, byte[] out, int at) {
    text.getBytes(from, to, out, at);
  }

  static boolean is(char c) {
    return c < OTHER.length && OTHER[c] == 0;
  }

  private PlainText() {}
}
