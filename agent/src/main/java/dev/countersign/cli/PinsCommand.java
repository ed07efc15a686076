package dev.countersign.cli;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code pins} (spec 6): what models were told about the tools of a machine. */
@Command(
    name = "pins",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    synopsisSubcommandLabel = "(list | diff | accept)",
    description = "Tool definitions as they were at their first use, and those that differ now.")
final class PinsCommand implements Runnable {

  @Spec private CommandSpec spec;

  @Override
  public void run() {
    throw new ParameterException(
        spec.commandLine(), "Missing command: one of list, diff or accept.");
  }
}
