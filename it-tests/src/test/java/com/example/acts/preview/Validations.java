package com.example.acts.preview;

import dev.countersign.Change;
import dev.countersign.Countersign;
import dev.countersign.PreflightCheck;
import dev.countersign.PreflightResult;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.StringJoiner;
import java.util.TreeMap;
import java.util.concurrent.locks.LockSupport;
import javax.management.MBeanServer;
import javax.management.ObjectName;

/** An application that asks the agent of its JVM about calls, in every way there is. */
public final class Validations {

  private static final Path BOOKS = Path.of("..", "ledger");

  /** An application that brings the agent's public classes, attached or not. */
  public static void main(String[] arguments) {
    System.out.println("attached: " + Countersign.isAttached());
    try {
      ask("unknown", "wipe", Map.of(), null);
    } catch (IllegalStateException nobody) {
      System.out.println(nobody.getMessage());
    }
  }

  /** Prints what the agent says of a call, on one line. */
  public static PreflightResult ask(
      String label, String tool, Map<String, ?> inputs, Map<String, ?> caller) {
    PreflightResult result = Countersign.validate(tool, inputs, caller);
    StringJoiner line = new StringJoiner(" ");
    line.add(label + ":").add(result.valid() ? "valid" : "invalid");
    for (PreflightCheck check : result.checks()) {
      line.add((check.passed() ? "+" : "-") + check.check());
      line.add(check.error() == null ? "" : check.error().code());
    }
    line.add(result.requiresApproval() ? "approval" : "");
    for (Change change : result.predictedChanges()) {
      line.add("[" + change.action() + " " + change.target() + "]");
    }
    System.out.println(line.toString().replaceAll(" +", " ").strip());
    return result;
  }

  /**
   * Everything that the agent has written, by file, but for what it says of itself at moments of
   * its own: holes that turned up, its status.
   */
  public static Map<String, List<String>> books(Path state) throws IOException {
    Map<String, List<String>> books = new TreeMap<>();
    for (Path directory : new Path[] {BOOKS, state}) {
      try (DirectoryStream<Path> files = Files.newDirectoryStream(directory)) {
        for (Path file : files) {
          String name = file.getFileName().toString();
          if (!name.endsWith(".status.json") && Files.isRegularFile(file)) {
            books.put(name, Files.readAllLines(file));
          }
        }
      }
    }
    Set<String> own = new HashSet<>();
    books.values().forEach(lines -> lines.forEach(line -> actOf(line).ifPresent(own::add)));
    books.values().forEach(lines -> lines.removeIf(line -> own.stream().anyMatch(line::contains)));
    return books;
  }

  /** Which act of the agent's own a record is about. */
  private static Optional<String> actOf(String line) {
    int id = line.indexOf("\"call_id\":\"");
    return line.startsWith("{\"act\":\"agent.") && id > 0
        ? Optional.of(line.substring(id, line.indexOf(',', id)))
        : Optional.empty();
  }

  /** As a JMX client of this JVM does. */
  public static void askByJmx(String tool, String inputs, String caller) throws Exception {
    MBeanServer server = ManagementFactory.getPlatformMBeanServer();
    ObjectName name = new ObjectName("dev.countersign:type=Preflight");
    while (!server.isRegistered(name)) {
      LockSupport.parkNanos(20_000_000);
    }
    String text = String.class.getName();
    Object answer =
        server.invoke(
            name, "validate", new Object[] {tool, inputs, caller}, new String[] {text, text, text});
    System.out.println("jmx: " + answer);
  }

  /** As an operator does, who knows the process; prints what the command prints. */
  public static void askByCommand(Path state, String jar, String... options) throws Exception {
    awaitSocket(state);
    String[] all = {
      Path.of(System.getProperty("java.home"), "bin", "java").toString(),
      "-XX:TieredStopAtLevel=1",
      "-jar",
      jar,
      "validate",
      "--pid",
      Long.toString(ProcessHandle.current().pid())
    };
    String[] command = Arrays.copyOf(all, all.length + options.length);
    System.arraycopy(options, 0, command, all.length, options.length);
    Process process = new ProcessBuilder(command).inheritIO().start();
    System.out.println("exit: " + process.waitFor());
  }

  private static void awaitSocket(Path state) throws IOException {
    String name = ProcessHandle.current().pid() + "-*.sock";
    while (true) {
      if (Files.isDirectory(state)) {
        try (DirectoryStream<Path> sockets = Files.newDirectoryStream(state, name)) {
          if (sockets.iterator().hasNext()) {
            return;
          }
        }
      }
      LockSupport.parkNanos(20_000_000);
    }
  }

  private Validations() {}
}
