package dev.countersign.effect;

import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * How one kind of interpreter reads its options; see {@link Interpreters#readsProgramFromInput}.
 *
 * @param text letters after which the program is a text, or which need none ({@code -h})
 * @param input letters by which the program is read from standard input, whatever else there is
 * @param value letters that take the rest of their element as a value, or the next one
 * @param attached letters that take the rest of their element
 * @param longText options with two dashes that mean the same as {@code text}
 * @param longInput likewise for {@code input}
 * @param longValue likewise for {@code value}
 */
record InterpreterOptions(
    String text,
    String input,
    String value,
    String attached,
    Set<String> longText,
    Set<String> longInput,
    Set<String> longValue) {

  /** Names of standard input. */
  private static final Set<String> INPUT =
      Set.of("-", "/dev/stdin", "/dev/fd/0", "/proc/self/fd/0");

  private static final Set<String> ABOUT = Set.of("--version", "--help");
  private static final Set<String> NONE = Set.of();

  /** {@code -s} and {@code -o}, {@code +o} are read as a shell reads them. */
  private static final InterpreterOptions SHELL =
      new InterpreterOptions("c", "s", "oO", "", ABOUT, NONE, Set.of("--rcfile", "--init-file"));

  private static final InterpreterOptions FISH =
      new InterpreterOptions(
          "chv",
          "",
          "Cdpo",
          "",
          Set.of("--command", "--version", "--help"),
          NONE,
          Set.of("--init-command"));

  private static final InterpreterOptions PYTHON =
      new InterpreterOptions(
          "cmhV?", "i", "WX", "", ABOUT, NONE, Set.of("--check-hash-based-pycs"));

  private static final InterpreterOptions PERL =
      new InterpreterOptions("eEhvV?", "", "I", "MmFxdi", ABOUT, NONE, NONE);

  private static final InterpreterOptions RUBY =
      new InterpreterOptions(
          "ehv",
          "",
          "CEIrX",
          "FKTWxi",
          Set.of("--version", "--help", "--copyright"),
          NONE,
          Set.of(
              "--enable",
              "--disable",
              "--encoding",
              "--external-encoding",
              "--internal-encoding",
              "--backtrace-limit",
              "--parser"));

  private static final InterpreterOptions NODE =
      new InterpreterOptions(
          "epvh",
          "i",
          "rC",
          "",
          Set.of("--eval", "--print", "--version", "--help", "--run", "--test"),
          Set.of("--interactive"),
          Set.of(
              "--require",
              "--import",
              "--loader",
              "--experimental-loader",
              "--conditions",
              "--env-file",
              "--title"));

  private static final InterpreterOptions PHP =
      new InterpreterOptions(
          "rBRFEShviml",
          "a",
          "cdzt",
          "",
          Set.of("--run", "--version", "--help", "--info", "--server"),
          Set.of("--interactive"),
          Set.of("--php-ini", "--define", "--zend-extension", "--docroot"));

  private static final InterpreterOptions LUA =
      new InterpreterOptions("ev", "i", "lj", "Ob", ABOUT, NONE, NONE);

  /** Its options are words after one dash, in either case. */
  private static final InterpreterOptions POWERSHELL =
      new InterpreterOptions(
          "",
          "",
          "",
          "",
          Set.of("-encodedcommand", "-e", "-ec", "-enc", "-version", "-help", "-h"),
          NONE,
          Set.of(
              "-executionpolicy",
              "-ep",
              "-ex",
              "-workingdirectory",
              "-wd",
              "-inputformat",
              "-outputformat",
              "-windowstyle",
              "-w",
              "-configurationname",
              "-settingsfile",
              "-custompipename"));

  /** Take a text or a file, {@code -} for standard input. */
  private static final Set<String> POWERSHELL_PROGRAM = Set.of("-c", "-command", "-f", "-file");

  private static final InterpreterOptions OTHER =
      new InterpreterOptions("", "", "", "", ABOUT, NONE, NONE);

  /** Goes on with standard input after its files. */
  private static final InterpreterOptions JSHELL =
      new InterpreterOptions("", "", "", "", ABOUT, NONE, NONE);

  /** Those of an interpreter by its plain name. */
  static InterpreterOptions of(String name) {
    return switch (name) {
      case "fish" -> FISH;
      case "python", "pypy" -> PYTHON;
      case "perl" -> PERL;
      case "ruby" -> RUBY;
      case "node", "nodejs" -> NODE;
      case "php" -> PHP;
      case "lua", "luajit" -> LUA;
      case "pwsh", "powershell" -> POWERSHELL;
      case "bun", "tclsh", "R", "Rscript" -> OTHER;
      case "jshell" -> JSHELL;
      default -> SHELL;
    };
  }

  /** Whether, with these arguments, the program comes from standard input. */
  boolean readProgramFromInput(List<String> arguments) {
    int at = 0;
    while (at < arguments.size()) {
      String element = arguments.get(at);
      if (element.equals("--") || (this == SHELL && element.equals("-"))) {
        return isInput(arguments, at + 1);
      }
      if (!isOption(element)) {
        return isInput(arguments, at)
            || this == JSHELL
            || (this == OTHER && !Collections.disjoint(arguments, INPUT));
      }
      Step step =
          this == POWERSHELL
              ? word(element.toLowerCase(Locale.ROOT), arguments, at)
              : element.startsWith("--") ? word(element, arguments, at) : letters(element);
      if (step == Step.ELSEWHERE || step == Step.INPUT) {
        return step == Step.INPUT;
      }
      at += step == Step.OVER_VALUE ? 2 : 1;
    }
    return true;
  }

  /** What an option says about where the program is. */
  private enum Step {
    ON,
    OVER_VALUE,
    ELSEWHERE,
    INPUT
  }

  private boolean isOption(String element) {
    return element.length() > 1
        && (element.charAt(0) == '-' || (this == SHELL && element.charAt(0) == '+'));
  }

  /** Nothing where a script is due means standard input as well. */
  private static boolean isInput(List<String> arguments, int at) {
    return at >= arguments.size() || INPUT.contains(arguments.get(at));
  }

  private Step word(String option, List<String> arguments, int at) {
    int equals = option.indexOf('=');
    String name = equals < 0 ? option : option.substring(0, equals);
    if (this == POWERSHELL && POWERSHELL_PROGRAM.contains(name)) {
      return isInput(arguments, at + 1) ? Step.INPUT : Step.ELSEWHERE;
    }
    if (longText.contains(name)) {
      return Step.ELSEWHERE;
    }
    if (longInput.contains(name)) {
      return Step.INPUT;
    }
    return equals < 0 && longValue.contains(name) ? Step.OVER_VALUE : Step.ON;
  }

  private Step letters(String element) {
    if (this == SHELL && element.charAt(0) == '-' && element.indexOf('c') > 0) {
      // Where it says -s as well, the text is what runs.
      return Step.ELSEWHERE;
    }
    for (int i = 1; i < element.length(); i++) {
      char letter = element.charAt(i);
      if (this != SHELL && text.indexOf(letter) >= 0) {
        return Step.ELSEWHERE;
      }
      if (input.indexOf(letter) >= 0) {
        return Step.INPUT;
      }
      if (value.indexOf(letter) >= 0) {
        // A shell takes the value of -euo from the next element, whatever follows the letter.
        return this == SHELL || i == element.length() - 1 ? Step.OVER_VALUE : Step.ON;
      }
      if (attached.indexOf(letter) >= 0) {
        return Step.ON;
      }
    }
    return Step.ON;
  }
}
