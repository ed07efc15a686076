package dev.countersign.config;

import java.util.List;

/**
 * A configuration that cannot be used: the agent ends the JVM with exit code 78, the command line
 * with 1 or 4.
 */
public final class ConfigurationException extends Exception {

  private static final long serialVersionUID = 1L;

  private final transient List<Problem> problems;
  private final boolean unreadable;

  ConfigurationException(List<Problem> problems, boolean unreadable) {
    super(problems.get(0).toString());
    this.problems = List.copyOf(problems);
    this.unreadable = unreadable;
  }

  /**
   * Everything that is wrong, in the order of the file; at least one, at most {@value
   * Problems#MAX}.
   */
  public List<Problem> problems() {
    return problems;
  }

  /** Whether the file could not be opened or read at all, as opposed to saying something wrong. */
  public boolean unreadable() {
    return unreadable;
  }
}
