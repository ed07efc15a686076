package dev.countersign.cli;

import dev.countersign.verify.BooksExport;
import dev.countersign.verify.ChainFiles;
import dev.countersign.verify.Given;
import dev.countersign.verify.Progress;
import dev.countersign.verify.Report;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code export}: books in the words of other tools. */
@Command(
    name = "export",
    mixinStandardHelpOptions = true,
    description = {
      "Writes books on standard output in the words of other tools: ocsf (an event for each judged",
      "effect, JSON Lines), cloudevents (an event for each entry, JSON Lines), sarif (one log of",
      "refusals and findings). The books are verified on the way."
    },
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:written, and the books are clean",
      "1:written, and verifying them found something",
      "2:usage",
      "3:written, and a call or a node is not finished",
      "4:a file cannot be read"
    })
final class ExportCommand implements Callable<Integer> {

  @Parameters(
      arity = "1..*",
      paramLabel = "LEDGER",
      description = "Ledger directories or chain files.")
  private List<Path> inputs = new ArrayList<>();

  @Option(
      names = "--as",
      required = true,
      paramLabel = "FORM",
      description = "One of: ${COMPLETION-CANDIDATES}.")
  private BooksExport.Form form;

  private final Console console;

  ExportCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() {
    Progress progress = new Progress();
    Given given = Given.nothing().withProgress(progress);
    PrintWriter out =
        new PrintWriter(
            new BufferedWriter(new OutputStreamWriter(console.out(), StandardCharsets.UTF_8)));
    try (Ticker ticker = new Ticker(console, "export", progress)) {
      List<ChainFiles> chains = Ledgers.of(inputs);
      if (chains.isEmpty()) {
        throw new CommandFailure(Exit.CANNOT, "not exported: " + OneChain.NO_CHAIN);
      }
      int worst = Exit.CLEAN;
      BooksExport export = BooksExport.to(form, out, Version.text());
      for (ChainFiles chain : chains) {
        Report report = export.chain(chain, given);
        int exit = report.exit(false);
        worst = worst == Exit.FAILED || exit == Exit.FAILED ? Exit.FAILED : Math.max(worst, exit);
      }
      export.end();
      out.flush();
      return worst;
    } catch (IOException unreadable) {
      throw new CommandFailure(Exit.CANNOT, "not exported: " + Unreadable.why(unreadable));
    }
  }
}
