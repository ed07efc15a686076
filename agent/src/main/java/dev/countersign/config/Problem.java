package dev.countersign.config;

/**
 * One thing that is wrong with a configuration, or worth a warning.
 *
 * @param file the path as it was given
 * @param line from 1; 0 where the problem is not at a place in the text (the file cannot be read)
 * @param column from 1, in code points; 0 as above
 * @param path the key path, for example {@code tools[0].effects[0].exec.argvv}; empty for the whole
 *     file
 * @param message what is wrong and the next step, one line
 */
public record Problem(String file, int line, int column, String path, String message) {

  /**
   * {@code file:line:column path: message}, the line that is printed after {@code countersign: }.
   */
  @Override
  public String toString() {
    StringBuilder text = new StringBuilder(file);
    if (line > 0) {
      text.append(':').append(line).append(':').append(column);
    }
    if (!path.isEmpty()) {
      text.append(' ').append(path);
    }
    return text.append(": ").append(message).toString();
  }
}
