package dev.countersign.effect;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * How one program that starts the one that its arguments name reads its own options: as {@code
 * getopt} does, up to the first element that is none. The same letter takes a value in one of them
 * and none in another: {@code -n} of {@code nice} and {@code -n} of {@code sudo}.
 *
 * @param value letters that take the rest of their element as a value, or the next element
 * @param longValue options with two dashes that take the next element where no {@code =} follows
 * @param shell letters that start a shell where no command follows
 * @param longShell likewise with two dashes
 * @param operands how many elements stand before the command
 * @param assigns whether {@code NAME=value} may stand before the command
 * @param splits whether {@code -S} holds further arguments of the program in one text
 */
record Starter(
    String value,
    Set<String> longValue,
    String shell,
    Set<String> longShell,
    int operands,
    boolean assigns,
    boolean splits) {

  private static final Set<String> NONE = Set.of();
  private static final String SPLIT = "--split-string";

  private static final Starter PLAIN = new Starter("", NONE, "", NONE, 0, false, false);

  /** {@code P}, {@code L} and {@code U} are those of the BSDs. */
  private static final Starter ENV =
      new Starter("uCaPLU", Set.of("--unset", "--chdir", "--argv0"), "", NONE, 0, true, true);

  private static final Starter NICE = valued("n", Set.of("--adjustment"));

  private static final Starter IONICE =
      valued("cnpPu", Set.of("--class", "--classdata", "--pid", "--pgid", "--uid"));

  private static final Starter STDBUF = valued("ioe", Set.of("--input", "--output", "--error"));

  private static final Starter TIME = valued("fo", Set.of("--format", "--output"));

  private static final Starter TIMEOUT =
      new Starter("ks", Set.of("--kill-after", "--signal"), "", NONE, 1, false, false);

  private static final Starter SUDO =
      new Starter(
          "aCcDghpRrTtUu",
          Set.of(
              "--auth-type",
              "--chdir",
              "--chroot",
              "--close-from",
              "--command-timeout",
              "--group",
              "--host",
              "--login-class",
              "--other-user",
              "--prompt",
              "--role",
              "--type",
              "--user"),
          "si",
          Set.of("--shell", "--login"),
          0,
          true,
          false);

  private static final Starter DOAS = new Starter("aCu", NONE, "s", NONE, 0, false, false);

  private static final Starter XARGS =
      valued(
          "adEILnPs",
          Set.of(
              "--arg-file",
              "--delimiter",
              "--max-args",
              "--max-chars",
              "--max-procs",
              "--process-slot-var"));

  /** Behind the new root, the processors, the user. */
  private static final Starter BEHIND_ONE = new Starter("", NONE, "", NONE, 1, false, false);

  private static final Starter CHRT = new Starter("TPD", NONE, "", NONE, 1, false, false);

  private static final Starter TINI = valued("pe", NONE);

  private static final Starter DUMB_INIT = valued("r", Set.of("--rewrite"));

  private static final Starter STRACE = valued("abeEIoOpPsSuUX", NONE);

  private static final Starter UNSHARE =
      valued("RwSG", Set.of("--root", "--wd", "--setuid", "--setgid"));

  private static final Starter NSENTER = valued("tSG", Set.of("--target", "--setuid", "--setgid"));

  private static Starter valued(String value, Set<String> longValue) {
    return new Starter(value, longValue, "", NONE, 0, false, false);
  }

  /** The one of that plain name; null for a program that is none. */
  static Starter of(String name) {
    return switch (name) {
      case "busybox", "nohup", "setsid", "unbuffer" -> PLAIN;
      case "xargs" -> XARGS;
      case "chroot", "taskset", "gosu", "su-exec" -> BEHIND_ONE;
      case "chrt" -> CHRT;
      case "tini" -> TINI;
      case "dumb-init" -> DUMB_INIT;
      case "strace" -> STRACE;
      case "unshare" -> UNSHARE;
      case "nsenter" -> NSENTER;
      case "env" -> ENV;
      case "nice" -> NICE;
      case "ionice" -> IONICE;
      case "stdbuf" -> STDBUF;
      case "time" -> TIME;
      case "timeout" -> TIMEOUT;
      case "sudo" -> SUDO;
      case "doas" -> DOAS;
      default -> null;
    };
  }

  /**
   * The command that is started, the program first; {@code [sh]} for a shell of its own; empty
   * where nothing is started.
   *
   * @param given the arguments
   */
  List<String> started(List<String> given) {
    List<String> arguments = given;
    boolean ownShell = false;
    int at = 0;
    while (at < arguments.size() && arguments.get(at).startsWith("-")) {
      String element = arguments.get(at++);
      if (element.equals("--")) {
        break;
      }
      int split = splits ? textAt(element) : -1;
      if (split >= 0) {
        boolean attached = split < element.length();
        if (!attached && at == arguments.size()) {
          return List.of();
        }
        List<String> further =
            new ArrayList<>(
                SplitString.words(attached ? element.substring(split) : arguments.get(at++)));
        further.addAll(arguments.subList(at, arguments.size()));
        arguments = further;
        at = 0;
        continue;
      }
      ownShell |= startsShell(element);
      if (takesNext(element)) {
        at++;
      }
    }
    while (assigns && at < arguments.size() && arguments.get(at).indexOf('=') > 0) {
      at++;
    }
    at += operands;
    if (at < arguments.size()) {
      return arguments.subList(at, arguments.size());
    }
    return ownShell ? List.of("sh") : List.of();
  }

  /**
   * Where in an option the text to be split begins; its length where that is the next element; -1
   * for another option.
   */
  private int textAt(String element) {
    if (element.startsWith("--")) {
      int equals = element.indexOf('=');
      boolean means = isShortFor(equals < 0 ? element : element.substring(0, equals), SPLIT);
      return !means ? -1 : equals < 0 ? element.length() : equals + 1;
    }
    int letter = letter(element, "S");
    return letter < 0 ? -1 : letter + 1;
  }

  private boolean startsShell(String element) {
    return element.startsWith("--") ? isOneOf(element, longShell) : letter(element, shell) > 0;
  }

  private boolean takesNext(String element) {
    if (element.startsWith("--")) {
      return !longShell.contains(element) && isOneOf(element, longValue);
    }
    return element.length() > 1 && letter(element, value) == element.length() - 1;
  }

  /** The first of those letters that is an option and no part of a value; -1 for none. */
  private int letter(String element, String wanted) {
    for (int i = 1; i < element.length(); i++) {
      if (wanted.indexOf(element.charAt(i)) >= 0) {
        return i;
      }
      if (value.indexOf(element.charAt(i)) >= 0) {
        return -1;
      }
    }
    return -1;
  }

  private static boolean isOneOf(String element, Set<String> options) {
    for (String option : options) {
      if (isShortFor(element, option)) {
        return true;
      }
    }
    return false;
  }

  /** {@code getopt} takes a long option by its beginning as well. */
  private static boolean isShortFor(String element, String option) {
    return element.length() > 2 && option.startsWith(element);
  }
}
