package dev.countersign.ledger;

/**
 * The name under which a thrown exception stands in the books (spec 2.3): 1 to 128 characters of
 * {@code [A-Za-z0-9_$.]}, never a message.
 */
public final class ErrorCode {

  /** A refusal at the tool's own sink, before the body was entered. */
  public static final String EFFECT_REFUSED = "EffectRefused";

  private static final int MAX = 128;

  /**
   * The simple name of the class; where that is empty (anonymous classes), its binary name after
   * the last dot.
   */
  public static String of(Throwable thrown) {
    Class<?> type = thrown.getClass();
    String simple = type.getSimpleName();
    return clean(
        simple.isEmpty() ? type.getName().substring(type.getName().lastIndexOf('.') + 1) : simple);
  }

  static String clean(String name) {
    if (name.isEmpty()) {
      return "_";
    }
    int length = Math.min(name.length(), MAX);
    StringBuilder out = new StringBuilder(length);
    for (int i = 0; i < length; i++) {
      char c = name.charAt(i);
      boolean allowed =
          c >= 'a' && c <= 'z'
              || c >= 'A' && c <= 'Z'
              || c >= '0' && c <= '9'
              || c == '_'
              || c == '$'
              || c == '.';
      out.append(allowed ? c : '_');
    }
    return out.toString();
  }

  private ErrorCode() {}
}
