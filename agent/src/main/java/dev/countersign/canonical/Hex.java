package dev.countersign.canonical;

import java.nio.charset.StandardCharsets;

/** Lowercase hexadecimal text of digests, ids and salts. */
public final class Hex {

  private static final byte[] DIGITS = {
    '0', '1', '2', '3', '4', '5', '6', '7', '8', '9', 'a', 'b', 'c', 'd', 'e', 'f'
  };

  /** Two lowercase digits for each byte, no prefix, no separator. */
  public static String of(byte[] bytes) {
    byte[] text = new byte[bytes.length * 2];
    for (int i = 0; i < bytes.length; i++) {
      text[2 * i] = DIGITS[(bytes[i] >> 4) & 15];
      text[2 * i + 1] = DIGITS[bytes[i] & 15];
    }
    return new String(text, StandardCharsets.ISO_8859_1);
  }

  /**
   * Puts digits in the place of bytes: the first {@code count} become twice as many in ASCII.
   *
   * @param bytes at least {@code 2 * count} long
   */
  public static void expand(byte[] bytes, int count) {
    for (int i = count - 1; i >= 0; i--) {
      byte value = bytes[i];
      bytes[2 * i + 1] = DIGITS[value & 15];
      bytes[2 * i] = DIGITS[(value >> 4) & 15];
    }
  }

  /**
   * The bytes that a hexadecimal text of either case denotes.
   *
   * @throws IllegalArgumentException if the length is odd or a character is no ASCII hexadecimal
   *     digit; the message names the position, never the text, which may be a key
   */
  public static byte[] parse(String text) {
    int length = text.length();
    if ((length & 1) != 0) {
      throw new IllegalArgumentException(
          "hexadecimal text has an odd number of digits (" + length + "); is one missing?");
    }
    byte[] bytes = new byte[length / 2];
    for (int i = 0; i < length; i += 2) {
      bytes[i / 2] = (byte) (digit(text, i) << 4 | digit(text, i + 1));
    }
    return bytes;
  }

  private static int digit(String text, int index) {
    char c = text.charAt(index);
    if (c >= '0' && c <= '9') {
      return c - '0';
    }
    if (c >= 'a' && c <= 'f') {
      return c - 'a' + 10;
    }
    if (c >= 'A' && c <= 'F') {
      return c - 'A' + 10;
    }
    throw new IllegalArgumentException(
        "character " + (index + 1) + " is no hexadecimal digit (0-9, a-f)");
  }

  private Hex() {}
}
