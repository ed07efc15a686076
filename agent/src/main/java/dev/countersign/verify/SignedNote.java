package dev.countersign.verify;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;

/**
 * A signed note as C2SP has it (c2sp.org/signed-note): text, an empty line, signature lines. Read
 * strictly; what nobody vouches for yet is not interpreted.
 *
 * @param text what is signed; ends in a newline
 * @param signatures in the order of the note, at least one
 */
record SignedNote(String text, List<Line> signatures) {

  /** Signatures that a note may have; a reader must take 16. */
  static final int MAX_SIGNATURES = 64;

  private static final int KEY_ID = 4;
  private static final String DASH = "\u2014 ";

  /**
   * One signature line.
   *
   * @param name of the key
   * @param keyId 4 bytes
   * @param signature what follows them; its form is the key's matter
   */
  record Line(String name, byte[] keyId, byte[] signature) {}

  /**
   * Reads a note.
   *
   * @throws IllegalArgumentException if it is none; the message says why, beginning with "it"
   */
  static SignedNote parse(String note) {
    for (int i = 0; i < note.length(); i++) {
      char c = note.charAt(i);
      if (c < ' ' && c != '\n' || c == '\uFFFD') {
        throw new IllegalArgumentException(
            "it has a control character, or bytes that are no UTF-8");
      }
    }
    int end = note.lastIndexOf("\n\n");
    if (end < 1 || end + 2 >= note.length() || !note.endsWith("\n")) {
      throw new IllegalArgumentException("it has no text, empty line and signature lines");
    }
    String[] lines = note.substring(end + 2, note.length() - 1).split("\n", -1);
    if (lines.length > MAX_SIGNATURES) {
      throw new IllegalArgumentException("it has more than " + MAX_SIGNATURES + " signatures");
    }
    List<Line> signatures = new ArrayList<>(lines.length);
    for (String line : lines) {
      signatures.add(line(line));
    }
    return new SignedNote(note.substring(0, end + 1), List.copyOf(signatures));
  }

  private static Line line(String line) {
    int space = line.indexOf(' ', DASH.length());
    if (!line.startsWith(DASH) || space <= DASH.length()) {
      throw new IllegalArgumentException(
          "it has a signature line without dash, name and signature");
    }
    String name = line.substring(DASH.length(), space);
    if (!isName(name)) {
      throw new IllegalArgumentException("it has a signature of a name with a plus or a space");
    }
    byte[] signed = base64(line.substring(space + 1));
    if (signed == null || signed.length <= KEY_ID) {
      throw new IllegalArgumentException(
          "it has a signature that is not Base64 of an id and bytes");
    }
    return new Line(
        name, Arrays.copyOf(signed, KEY_ID), Arrays.copyOfRange(signed, KEY_ID, signed.length));
  }

  /** Whether a key can have this name: not empty, no plus, no Unicode space. */
  static boolean isName(String name) {
    return !name.isEmpty()
        && name.codePoints()
            .noneMatch(
                c ->
                    c == '+'
                        || c == '\u0085'
                        || Character.isWhitespace(c)
                        || Character.isSpaceChar(c));
  }

  /** The bytes; null where it is not their one spelling in standard Base64. */
  static byte[] base64(String text) {
    try {
      byte[] bytes = Base64.getDecoder().decode(text);
      return Base64.getEncoder().encodeToString(bytes).equals(text) ? bytes : null;
    } catch (IllegalArgumentException none) {
      return null;
    }
  }

  /** The text as bytes, as signatures are over it. */
  byte[] bytes() {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
