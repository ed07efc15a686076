package dev.countersign.effect;

import java.util.List;
import java.util.Set;

/**
 * Programs that run a text: one that an option gives them, a file, or what they read from standard
 * input. The last is no part of any request, so which of the three it is decides what {@code
 * exec.stdin: refuse-interpreters} refuses (spec 5.5).
 */
public final class Interpreters {

  private static final Set<String> NAMES =
      Set.of(
          "sh",
          "bash",
          "rbash",
          "dash",
          "ash",
          "zsh",
          "ksh",
          "mksh",
          "csh",
          "tcsh",
          "fish",
          "busybox",
          "pwsh",
          "powershell",
          "python",
          "pypy",
          "perl",
          "ruby",
          "node",
          "nodejs",
          "bun",
          "php",
          "lua",
          "luajit",
          "tclsh",
          "jshell",
          "R",
          "Rscript");

  private static final Set<String> TEXT_OPTIONS =
      Set.of("-c", "-e", "-E", "-r", "-lc", "-ec", "--eval", "-Command");

  /**
   * Whether the last segment of a program's path, without a version, is such a program: {@code
   * /usr/bin/python3.12}.
   */
  public static boolean name(String program) {
    return NAMES.contains(plain(program));
  }

  /** The last segment of a program's path without version and extension. */
  static String plain(String program) {
    String name = program.substring(program.lastIndexOf('/') + 1);
    if (name.endsWith(".exe")) {
      name = name.substring(0, name.length() - ".exe".length());
    }
    int end = name.length();
    while (end > 0 && (name.charAt(end - 1) == '.' || Character.isDigit(name.charAt(end - 1)))) {
      end--;
    }
    return name.substring(0, end);
  }

  /** Whether the element after {@code option} is program text; {@code option} may be null. */
  public static boolean takesText(String option) {
    return option != null && TEXT_OPTIONS.contains(option);
  }

  /**
   * Whether this command reads the program that it runs from standard input: {@code [sh]}, {@code
   * [python3, -]}, {@code [env, bash, -s, x]}, {@code [sudo, -s]}; not {@code [sh, script]} or
   * {@code [sh, -c, text]}, which may read data there. Told from the command alone, as the
   * interpreters read it: options first, then the script. An option that is not known here counts
   * as one without a value.
   *
   * @param argv the program first
   */
  public static boolean readsProgramFromInput(List<String> argv) {
    for (String element : argv) {
      if (plain(element).equals("xargs")) {
        // What it starts gets arguments from the input, and no input.
        return false;
      }
    }
    List<String> command = started(argv);
    String program = command.isEmpty() ? "" : plain(command.get(0));
    return NAMES.contains(program)
        && InterpreterOptions.of(program).readProgramFromInput(command.subList(1, command.size()));
  }

  /**
   * The command that is started in the end, behind all programs that start the one that their
   * arguments name: the end of {@code argv}, {@code [sh, -c, text]} of {@code [timeout, 5, env,
   * A=b, sh, -c, text]}. Where a text is split, or a shell of its own is meant, the command has
   * elements of its own; empty where nothing is started.
   *
   * @param argv the program first
   */
  public static List<String> started(List<String> argv) {
    List<String> command = argv;
    while (!command.isEmpty()) {
      Starter starter = Starter.of(plain(command.get(0)));
      if (starter == null) {
        return command;
      }
      command = starter.started(command.subList(1, command.size()));
    }
    return command;
  }

  private Interpreters() {}
}
