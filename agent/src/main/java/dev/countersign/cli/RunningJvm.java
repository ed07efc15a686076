package dev.countersign.cli;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.jar.Manifest;

/**
 * What Linux says about a running JVM of the same user: how it was started with the agent, and in
 * which directory (spec 6, {@code doctor --pid}). Nothing is attached to it.
 */
final class RunningJvm {

  private static final String OPTION = "-javaagent:";
  private static final String VARIABLE = "COUNTERSIGN_CONFIG=";
  private static final String AGENT = "dev.countersign.agent.CountersignAgent";

  private final long pid;
  private final Path directory;
  private final List<String> options;
  private final List<String> environment;

  /**
   * @throws CommandFailure when the process does not exist, belongs to somebody else, or the system
   *     does not show it
   */
  RunningJvm(long pid) {
    this.pid = pid;
    Path process = Path.of("/proc", Long.toString(pid));
    try {
      this.directory = process.resolve("cwd").toRealPath();
      this.options = texts(process.resolve("cmdline"));
      this.environment = texts(process.resolve("environ"));
    } catch (IOException unreadable) {
      throw unknown(
          Files.isDirectory(process)
              ? "it cannot be read; it may belong to another user"
              : Files.isDirectory(Path.of("/proc"))
                  ? "there is no such process"
                  : "this system has no /proc");
    }
  }

  /** The file that it was started with: the agent's argument, else {@code COUNTERSIGN_CONFIG}. */
  File configuration() {
    List<String> all = new ArrayList<>(options);
    for (String variable : environment) {
      if (variable.startsWith("JAVA_TOOL_OPTIONS=") || variable.startsWith("JDK_JAVA_OPTIONS=")) {
        all.addAll(List.of(variable.substring(variable.indexOf('=') + 1).trim().split("\\s+")));
      }
    }
    boolean found = false;
    for (String option : all) {
      int end = option.indexOf('=');
      if (option.startsWith(OPTION)
          && isAgent(option.substring(OPTION.length(), end < 0 ? option.length() : end))) {
        found = true;
        if (end > 0 && !option.substring(end + 1).isBlank()) {
          return in(option.substring(end + 1)).toFile();
        }
      }
    }
    for (String variable : environment) {
      if (found && variable.startsWith(VARIABLE) && variable.length() > VARIABLE.length()) {
        return in(variable.substring(VARIABLE.length())).toFile();
      }
    }
    throw unknown(
        found
            ? "neither its agent's argument nor its environment names a file"
            : "its command line attaches no Countersign agent");
  }

  /** A path as that process understands it. */
  Path in(String path) {
    return directory.resolve(path);
  }

  private boolean isAgent(String path) {
    try (JarFile jar = new JarFile(in(path).toFile())) {
      Manifest manifest = jar.getManifest();
      return manifest != null
          && AGENT.equals(
              manifest.getMainAttributes().getValue(new Attributes.Name("Premain-Class")));
    } catch (IOException noJar) {
      return false; // another agent's, or one that is gone: it names no configuration of ours
    }
  }

  private CommandFailure unknown(String why) {
    return new CommandFailure(
        Exit.CANNOT,
        "how process "
            + pid
            + " was configured cannot be found: "
            + why
            + ". Name its configuration: doctor --pid "
            + pid
            + " --config FILE.");
  }

  /** The file's texts, each of which ends in NUL. */
  private static List<String> texts(Path file) throws IOException {
    String all = new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
    return List.of(all.split("\0"));
  }
}
