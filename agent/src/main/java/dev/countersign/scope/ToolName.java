package dev.countersign.scope;

/**
 * Which names of tools a reader can tell apart: ASCII letters, digits and {@code _ - . : /}, 1 to
 * {@value #LONGEST} characters, as the providers of models have them. Names are compared by their
 * code points, so any other name is another tool; but in a log or a dialogue it may pass for one.
 */
final class ToolName {

  static final int LONGEST = 128;

  /** Whether a call of it is worth a finding. */
  static boolean isConfusable(String name) {
    if (name.isEmpty() || name.length() > LONGEST) {
      return true;
    }
    for (int i = 0; i < name.length(); i++) {
      char c = name.charAt(i);
      boolean plain =
          c >= 'a' && c <= 'z'
              || c >= 'A' && c <= 'Z'
              || c >= '0' && c <= '9'
              || c == '_'
              || c == '-'
              || c == '.'
              || c == ':'
              || c == '/';
      if (!plain) {
        return true;
      }
    }
    return false;
  }

  private ToolName() {}
}
