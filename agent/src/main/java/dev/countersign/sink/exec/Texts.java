package dev.countersign.sink.exec;

import dev.countersign.canonical.NotCanonicalException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/** Texts that go to the kernel, and their bytes. */
final class Texts {

  /**
   * Refuses what has no canonical form or does not reach the kernel as one text: lone surrogates,
   * which every encoding turns into {@code ?}, and NUL, which ends or splits it there.
   */
  static void requireCanonical(String text) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == 0) {
        throw new NotCanonicalException("NUL in a text of a process start");
      }
      if (Character.isSurrogate(c)) {
        boolean pair =
            Character.isHighSurrogate(c)
                && i + 1 < text.length()
                && Character.isLowSurrogate(text.charAt(i + 1));
        if (!pair) {
          throw new NotCanonicalException("a lone surrogate in a text of a process start");
        }
        i++;
      }
    }
  }

  /**
   * A text as it arrives: encoded by the platform, decoded as strict UTF-8.
   *
   * @throws NotCanonicalException when it has no canonical form, or its bytes are no UTF-8
   */
  static String arriving(String text, ProcessAccess access) {
    requireCanonical(text);
    if (ascii(text)) {
      return text;
    }
    byte[] terminated = access.encode(text);
    return utf8(terminated, 0, terminated.length - 1);
  }

  /** The text with what has no canonical form as {@code ?}, for the books only. */
  static String printable(String text) {
    return new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8)
        .replace('\0', '?');
  }

  /** Whether every encoding that a JVM runs with gives the same bytes. */
  static boolean ascii(String text) {
    for (int i = 0; i < text.length(); i++) {
      if (text.charAt(i) >= 0x80) {
        return false;
      }
    }
    return true;
  }

  /** Strict UTF-8. */
  static String utf8(byte[] bytes) {
    return utf8(bytes, 0, bytes.length);
  }

  /** Strict UTF-8. */
  static String utf8(byte[] bytes, int from, int length) {
    try {
      return StandardCharsets.UTF_8
          .newDecoder()
          .decode(ByteBuffer.wrap(bytes, from, length))
          .toString();
    } catch (CharacterCodingException other) {
      throw new NotCanonicalException("bytes of a process start that are no UTF-8");
    }
  }

  /** A name as one segment of a JSON pointer (RFC 6901). */
  static String pointer(String name) {
    return name.replace("~", "~0").replace("/", "~1");
  }

  private Texts() {}
}
