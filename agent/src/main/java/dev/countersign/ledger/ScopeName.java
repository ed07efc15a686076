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
