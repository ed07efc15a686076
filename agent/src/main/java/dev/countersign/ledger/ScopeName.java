package dev.countersign.ledger;

/**
 * Scopes as the public verifiers read them (spec 2.1): a family, a dot, one segment. In the segment
 * ASCII capitals are lowercased and every other UTF-16 unit outside {@code [a-z0-9_-]} becomes
 * {@code _}; one that does not begin with a letter gets {@code x} in front, an empty one is {@code
 * x}. Different names may share a scope; {@code tool} carries the real one.
 */
public final class ScopeName {

  /** {@code tool.<name>}. */
  public static String tool(String name) {
    return join("tool.", name, 0);
  }

  /** {@code exec.<program>}: the last path segment of {@code argv[0]}. */
  public static String exec(String argv0) {
    return join("exec.", argv0, argv0.lastIndexOf('/') + 1);
  }

  /** {@code send.<host>}. */
  public static String send(String host) {
    return join("send.", host, 0);
  }

  /** {@code agent.<act>}: the agent's own acts. */
  public static String agent(String act) {
    return join("agent.", act, 0);
  }

  /** {@code tool.*} covers everything that begins with {@code tool.}, at any depth. */
  public static boolean covers(String held, String scope) {
    return held.equals(scope)
        || held.endsWith(".*") && scope.startsWith(held.substring(0, held.length() - 1));
  }

  /**
   * Two or more segments of {@code [a-z][a-z0-9_-]*} with dots between them, the last of which may
   * be {@code *} (attenu-guard's form). Read by hand: a backtracking expression overflows its stack
   * on a scope of a few thousand segments.
   */
  public static boolean isScope(String text) {
    int segments = 0;
    int start = 0;
    for (int i = 0; i <= text.length(); i++) {
      boolean end = i == text.length();
      if (!end && text.charAt(i) != '.') {
        continue;
      }
      boolean wildcard = end && segments > 0 && i - start == 1 && text.charAt(start) == '*';
      if (!wildcard && !isSegment(text, start, i)) {
        return false;
      }
      segments++;
      start = i + 1;
    }
    return segments > 1;
  }

  private static boolean isSegment(String text, int from, int to) {
    for (int i = from; i < to; i++) {
      char c = text.charAt(i);
      boolean letter = c >= 'a' && c <= 'z';
      if (!letter && (i == from || !(c >= '0' && c <= '9' || c == '_' || c == '-'))) {
        return false;
      }
    }
    return to > from;
  }

  private static String join(String family, String name, int from) {
    StringBuilder out =
        new StringBuilder(family.length() + name.length() - from + 1).append(family);
    for (int i = from; i < name.length(); i++) {
      char c = name.charAt(i);
      if (c >= 'A' && c <= 'Z') {
        c += 'a' - 'A';
      } else if ((c < 'a' || c > 'z') && (c < '0' || c > '9') && c != '-') {
        c = '_';
      }
      if (i == from && (c < 'a' || c > 'z')) {
        out.append('x');
      }
      out.append(c);
    }
    return from == name.length() ? out.append('x').toString() : out.toString();
  }

  private ScopeName() {}
}
