package dev.countersign.cli;

import dev.countersign.config.Configuration;
import dev.countersign.config.ConfigurationException;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import picocli.CommandLine.Option;

/** Which state directory a command is about. */
final class StateOption {

  @Option(
      names = "--state",
      paramLabel = "DIR",
      description = "The directory state.dir, by default the directory state in that of the books.")
  private Path state;

  @Option(
      names = "--config",
      paramLabel = "FILE",
      description = "Or the configuration that names it.")
  private File configuration;

  @Option(
      names = "--pid",
      paramLabel = "N",
      description = "Or a running JVM, whose configuration names it.")
  private Long pid;

  /**
   * The directory, which exists.
   *
   * @throws CommandFailure if none is given, or it is not there
   */
  Path directory() {
    if (state == null && configuration == null && pid == null) {
      throw new CommandFailure(
          Exit.USAGE, "say whose: --state DIR, --config FILE or --pid N of a running JVM.");
    }
    Path directory = state != null ? state : configured();
    if (!Files.isDirectory(directory)) {
      throw new CommandFailure(
          Exit.CANNOT,
          "there is no state directory "
              + directory
              + ". No tool was used under it yet, or the path"
              + " is another one.");
    }
    return directory;
  }

  private Path configured() {
    try {
      if (configuration != null) {
        return Path.of(Configuration.load(configuration).stateDir());
      }
      RunningJvm jvm = new RunningJvm(pid);
      return jvm.in(Configuration.load(jvm.configuration()).stateDir());
    } catch (ConfigurationException wrong) {
      throw new CommandFailure(
          wrong.unreadable() ? Exit.CANNOT : Exit.FAILED,
          wrong.getMessage() + ". Name its state directory: --state DIR.");
    }
  }
}
