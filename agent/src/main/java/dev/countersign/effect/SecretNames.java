package dev.countersign.effect;

import java.util.Locale;

/**
 * Which names stand for secrets. Names decide, not values: a secret under another name is not known
 * for one.
 */
public final class SecretNames {

  private static final String[] NAMES = {
    "password",
    "passwd",
    "passphrase",
    "pwd",
    "secret",
    "token",
    "apikey",
    "accesskey",
    "privatekey",
    "signingkey",
    "credential",
    "authorization",
    "bearer",
    "cookie",
    "sessionid"
  };

  private static final String TOKENS = "tokens";

  /** How many tokens a model may use is no secret: {@code max_tokens}, {@code totalTokens}. */
  private static final String[] COUNTS = {
    "max",
    "min",
    "num",
    "number",
    "of",
    "count",
    "total",
    "limit",
    "budget",
    "used",
    "new",
    "input",
    "output",
    "prompt",
    "completion",
    "cached",
    "reasoning",
    "thinking",
    "generated"
  };

  private SecretNames() {}

  /**
   * Whether this value under this name is a secret: a number of tokens is none, whatever they are.
   */
  public static boolean isName(String name, Object value) {
    return isName(name) && !(value instanceof Number && bare(name).endsWith(TOKENS));
  }

  /** Whether a value under this name is a secret: an argument, a header, a variable, an option. */
  public static boolean isName(String name) {
    String text = bare(name);
    for (String known : NAMES) {
      if (text.contains(known) && !counts(text)) {
        return true;
      }
    }
    return false;
  }

  /** Whether {@code tokens} stands behind words that only say how many. */
  private static boolean counts(String bare) {
    if (!bare.endsWith(TOKENS)) {
      return false;
    }
    int from = 0;
    int end = bare.length() - TOKENS.length();
    while (from < end) {
      int next = from;
      for (String word : COUNTS) {
        if (bare.startsWith(word, from) && from + word.length() > next) {
          next = from + word.length();
        }
      }
      if (next == from || next > end) {
        return false;
      }
      from = next;
    }
    return end > 0;
  }

  private static String bare(String name) {
    StringBuilder bare = new StringBuilder(name.length());
    String lower = name.toLowerCase(Locale.ROOT);
    for (int i = 0; i < lower.length(); i++) {
      char c = lower.charAt(i);
      if (c >= 'a' && c <= 'z' || c >= '0' && c <= '9') {
        bare.append(c);
      }
    }
    return bare.toString();
  }
}
