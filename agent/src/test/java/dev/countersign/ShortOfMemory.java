package dev.countersign;

import java.io.File;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Tries something in a heap that is full but for some bytes, then for some bytes more, and so on:
 * each allocation that it makes fails once. That takes a JVM of its own, see {@link #says}.
 */
public final class ShortOfMemory {

  /** Bytes that are free at last. */
  private static final int MOST = 1024;

  /** A {@link Link}, and what the room grows by. */
  private static final int STEP = 16;

  private static Link held;

  private static class Link {
    final Link next;

    Link(Link next) {
      this.next = next;
    }
  }

  private static final class Block extends Link {
    final byte[] bytes;

    Block(Link next, int size) {
      super(next);
      bytes = new byte[size];
    }
  }

  /** What is tried. */
  public interface Attempt {

    /** Where memory is short; may end with an {@code OutOfMemoryError}. */
    void make();

    /**
     * Looks at it where there is memory again, and puts it back.
     *
     * @param failed whether it ended with an {@code OutOfMemoryError}
     * @return what came of it, in a word
     */
    String result(boolean failed);
  }

  /**
   * Runs such a program.
   *
   * @param needed one class of each of our modules and of each library that it needs
   * @return what it printed, line by line
   */
  public static List<String> says(Class<?> program, Class<?>... needed)
      throws IOException, InterruptedException {
    return says(program, List.of(), needed);
  }

  /** The same with arguments. */
  public static List<String> says(Class<?> program, List<String> arguments, Class<?>... needed)
      throws IOException, InterruptedException {
    String path =
        Stream.concat(Stream.of(program), Stream.of(needed))
            .map(ShortOfMemory::origin)
            .distinct()
            .collect(Collectors.joining(File.pathSeparator));
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-XX:-UseTLAB",
                "-Xms16m",
                "-Xmx16m",
                "-cp",
                path,
                program.getName()));
    command.addAll(arguments);
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    process.waitFor();
    return said.lines().toList();
  }

  private static String origin(Class<?> type) {
    try {
      return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI()).toString();
    } catch (URISyntaxException impossible) {
      throw new AssertionError(impossible);
    }
  }

  /** Prints what came of the attempts, in the order in which each came first. */
  public static void tryIn(Attempt attempt) {
    attempt.make(); // whatever is made once is there
    attempt.result(false);
    fill(0); // and whatever can be given up is gone
    held = null;
    Set<String> results = new LinkedHashSet<>();
    for (int room = 0; room <= MOST; room += STEP) {
      fill(room);
      boolean failed = false;
      try {
        attempt.make();
      } catch (OutOfMemoryError meant) {
        failed = true;
      }
      held = null;
      results.add(attempt.result(failed));
    }
    results.forEach(System.out::println);
  }

  private static void fill(int room) {
    for (int size : new int[] {1 << 16, 1 << 8}) {
      try {
        while (true) {
          held = new Block(held, size);
        }
      } catch (OutOfMemoryError full) {
        // but for less than that
      }
    }
    try {
      while (true) {
        held = new Link(held);
      }
    } catch (OutOfMemoryError full) {
      for (int i = 0; i < room; i += STEP) {
        held = held.next;
      }
    }
  }

  private ShortOfMemory() {}
}
