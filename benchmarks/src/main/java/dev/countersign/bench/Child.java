package dev.countersign.bench;

import dev.countersign.it.Jdk;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A JVM that ran to its end.
 *
 * @param millis from its start until its end was seen
 * @param stdout what it printed
 */
record Child(double millis, String stdout) {

  private static final int LIMIT_SECONDS = 300;

  /**
   * Runs one.
   *
   * @param directory what it prints is kept here
   * @param work its working directory
   * @throws IOException when it ends with another code than 0, with what it said
   */
  static Child run(Jdk jdk, Path directory, Path work, List<String> arguments)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.add(jdk.found().resolve("bin").resolve("java").toString());
    command.addAll(arguments);
    File stdout = directory.resolve("stdout").toFile();
    File stderr = directory.resolve("stderr").toFile();
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .directory(work.toFile())
            .redirectOutput(stdout)
            .redirectError(stderr);
    builder.environment().remove("JAVA_TOOL_OPTIONS");
    builder.environment().remove("JDK_JAVA_OPTIONS");
    builder.environment().remove("COUNTERSIGN_CONFIG");
    long began = System.nanoTime();
    Process process = builder.start();
    boolean ended = process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS);
    double millis = (System.nanoTime() - began) / 1e6;
    if (!ended || process.exitValue() != 0) {
      process.destroyForcibly();
      throw new IOException(
          String.join(" ", command)
              + (ended ? " ended with " + process.exitValue() : " did not end")
              + ":\n"
              + Files.readString(stderr.toPath()));
    }
    return new Child(millis, Files.readString(stdout.toPath()));
  }
}
