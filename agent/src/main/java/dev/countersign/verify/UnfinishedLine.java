package dev.countersign.verify;

import dev.countersign.canonical.Json;
import dev.countersign.canonical.NotCanonicalException;

/**
 * What may stand after the last newline of a chain file without being a finding: the beginning of
 * an entry that was being written when the process was killed, or when the reader came.
 *
 * <p>To count it as nothing gives nobody a way to hide something that they did not have: whoever
 * can cut a file amid a line can cut it at a line's end, with the same result, books that are in
 * progress. Both are seen by a reader who kept a head or an anchor.
 */
final class UnfinishedLine {

  /**
   * Whether bytes without a newline are no entry, but may be how one begins.
   *
   * @param line null when it is longer than a line may be: then it is no entry's beginning either
   */
  static boolean is(byte[] line) {
    return line != null && beginsLikeAnEntry(line) && !isWhole(line);
  }

  /** Ours begin with a brace and a lowercase name; a NUL or other remains of a disk do not. */
  private static boolean beginsLikeAnEntry(byte[] line) {
    for (int i = 0; i < line.length; i++) {
      byte b = line[i];
      boolean fits = i == 0 ? b == '{' : i == 1 ? b == '"' : b >= ' ' || b < 0;
      if (!fits) {
        return false;
      }
      if (i == 2 && !(b >= 'a' && b <= 'z')) {
        return false;
      }
    }
    return line.length > 0;
  }

  private static boolean isWhole(byte[] line) {
    try {
      return Json.parse(line) != null;
    } catch (NotCanonicalException cut) {
      return false;
    }
  }

  private UnfinishedLine() {}
}
