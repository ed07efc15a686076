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

  private SecretNames() {}

  /** Whether a value under this name is a secret: an argument, a header, a variable, an option. */
  public static boolean isName(String name) {
    StringBuilder bare = new StringBuilder(name.length());
    String lower = name.toLowerCase(Locale.ROOT);
    for (int i = 0; i < lower.length(); i++) {
      char c = lower.charAt(i);
      if (c >= 'a' && c <= 'z' || c >= '0' && c <= '9') {
        bare.append(c);
      }
    }
    String text = bare.toString();
    for (String known : NAMES) {
      // How many tokens a model may use is no secret.
      if (text.contains(known) && !text.endsWith("tokens")) {
        return true;
      }
    }
    return false;
  }
}
