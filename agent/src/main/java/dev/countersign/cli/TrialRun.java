package dev.countersign.cli;

import dev.countersign.config.Configuration;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A JVM of this JDK with the agent and nothing to do, to see what it weaves. Its books go to a
 * directory that is removed afterwards: the real ledger is not touched.
 */
final class TrialRun {

  private static final FileAttribute<?> OWNER_ONLY =
      PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));

  private final Configuration known;

  TrialRun(Configuration known) {
    this.known = known;
  }

  /** The status file that the agent left. */
  byte[] status() throws IOException {
    Path jar = ownJar();
    Path directory = Files.createTempDirectory("countersign-doctor-");
    try {
      return run(jar, directory);
    } finally {
      remove(directory);
    }
  }

  private byte[] run(Path jar, Path directory) throws IOException {
    Path ledger = Files.createDirectory(directory.resolve("ledger"), OWNER_ONLY);
    Path config = directory.resolve("config.json");
    // All that decides what is woven is in the judging object; where the books are kept is not.
    Map<String, Object> document = new LinkedHashMap<>(known.judging());
    document.put("ledger", Map.of("dir", ledger.toString()));
    Files.writeString(config, JsonText.of(document));
    Path errors = directory.resolve("errors");
    ProcessBuilder builder =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-javaagent:" + jar + "=" + config,
                "-jar",
                jar.toString(),
                "--version")
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .redirectError(errors.toFile());
    for (String inherited :
        List.of("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "COUNTERSIGN_CONFIG")) {
      builder.environment().remove(inherited);
    }
    int exit = waitFor(builder.start());
    List<Path> found = new ArrayList<>();
    try (DirectoryStream<Path> files = Files.newDirectoryStream(ledger, "*.status.json")) {
      files.forEach(found::add);
    }
    if (exit != 0 || found.size() != 1) {
      throw new CommandFailure(
          Exit.FAILED,
          "the JVM did not start with the agent (exit "
              + exit
              + "):\n"
              + Files.readString(errors, StandardCharsets.UTF_8).strip());
    }
    return Files.readAllBytes(found.get(0));
  }

  private static int waitFor(Process process) {
    try {
      return process.waitFor();
    } catch (InterruptedException stopped) {
      process.destroyForcibly();
      throw new CommandFailure(Exit.CANNOT, "interrupted while the trial JVM ran.");
    }
  }

  private static Path ownJar() {
    Path jar = Path.of(System.getProperty("java.class.path"));
    if (!Files.isRegularFile(jar)) {
      throw new CommandFailure(
          Exit.CANNOT,
          "doctor needs the agent's jar: run it with java -jar countersign-agent.jar doctor.");
    }
    return jar.toAbsolutePath();
  }

  private static void remove(Path directory) throws IOException {
    try (DirectoryStream<Path> files = Files.newDirectoryStream(directory)) {
      for (Path file : files) {
        if (Files.isDirectory(file, LinkOption.NOFOLLOW_LINKS)) {
          remove(file);
        } else {
          Files.delete(file);
        }
      }
    }
    Files.delete(directory);
  }
}
