package dev.countersign.config;

import java.util.ArrayList;
import java.util.Comparator;
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
    if (errors.size() < MAX) {
      errors.add(new Problem(file, line, column, path, message));
    }
  }

  void warning(int line, int column, String path, String message) {
    if (warnings.size() < MAX) {
      warnings.add(new Problem(file, line, column, path, message));
    }
  }

  List<Problem> warnings() {
    return List.copyOf(warnings);
  }

  int count() {
    return errors.size();
  }

  void throwIfAny() throws ConfigurationException {
    if (!errors.isEmpty()) {
      errors.sort(Comparator.comparingInt(Problem::line).thenComparingInt(Problem::column));
      throw new ConfigurationException(errors, false);
    }
  }

  /** The file says nothing that could be judged key by key. */
  ConfigurationException fatal(int line, int column, String message) {
    return new ConfigurationException(List.of(new Problem(file, line, column, "", message)), false);
  }

  /** The file cannot be opened or read. */
  ConfigurationException unreadable(String message) {
    return new ConfigurationException(List.of(new Problem(file, 0, 0, "", message)), true);
  }
}
