package dev.countersign.cli;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code breakglass} (spec 3.2): exceptions for a while. */
@Command(
    name = "breakglass",
    mixinStandardHelpOptions = true,
    synopsisSubcommandLabel = "(create | inspect)",
    description =
        "Exceptions for a while: signed, short, used once, in every record that they allow.")
final class BreakglassCommand implements Runnable {

  @Spec private CommandSpec spec;

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "Missing command: create or inspect.");
  }
}
