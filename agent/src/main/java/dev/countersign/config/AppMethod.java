package dev.countersign.config;

/**
 * A method of the application that this agent calls ({@code tools[].preview}, {@code preflight};
 * spec 5.2): {@code pkg.Type#name}. It takes the arguments as a {@code java.util.Map}.
 *
 * @param className as {@link Class#getName()} gives it
 * @param methodName of any visibility, static or of the tool's object
 */
public record AppMethod(String className, String methodName) {

  private static final String MAP = "(java.util.Map)";

  /**
   * Reads {@code pkg.Type#name}, with {@code (java.util.Map)} behind it or not.
   *
   * @throws IllegalArgumentException whose message says what is wrong and what would be right
   */
  static AppMethod parse(String text) {
    int hash = text.indexOf('#');
    int open = text.indexOf('(');
    String parameters = open < 0 ? MAP : text.substring(open);
    if (hash < 1 || !parameters.equals(MAP)) {
      throw new IllegalArgumentException(
          "expected Type#method, a method that takes one java.util.Map, like"
              + " com.acme.Refunds#previewRefund");
    }
    MethodPattern pattern =
        MethodPattern.parse(text.substring(0, open < 0 ? text.length() : open) + MAP);
    if (!pattern.isExact()) {
      throw new IllegalArgumentException(
          "name one method of one class, like com.acme.Refunds#previewRefund");
    }
    return new AppMethod(pattern.className(), pattern.methodName());
  }

  /** As written. */
  public String text() {
    return className + '#' + methodName;
  }
}
