package dev.countersign.policy;

/** Versions like {@code 1.2.3-SNAPSHOT}: numbers count, what follows them does not. */
final class AgentVersion {

  private static final int PARTS = 3;
  private static final int MOST_DIGITS = 9;

  /** Whether a version is below a least one; so is one that has no number. */
  static boolean isBelow(String version, String least) {
    for (int part = 0; part < PARTS; part++) {
      long own = part(version, part);
      long other = part(least, part);
      if (own != other) {
        return own < other;
      }
    }
    return false;
  }

  /**
   * Whether a text is one to three numbers of at most nine digits, and perhaps a hyphen and more.
   */
  static boolean isOne(String version) {
    int hyphen = version.indexOf('-');
    String numbers = hyphen < 0 ? version : version.substring(0, hyphen);
    int at = 0;
    for (int part = 0; part < PARTS; part++) {
      int from = at;
      while (at < numbers.length() && numbers.charAt(at) >= '0' && numbers.charAt(at) <= '9') {
        at++;
      }
      if (at == from || at - from > MOST_DIGITS) {
        return false;
      }
      if (at == numbers.length()) {
        return true;
      }
      if (numbers.charAt(at++) != '.') {
        return false;
      }
    }
    return false;
  }

  private static long part(String version, int index) {
    int at = 0;
    for (int i = 0; i < index; i++) {
      int dot = version.indexOf('.', at);
      if (dot < 0) {
        return 0;
      }
      at = dot + 1;
    }
    long value = 0;
    int digits = 0;
    while (at < version.length()
        && Character.isDigit(version.charAt(at))
        && digits++ < MOST_DIGITS) {
      value = value * 10 + Character.digit(version.charAt(at++), 10);
    }
    return digits == 0 && index == 0 ? -1 : value;
  }

  private AgentVersion() {}
}
