package dev.countersign.cli;

import dev.countersign.receipt.ReceiptSigner;
import dev.countersign.verify.ChainFiles;
import dev.countersign.verify.Progress;
import dev.countersign.verify.ReceiptExport;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code receipt export} (spec 3.4). */
@Command(
    name = "export",
    mixinStandardHelpOptions = true,
    description = {
      "Writes receipts on standard output, one signed DSSE envelope a line (JSON Lines): of every",
      "tool call, process start, request and hand-off that was judged, refused ones included."
    },
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:written",
      "1:the chain does not hang together, or does not hold the call",
      "2:usage",
      "3:written, but for effects whose records are not at hand",
      "4:a file or key cannot be read"
    })
final class ReceiptExportCommand implements Callable<Integer> {

  @Spec private CommandSpec spec;

  @Parameters(
      arity = "1..*",
      paramLabel = "LEDGER",
      description = "Ledger directories or chain files.")
  private List<Path> inputs = new ArrayList<>();

  @Option(
      names = "--key",
      required = true,
      paramLabel = "KEY",
      description = "The agent's key, receipts.key: ed25519:PRIVATE.pem.")
  private String key;

  @Option(names = "--call", paramLabel = "ID", description = "Only the receipt of this call.")
  private String call;

  @Option(
      names = "--from",
      paramLabel = "SEQ",
      description = "Only of entries from this number on, from 0.")
  private long from;

  @Option(names = "--to", paramLabel = "SEQ", description = "Only of entries up to this number.")
  private long to = Long.MAX_VALUE;

  @Option(
      names = "--policies",
      paramLabel = "DIR",
      description = "The judging objects; default: state/policies in the ledger's directory.")
  private Path policies;

  @Option(
      names = "--bare",
      description = {
        "Plain envelopes. By default each carries, beside what is signed, the entries, records and",
        "policy that it is checked with, so that the file is all that a reader needs."
      })
  private boolean bare;

  private final Console console;

  ReceiptExportCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() {
    if (from < 0 || to < from) {
      throw new ParameterException(spec.commandLine(), "--from and --to: a range from 0 upwards.");
    }
    if (call != null && !call.matches("[0-9a-f]{32}")) {
      throw new ParameterException(
          spec.commandLine(), "--call: a call id has 32 lowercase hex digits.");
    }
    ReceiptSigner signer = new ReceiptSigner(Ed25519Files.seed("--key", key));
    Progress progress = new Progress();
    try (Ticker ticker = new Ticker(console, "receipt export", progress)) {
      return export(signer, progress);
    } catch (ReceiptExport.Refused refused) {
      throw new CommandFailure(
          Exit.FAILED, "nothing more is exported: " + refused.getMessage() + ".");
    } catch (IOException unreadable) {
      throw new CommandFailure(Exit.CANNOT, "not exported: " + Unreadable.why(unreadable));
    }
  }

  private int export(ReceiptSigner signer, Progress progress)
      throws IOException, ReceiptExport.Refused {
    List<ChainFiles> chains = Ledgers.of(inputs);
    if (chains.isEmpty()) {
      throw new CommandFailure(Exit.CANNOT, "not exported: " + OneChain.NO_CHAIN);
    }
    OutputStream out = new BufferedOutputStream(console.out(), 1 << 16);
    List<ReceiptExport.Counts> all = new ArrayList<>();
    for (ChainFiles chain : chains) {
      all.add(
          ReceiptExport.write(
              chain,
              new ReceiptExport.Options(
                  signer, call, from, to, !bare, Ledgers.policies(policies, chain), progress),
              out));
    }
    return said(all);
  }

  private int said(List<ReceiptExport.Counts> all) {
    long receipts = 0;
    long unproven = 0;
    long noPolicy = 0;
    long noRecord = 0;
    for (ReceiptExport.Counts counts : all) {
      receipts += counts.receipts();
      unproven += counts.unproven();
      noPolicy += counts.noPolicy();
      noRecord += counts.noRecord();
    }
    if (call != null && receipts == 0) {
      throw new CommandFailure(
          Exit.FAILED, "the books hold no judged effect with the call id " + call + ".");
    }
    say(receipts + " receipts written.");
    if (unproven > 0) {
      say(
          unproven
              + " of them carry no inclusion proof: no checkpoint covers their entry"
              + " (receipts.checkpoint).");
    }
    if (noPolicy > 0 && !bare) {
      say(
          noPolicy
              + " of them carry no policy: their judging object is not at hand. Is --policies the"
              + " policies directory of the agent's state?");
    }
    if (noRecord > 0) {
      say(noRecord + " entries have no receipt: their decision records are not beside the chain.");
      return Exit.INCOMPLETE;
    }
    return Exit.CLEAN;
  }

  private void say(String line) {
    console.err().println("countersign: " + line);
  }
}
