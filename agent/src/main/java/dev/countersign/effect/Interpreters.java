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

  /** Programs that start the one that their arguments name. */
  private static final Set<String> STARTERS =
      Set.of(
          "busybox", "env", "nohup", "setsid", "nice", "ionice", "timeout", "stdbuf", "sudo",
          "doas", "time");

  /** Those of their options that take the next element as a value. */
  private static final Set<String> STARTER_VALUES =
      Set.of("-u", "-g", "-C", "-D", "-s", "-k", "-h", "-p", "-T", "-R", "-n", "-c", "-o");

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
   * [python3, -]}, {@code [env, bash, -s, x]}; not {@code [sh, script]} or {@code [sh, -c, text]},
   * which may read data there. Told from the command alone, as the interpreters read it: options
   * first, then the script. An option that is not known here counts as one without a value.
   *
   * @param argv the program first; not empty
   */
  public static boolean readsProgramFromInput(List<String> argv) {
    int at = 0;
    while (at < argv.size() && STARTERS.contains(plain(argv.get(at)))) {
      String split = split(argv, at);
      if (split != null) {
        return name(split);
      }
      at = started(argv, at + 1);
    }
    if (at >= argv.size() || !name(argv.get(at))) {
      return false;
    }
    return InterpreterOptions.of(plain(argv.get(at)))
        .readProgramFromInput(argv.subList(at + 1, argv.size()));
  }

  /** The index of the program that a starter starts; the length of {@code argv} for none. */
  private static int started(List<String> argv, int from) {
    int at = from;
    while (at < argv.size()) {
      String element = argv.get(at);
      if (STARTER_VALUES.contains(element)) {
        at += 2;
      } else if (element.startsWith("-") || element.indexOf('=') > 0 || isAmount(element)) {
        at++;
      } else {
        return at;
      }
    }
    return argv.size();
  }

  /** {@code timeout 1.5m}, {@code nice 5}. */
  private static boolean isAmount(String element) {
    return !element.isEmpty() && Character.isDigit(element.charAt(0));
  }

  /** The program that {@code env -S "sh -s"} starts; null where it splits nothing. */
  private static String split(List<String> argv, int env) {
    if (!plain(argv.get(env)).equals("env")) {
      return null;
    }
    for (int at = env + 1; at < argv.size() && argv.get(at).startsWith("-"); at++) {
      String element = argv.get(at);
      String text = null;
      if (element.startsWith("--split-string=")) {
        text = element.substring("--split-string=".length());
      } else if (element.startsWith("-S") && element.length() > 2) {
        text = element.substring(2);
      } else if (element.equals("-S") || element.equals("--split-string")) {
        text = at + 1 < argv.size() ? argv.get(at + 1) : "";
      }
      if (text != null) {
        String first = text.strip();
        int space = first.indexOf(' ');
        return space < 0 ? first : first.substring(0, space);
      }
    }
    return null;
  }

  private Interpreters() {}
}
