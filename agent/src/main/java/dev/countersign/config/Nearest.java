package dev.countersign.config;

/** Finds the word that somebody probably meant. */
public final class Nearest {

  private Nearest() {}

  /**
   * The known word with the fewest edits (insert, delete, replace, swap neighbours; case is free),
   * or null where none is near: more than two edits, or more than a third of the word.
   */
  public static String to(String word, Iterable<String> known) {
    String best = null;
    int least = Math.min(2, Math.max(1, word.length() / 3)) + 1;
    for (String candidate : known) {
      if (Math.abs(candidate.length() - word.length()) < least) {
        int edits =
            edits(
                word.toLowerCase(java.util.Locale.ROOT),
                candidate.toLowerCase(java.util.Locale.ROOT));
        if (edits < least) {
          least = edits;
          best = candidate;
        }
      }
    }
    return best;
  }

  private static int edits(String a, String b) {
    int[] before = new int[b.length() + 1];
    int[] last = new int[b.length() + 1];
    int[] now = new int[b.length() + 1];
    for (int j = 0; j <= b.length(); j++) {
      last[j] = j;
    }
    for (int i = 1; i <= a.length(); i++) {
      now[0] = i;
      for (int j = 1; j <= b.length(); j++) {
        int replace = a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1;
        now[j] = Math.min(Math.min(now[j - 1], last[j]) + 1, last[j - 1] + replace);
        if (i > 1
            && j > 1
            && a.charAt(i - 1) == b.charAt(j - 2)
            && a.charAt(i - 2) == b.charAt(j - 1)) {
          now[j] = Math.min(now[j], before[j - 2] + 1);
        }
      }
      int[] spare = before;
      before = last;
      last = now;
      now = spare;
    }
    return last[b.length()];
  }
}
