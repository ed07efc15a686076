package dev.countersign.learn;

/** A file of what was learned that cannot be used; the message begins with file and line. */
public final class LearnedException extends Exception {

  private static final long serialVersionUID = 1L;

  LearnedException(String file, long line, String message) {
    super(file + ":" + line + ": " + message);
  }
}
