package dev.countersign.cli;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code policy} (spec 3, 6): the rules that judge. */
@Command(
    name = "policy",
    mixinStandardHelpOptions = true,
    synopsisSubcommandLabel = "COMMAND",
    description = "The rules that judge: looks at them, tests them, explains what they say.")
final class PolicyCommand implements Runnable {

  @Spec private CommandSpec spec;

  @Override
  public void run() {
    throw new ParameterException(
        spec.commandLine(),
        "Missing command: one of "
            + String.join(", ", spec.commandLine().getSubcommands().keySet())
            + ".");
  }
}
