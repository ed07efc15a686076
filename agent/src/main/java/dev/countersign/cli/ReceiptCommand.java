package dev.countersign.cli;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code receipt} (spec 3.4, 3.5): receipts of decisions, made from the books and checked. */
@Command(
    name = "receipt",
    mixinStandardHelpOptions = true,
    synopsisSubcommandLabel = "(export | verify)",
    description = {
      "Receipts of decisions: \"export\" makes them from the books, \"verify\" checks them offline.",
      "A receipt says which policy judged which request, and what fired."
    })
final class ReceiptCommand implements Runnable {

  @Spec private CommandSpec spec;

  @Override
  public void run() {
    throw new ParameterException(
        spec.commandLine(), "Say what is to be done with receipts: export or verify.");
  }
}
