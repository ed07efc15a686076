package dev.countersign.config;

import java.util.ArrayList;
import java.util.List;

/** Collects what is wrong, so that one run tells everything, up to a bound. */
final class Problems {

  /** More than this many lines help nobody. */
  static final int MAX = 50;

  private final String file;
  private final List<Problem> errors = new ArrayList<>();
  private final List<Problem> warnings = new ArrayList<>();

  Problems(String file) {
    this.file = file;
  }

  void error(int line, int column, String path, String message) {
    add(errors, problem(line, column, path, message));
  }

  void warning(int line, int column, String path, String message) {
    add(warnings, problem(line, column, path, message));
  }

  /** Whatever a message quotes from the file, it stays one line that a terminal shows as it is. */
  private Problem problem(int line, int column, String path, String message) {
    return new Problem(file, line, column, Tree.safe(path, 300), Tree.safe(message, 600));
  }

  /**
   * Keeps the order of the file; what stands at one place stays in the order in which it was found.
   */
  private static void add(List<Problem> problems, Problem problem) {
    if (problems.size() == MAX) {
      return;
    }
    int at = problems.size();
    while (at > 0 && after(problems.get(at - 1), problem)) {
      at--;
    }
    problems.add(at, problem);
  }

  private static boolean after(Problem a, Problem b) {
    return a.line() > b.line() || a.line() == b.line() && a.column() > b.column();
  }

  List<Problem> warnings() {
    return List.copyOf(warnings);
  }

  int count() {
    return errors.size();
  }

  void throwIfAny() throws ConfigurationException {
    if (!errors.isEmpty()) {
      throw new ConfigurationException(errors, false);
    }
  }

  /** The file says nothing that could be judged key by key. */
  ConfigurationException fatal(int line, int column, String message) {
    return new ConfigurationException(List.of(problem(line, column, "", message)), false);
  }

  /** The file cannot be opened or read. */
  ConfigurationException unreadable(String message) {
    return new ConfigurationException(List.of(problem(0, 0, "", message)), true);
  }
}
