package dev.countersign.cli;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code approvals}: what waits for a person's approval, and the answers. */
@Command(
    name = "approvals",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    synopsisSubcommandLabel = "(list | answer | serve)",
    description = {
      "Tool calls that wait for a person's approval: what they would change, and the answers. They are",
      "answered outside the JVM that asks, with a key that its user cannot read."
    })
final class ApprovalsCommand implements Runnable {

  @Spec private CommandSpec spec;

  @Override
  public void run() {
    throw new ParameterException(
        spec.commandLine(), "Missing command: one of list, answer or serve.");
  }
}
