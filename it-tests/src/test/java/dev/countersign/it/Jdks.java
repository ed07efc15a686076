package dev.countersign.it;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.Arguments;

/** Finds the JDKs that every integration test runs on: 17 and 25. */
public final class Jdks {

  private static final List<Jdk> TESTED = List.of(find(17), find(25));

  /**
   * JDK 17 and JDK 25, in this order, found or not ({@link Jdk#home()} decides what a missing one
   * means).
   */
  public static Stream<Jdk> tested() {
    return TESTED.stream();
  }

  /** The JDKs for one line of a library: all of them for the newest, the first for the others. */
  public static <L> Stream<Jdk> of(L line, List<L> lines) {
    return line.equals(lines.get(lines.size() - 1)) ? tested() : tested().limit(1);
  }

  /** The tested JDK of that feature release. */
  public static Jdk jdk(int feature) {
    return tested().filter(jdk -> jdk.feature() == feature).findFirst().orElseThrow();
  }

  /**
   * Rows of a table, each on each JDK: its cells, which blanks separate, then the {@link Jdk}. The
   * last cell may have blanks.
   *
   * @param cells how many each row has
   */
  public static Stream<Arguments> rows(int cells, String... rows) {
    List<Arguments> arguments = new ArrayList<>();
    for (String row : rows) {
      String[] split = row.split(" +", cells);
      if (split.length != cells) {
        throw new IllegalArgumentException(row + " has not " + cells + " cells");
      }
      tested()
          .forEach(
              jdk -> {
                Object[] all = Arrays.copyOf(split, cells + 1, Object[].class);
                all[cells] = jdk;
                arguments.add(Arguments.of(all));
              });
    }
    return arguments.stream();
  }

  /** Which of the rows has that act in its second cell. */
  public static int place(String act, String... rows) {
    for (int i = 0; i < rows.length; i++) {
      if (rows[i].split(" +", 3)[1].equals(act)) {
        return i;
      }
    }
    throw new IllegalArgumentException("no row for " + act);
  }

  private static Jdk find(int feature) {
    for (Path home : candidates()) {
      if (feature == featureOf(home)) {
        return new Jdk(feature, home);
      }
    }
    return new Jdk(feature, null);
  }

  /** Homes that the environment names, then whatever is installed beside them. */
  private static Set<Path> candidates() {
    Set<Path> named = new LinkedHashSet<>();
    add(named, Path.of(System.getProperty("java.home")));
    for (Map.Entry<String, String> variable : System.getenv().entrySet()) {
      if (variable.getKey().startsWith("JAVA_HOME") && !variable.getValue().isBlank()) {
        add(named, Path.of(variable.getValue()));
      }
    }
    for (String directory : System.getenv().getOrDefault("PATH", "").split(":")) {
      Path java = Path.of(directory, "java");
      if (!directory.isEmpty() && Files.isExecutable(java)) {
        add(named, realPath(java).getParent().getParent());
      }
    }
    Set<Path> all = new LinkedHashSet<>(named);
    for (Path home : named) {
      addChildren(all, home.getParent());
    }
    return all;
  }

  private static void addChildren(Set<Path> homes, Path directory) {
    if (directory == null || !Files.isReadable(directory)) {
      return;
    }
    try (DirectoryStream<Path> children = Files.newDirectoryStream(directory)) {
      for (Path child : children) {
        add(homes, child);
      }
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }

  private static void add(Set<Path> homes, Path home) {
    if (home != null
        && Files.isReadable(home.resolve("release"))
        && Files.isExecutable(home.resolve("bin").resolve("java"))) {
      homes.add(realPath(home));
    }
  }

  /** The feature release that the home's {@code release} file states, 0 when it states none. */
  private static int featureOf(Path home) {
    String key = "JAVA_VERSION=\"";
    try {
      for (String line : Files.readAllLines(home.resolve("release"))) {
        if (line.startsWith(key)) {
          return Runtime.Version.parse(line.substring(key.length(), line.length() - 1)).feature();
        }
      }
      return 0;
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }

  private static Path realPath(Path path) {
    try {
      return path.toRealPath();
    } catch (IOException dangling) {
      throw new UncheckedIOException(dangling);
    }
  }

  private Jdks() {}
}
