package dev.countersign.cli;

import dev.countersign.canonical.Json;
import dev.countersign.canonical.NotCanonicalException;
import dev.countersign.config.Configuration;
import dev.countersign.config.ConfigurationException;
import java.io.File;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code doctor}: what is woven on this JVM, what is not, and every hole (spec 6). */
@Command(
    name = "doctor",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    description = {
      "Says what is woven, what is not, and what is not covered.",
      "With --config alone it starts this JDK with the agent on an empty main, in a ledger directory of its own.",
      "With --pid it reads the status file of a running JVM; on Linux the configuration is found by itself."
    })
final class DoctorCommand implements Callable<Integer> {

  private final Console console;

  @Option(names = "--config", paramLabel = "FILE", description = "The agent's configuration.")
  private File config;

  @Option(names = "--pid", paramLabel = "N", description = "The process id of a running JVM.")
  private Long pid;

  @Option(names = "--format", defaultValue = "text", description = "text or json.")
  private Format format;

  DoctorCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() throws IOException {
    if (config == null && pid == null) {
      throw new CommandFailure(Exit.USAGE, "doctor needs --pid N or --config FILE.");
    }
    Map<?, ?> status = status(pid == null ? new TrialRun(configuration(config)).status() : kept());
    console
        .out()
        .println(format == Format.json ? JsonText.of(status) : new DoctorText(status).toString());
    return DoctorText.lost(status) == 0 ? Exit.CLEAN : Exit.FAILED;
  }

  /** The status that the running JVM keeps in its ledger directory. */
  private byte[] kept() throws IOException {
    if (config != null) {
      return newest(Path.of(configuration(config).ledger().dir()));
    }
    RunningJvm jvm = new RunningJvm(pid);
    return newest(jvm.in(configuration(jvm.configuration()).ledger().dir()));
  }

  private static Configuration configuration(File file) {
    try {
      return Configuration.load(file);
    } catch (ConfigurationException wrong) {
      throw new CommandFailure(
          wrong.unreadable() ? Exit.CANNOT : Exit.FAILED,
          wrong.getMessage() + ". Run \"countersign config check\" for all of it.");
    }
  }

  private byte[] newest(Path directory) throws IOException {
    Path newest = null;
    try (DirectoryStream<Path> files =
        Files.newDirectoryStream(directory, "*-" + pid + "-*.status.json")) {
      for (Path file : files) {
        if (newest == null
            || file.getFileName().toString().compareTo(newest.getFileName().toString()) > 0) {
          newest = file;
        }
      }
    } catch (NoSuchFileException absent) {
      throw new CommandFailure(
          Exit.CANNOT, "the ledger directory " + directory + " does not exist.");
    }
    if (newest == null) {
      throw new CommandFailure(
          Exit.CANNOT,
          "no status file of process "
              + pid
              + " in "
              + directory
              + ". Either it runs without the agent, or with another configuration.");
    }
    return Files.readAllBytes(newest);
  }

  private static Map<?, ?> status(byte[] document) {
    try {
      if (Json.parse(document) instanceof Map<?, ?> status
          && status.get("woven") instanceof List<?>) {
        return status;
      }
    } catch (NotCanonicalException broken) {
      throw new CommandFailure(Exit.FAILED, "the status file is damaged: " + broken.getMessage());
    }
    throw new CommandFailure(Exit.FAILED, "the status file is none: it has no list \"woven\".");
  }
}
