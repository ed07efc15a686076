package dev.countersign.config;

/**
 * How a tool's definition is pinned ({@code tools[].pin}, spec 5.2).
 *
 * @param text the word in the file
 * @param digest BLAKE3-256 hex of the only definition that calls may have; null where the file
 *     names none
 */
public record Pin(String text, String digest) {

  /** The definition that the first judged call saw. */
  public static final Pin FIRST_USE = new Pin("first-use", null);

  /** Not at all: a definition is neither compared nor part of what is judged. */
  public static final Pin OFF = new Pin("off", null);

  private static final int DIGITS = 64;

  /** The word of a file; null where it is none. */
  static Pin of(String text) {
    if (text == null || text.equals(FIRST_USE.text)) {
      return FIRST_USE;
    }
    if (text.equals(OFF.text)) {
      return OFF;
    }
    return isDigest(text) ? new Pin(text, text) : null;
  }

  private static boolean isDigest(String text) {
    if (text.length() != DIGITS) {
      return false;
    }
    for (int i = 0; i < DIGITS; i++) {
      char c = text.charAt(i);
      if (!(c >= '0' && c <= '9' || c >= 'a' && c <= 'f')) {
        return false;
      }
    }
    return true;
  }

  /** Whether definitions matter. */
  public boolean isOff() {
    return this == OFF;
  }
}
