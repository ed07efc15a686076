package dev.countersign.effect.template;

import java.util.Set;

/**
 * Programs that run a text they are given, and the options by which they are given one. For
 * warnings only: it decides nothing.
 */
final class Interpreters {

  private static final Set<String> NAMES =
      Set.of(
          "sh", "bash", "dash", "zsh", "ksh", "fish", "busybox", "pwsh", "python", "perl", "ruby",
          "node", "php", "lua");

  private static final Set<String> TEXT_OPTIONS =
      Set.of("-c", "-e", "-E", "-r", "-lc", "-ec", "--eval", "-Command");

  /**
   * Whether the last segment of a program's path, without a version, is such a program: {@code
   * /usr/bin/python3.12}.
   */
  static boolean name(String program) {
    String name = program.substring(program.lastIndexOf('/') + 1);
    int end = name.length();
    while (end > 0 && (name.charAt(end - 1) == '.' || Character.isDigit(name.charAt(end - 1)))) {
      end--;
    }
    return NAMES.contains(name.substring(0, end));
  }

  /** Whether the element after {@code option} is program text; {@code option} may be null. */
  static boolean takesText(String option) {
    return option != null && TEXT_OPTIONS.contains(option);
  }

  private Interpreters() {}
}
