package dev.countersign.canonical;

/** Characters that stand for themselves in JSON and in UTF-8: most texts have no others. */
public final class PlainText {

  private static final boolean[] PLAIN = new boolean[0x80];

  static {
    for (char c = ' '; c < PLAIN.length; c++) {
      PLAIN[c] = c != '"' && c != '\\';
    }
  }

  /** How many characters at the beginning of the text are such. */
  public static int run(String text) {
    boolean[] plain = PLAIN;
    int count = text.length();
    int i = 0;
    while (i < count) {
      char c = text.charAt(i);
      if (c >= plain.length || !plain[c]) {
        break;
      }
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
    return c < PLAIN.length && PLAIN[c];
  }

  private PlainText() {}
}
