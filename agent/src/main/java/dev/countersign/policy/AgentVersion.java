package dev.countersign.policy;

/** Versions like {@code 1.2.3-SNAPSHOT}: numbers count, what follows them does not. */
final class AgentVersion {

  private static final int PARTS = 3;

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
    while (at < version.length() && Character.isDigit(version.charAt(at)) && digits++ < 9) {
      value = value * 10 + Character.digit(version.charAt(at++), 10);
    }
    return digits == 0 && index == 0 ? -1 : value;
  }

  private AgentVersion() {}
}
