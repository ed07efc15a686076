package dev.countersign.effect.template;

/**
 * A template or extractor that cannot be read (at start-up: exit code 78), or one that cannot be
 * rendered from the arguments of a call (the call is then refused, spec 5.4). The message never
 * holds a value of the call.
 */
public final class TemplateException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final String path;

  /**
   * @param message what is wrong, and what would be right
   * @param path the place below the template, like {@code argv[3]} or {@code env.set.LANG}; empty =
   *     the template itself
   */
  public TemplateException(String message, String path) {
    super(path.isEmpty() ? message : path + ": " + message);
    this.path = path;
  }

  /** The place below the template, like {@code argv[3]}; empty = the template itself. */
  public String path() {
    return path;
  }
}
