package com.example.acts.policy;

import com.example.acts.Act;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;

/**
 * An application that calls its tools while somebody changes its policy. Each argument is a step,
 * {@code STEP:ARGUMENT}; what came of it is a line of standard output.
 */
public final class PolicyActs {

  private static final long LIMIT_NANOS = 60_000_000_000L;
  private static final long LOOK_NANOS = 5_000_000L;
  private static final Path OWN_COUNTERS = Path.of("/proc/thread-self/io");

  private static Thread held;
  private static volatile String ending;

  public static void main(String[] steps) throws Exception {
    for (String step : steps) {
      String[] parts = step.split(":", 2);
      String argument = parts.length == 1 ? "" : parts[1];
      System.out.println(step + ": " + perform(parts[0], argument));
    }
  }

  private static String perform(String step, String argument) throws Exception {
    switch (step) {
      case "make":
        return ended(() -> Desk.make(argument));
      case "remake":
        return ended(() -> Desk.remake(argument));
      case "start":
        return ended(() -> start(argument));
      case "hold":
        return hold(argument);
      case "release":
        return release();
      case "together":
        return together(Integer.parseInt(argument));
      case "put":
        return put(argument);
      case "remove":
        Files.delete(Path.of(argument));
        return "ok";
      case "await":
        return await(argument);
      case "calls":
        return systemCalls(Integer.parseInt(argument), PolicyActs::note);
      case "readings":
        return systemCalls(Integer.parseInt(argument), PolicyActs::read);
      case "end":
        Runtime.getRuntime().halt(Integer.parseInt(argument));
        return "no";
      default:
        throw new IllegalArgumentException(step);
    }
  }

  /** Something that can fail. */
  private interface Work {
    void now() throws Exception;
  }

  private static String ended(Work work) {
    try {
      work.now();
      return "ok";
    } catch (Exception thrown) {
      return Act.isRefusal(thrown)
          ? thrown.getMessage().substring(1, thrown.getMessage().indexOf(']'))
          : String.valueOf(thrown);
    }
  }

  /** Outside of any tool. */
  private static void start(String program) throws Exception {
    new ProcessBuilder(program).start().waitFor();
  }

  private static String hold(String name) throws Exception {
    Desk.entered = new CountDownLatch(1);
    Desk.released = new CountDownLatch(1);
    held = new Thread(() -> ending = ended(() -> Desk.makeSlowly(name)));
    held.start();
    Desk.entered.await();
    return "ok";
  }

  private static String release() throws Exception {
    Desk.released.countDown();
    held.join();
    return ending;
  }

  /** Many calls at the same time. */
  private static String together(int count) throws Exception {
    List<Thread> threads = new ArrayList<>();
    List<String> endings = java.util.Collections.synchronizedList(new ArrayList<>());
    CountDownLatch all = new CountDownLatch(1);
    for (int i = 0; i < count; i++) {
      String name = "many-" + i;
      Thread thread =
          new Thread(
              () ->
                  endings.add(
                      ended(
                          () -> {
                            all.await();
                            Desk.make(name);
                          })));
      threads.add(thread);
      thread.start();
    }
    all.countDown();
    for (Thread thread : threads) {
      thread.join();
    }
    return endings.stream().distinct().sorted().toList().toString();
  }

  /** {@code FROM>TO}: a file or directory takes the place of another. */
  private static String put(String places) throws IOException {
    String[] place = places.split(">", 2);
    Path to = Path.of(place[1]);
    if (Files.isDirectory(to)) {
      Files.move(to, Path.of(place[1] + ".old-" + System.nanoTime()));
    }
    Files.move(Path.of(place[0]), to, StandardCopyOption.REPLACE_EXISTING);
    return "ok";
  }

  private static void note() {
    Desk.note("noted");
  }

  private static void read() throws IOException {
    Files.readString(OWN_COUNTERS);
  }

  /**
   * What the kernel counts of this thread while it does something so many times: its system calls
   * that read, and those that write, whatever they read or write.
   */
  private static String systemCalls(int times, Work work) throws Exception {
    long[] first = counters();
    long[] second = counters();
    for (int i = 0; i < times; i++) {
      work.now();
    }
    long[] third = counters();
    return "reads="
        + (third[0] - second[0] - (second[0] - first[0]))
        + " writes="
        + (third[1] - second[1] - (second[1] - first[1]));
  }

  private static long[] counters() throws IOException {
    long[] counters = new long[2];
    for (String line : Files.readAllLines(OWN_COUNTERS)) {
      if (line.startsWith("syscr: ")) {
        counters[0] = Long.parseLong(line.substring(7));
      } else if (line.startsWith("syscw: ")) {
        counters[1] = Long.parseLong(line.substring(7));
      }
    }
    return counters;
  }

  /** Until the agent's status or books say this. */
  private static String await(String text) throws IOException {
    long until = System.nanoTime() + LIMIT_NANOS;
    while (System.nanoTime() - until < 0) {
      try (DirectoryStream<Path> files =
          Files.newDirectoryStream(Path.of("..", "ledger"), "*.{json,jsonl}")) {
        for (Path file : files) {
          if (Files.readString(file).contains(text)) {
            return "ok";
          }
        }
      }
      LockSupport.parkNanos(LOOK_NANOS);
    }
    return "never came";
  }

  private PolicyActs() {}
}
