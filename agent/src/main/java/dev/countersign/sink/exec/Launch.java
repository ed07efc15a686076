package dev.countersign.sink.exec;

import dev.countersign.canonical.NotCanonicalException;
import dev.countersign.effect.ExecIntent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/**
 * A process start as the kernel gets it: what {@code ProcessImpl} passes to its native method.
 *
 * @param program argv[0], NUL at its end
 * @param arguments the other elements, each with NUL at its end
 * @param count how many other elements
 * @param environment {@code name=value NUL…}; null = inherited
 * @param variables how many variables
 * @param directory NUL at its end; null = inherited
 * @param merge whether standard error goes where standard output goes
 */
record Launch(
    byte[] program,
    byte[] arguments,
    int count,
    byte[] environment,
    int variables,
    byte[] directory,
    boolean merge) {

  /** The same with arrays that nobody else holds. */
  Launch copy() {
    return new Launch(
        copy(program),
        copy(arguments),
        count,
        copy(environment),
        variables,
        copy(directory),
        merge);
  }

  private static byte[] copy(byte[] bytes) {
    return bytes == null ? null : bytes.clone();
  }

  /** JSON pointers of the parts in which {@code actual} is another start; empty = the same. */
  List<String> differences(Launch actual, Environments environments) {
    List<String> paths = new ArrayList<>(0);
    if (!Arrays.equals(program, actual.program)) {
      paths.add("/intent/argv/0");
    }
    if (count != actual.count || !Arrays.equals(arguments, actual.arguments)) {
      argumentDifferences(actual, paths);
    }
    if (!Arrays.equals(directory, actual.directory)) {
      paths.add("/intent/dir");
    }
    boolean sameBlock =
        variables == actual.variables && Arrays.equals(environment, actual.environment);
    if (!sameBlock && !environments.same(environment, actual.environment)) {
      paths.add("/intent/env");
    }
    if (merge != actual.merge) {
      paths.add("/intent/stdio/merge");
    }
    return paths;
  }

  private void argumentDifferences(Launch actual, List<String> paths) {
    List<byte[]> mine = split(arguments);
    List<byte[]> others = split(actual.arguments);
    int before = paths.size();
    for (int i = 0; i < Math.max(mine.size(), others.size()); i++) {
      if (i >= mine.size() || i >= others.size() || !Arrays.equals(mine.get(i), others.get(i))) {
        paths.add("/intent/argv/" + (i + 1));
      }
    }
    if (paths.size() == before) {
      // The same bytes under another count.
      paths.add("/intent/argv");
    }
  }

  private static List<byte[]> split(byte[] block) {
    List<byte[]> parts = new ArrayList<>();
    int from = 0;
    for (int i = 0; block != null && i < block.length; i++) {
      if (block[i] == 0) {
        parts.add(Arrays.copyOfRange(block, from, i));
        from = i + 1;
      }
    }
    return parts;
  }

  /**
   * What these bytes ask for, for a start that was not judged as an argv.
   *
   * @param fds the three file descriptors; -1 = a pipe. A descriptor that this JVM opened for it
   *     has no path here and stands as {@code /proc/self/fd/N}, which no preview names
   * @throws NotCanonicalException when the bytes are no start with a canonical form
   */
  ExecIntent intent(int[] fds, Environments environments) {
    List<String> argv = new ArrayList<>();
    argv.add(text(program));
    for (byte[] argument : split(arguments)) {
      argv.add(Texts.utf8(argument));
    }
    boolean whole = arguments.length == 0 || arguments[arguments.length - 1] == 0;
    if (argv.size() != count + 1 || !whole || fds.length != 3) {
      throw new NotCanonicalException("a process start whose parts do not fit together");
    }
    Environments.Change change =
        environment == null ? Environments.Change.NONE : environments.change(environment);
    return new ExecIntent(
        argv,
        directory == null ? null : text(directory),
        change.set(),
        change.unset(),
        stream(fds[0], 0, "read"),
        stream(fds[1], 1, "write"),
        stream(fds[2], 2, "write"),
        merge);
  }

  private static Object stream(int fd, int inherited, String kind) {
    if (fd == -1) {
      return ExecIntent.PIPE;
    }
    return fd == inherited ? ExecIntent.INHERIT : Map.of(kind, "/proc/self/fd/" + fd);
  }

  private static String text(byte[] terminated) {
    int length = terminated == null ? 0 : terminated.length;
    for (int i = 0; i < length; i++) {
      if (terminated[i] == 0) {
        if (i == length - 1) {
          return Texts.utf8(terminated, 0, i);
        }
        break;
      }
    }
    throw new NotCanonicalException("a text of a process start that does not end where it should");
  }
}
