package dev.countersign.effect;

/**
 * A pattern over tool names: {@code *} stands for any text, {@code ?} for one UTF-16 unit,
 * everything else for itself (spec 5.2). Case counts.
 *
 * @param text the pattern as written
 */
public record Glob(String text) {

  /** Whether the whole name matches. Linear space, at most {@code |text| × |name|} steps. */
  public boolean matches(String name) {
    int p = 0;
    int n = 0;
    int star = -1;
    int mark = 0;
    while (n < name.length()) {
      char c = p < text.length() ? text.charAt(p) : 0;
      if (p < text.length() && c == '*') {
        star = p++;
        mark = n;
      } else if (p < text.length() && (c == '?' || c == name.charAt(n))) {
        p++;
        n++;
      } else if (star >= 0) {
        p = star + 1;
        n = ++mark;
      } else {
        return false;
      }
    }
    while (p < text.length() && text.charAt(p) == '*') {
      p++;
    }
    return p == text.length();
  }

  /** Whether the pattern has no wildcard, so that it names exactly one tool. */
  public boolean literal() {
    return text.indexOf('*') < 0 && text.indexOf('?') < 0;
  }
}
