package dev.countersign.observe;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/**
 * Where the agent speaks: the process's standard error itself. {@code System.err} is the
 * application's to replace, with its own standard output or with code that would run inside ours.
 */
public final class StandardError {

  /** Never closed: the descriptor is the whole process's. */
  private static final FileOutputStream STREAM = new FileOutputStream(FileDescriptor.err);

  /**
   * Writes a message, marked as ours, in one piece. Its further lines are indented, so that no name
   * of a tool or class inside it can begin a line that looks like ours or the application's, and
   * its control characters are escaped.
   */
  public static void say(String message) {
    try {
      STREAM.write(("countersign: " + harmless(message) + "\n").getBytes(StandardCharsets.UTF_8));
    } catch (IOException closed) {
      // Nobody listens, as with System.err; the books do not depend on it.
      return;
    }
  }

  static String harmless(String message) {
    StringBuilder text = new StringBuilder(message.length() + 16);
    for (int i = 0; i < message.length(); i++) {
      char c = message.charAt(i);
      if (c == '\n') {
        text.append(message.startsWith("  ", i + 1) ? "\n" : "\n  ");
      } else if (Character.isISOControl(c) || isInvisible(c)) {
        text.append("\\u");
        for (int shift = 12; shift >= 0; shift -= 4) {
          text.append(Character.forDigit(c >> shift & 0xf, 16));
        }
      } else {
        text.append(c);
      }
    }
    return text.toString();
  }

  /** Breaks lines in some readers, turns their direction, or is not shown at all. */
  private static boolean isInvisible(char c) {
    return c >= '\u200b' && c <= '\u200f'
        || c >= '\u2028' && c <= '\u202e'
        || c >= '\u2060' && c <= '\u2069'
        || c == '\ufeff';
  }

  private StandardError() {}
}
