package dev.countersign.cli;

import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;
import picocli.CommandLine.Unmatched;

/** A command of spec 6 that this version knows by name only: it says so, whatever follows. */
@Command(mixinStandardHelpOptions = true, description = "Not served by this version.")
final class LaterCommand implements Callable<Integer> {

  /** In the order of spec 6. */
  private static final String[] NAMES = {"validate"};

  @Spec private CommandSpec spec;

  @Unmatched private String[] rest;

  static void addAll(CommandLine root) {
    for (String name : NAMES) {
      root.addSubcommand(name, new LaterCommand());
    }
  }

  @Override
  public Integer call() {
    throw new CommandFailure(
        Exit.USAGE,
        "\""
            + spec.name()
            + "\" is not served by this version. Use a later one, or see \"countersign --help\" for what is here.");
  }
}
