package dev.countersign.cli;

import dev.countersign.ledger.Checkpoint;
import dev.countersign.ledger.LedgerFiles;
import dev.countersign.verify.AnchorKey;
import dev.countersign.verify.ChainFiles;
import dev.countersign.verify.Chronicle;
import dev.countersign.verify.Given;
import dev.countersign.verify.KeptCheckpoints;
import dev.countersign.verify.Report;
import dev.countersign.verify.SegmentFile;
import dev.countersign.verify.Verifier;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code report} (spec 6): the books as a page for people. */
@Command(
    name = "report",
    mixinStandardHelpOptions = true,
    description = {
      "Verifies a ledger and writes one self-contained HTML page about it: state and coverage,",
      "timeline, tools, refusals, holes, segments, and what passing proves. It loads and runs nothing."
    },
    exitCodeListHeading = "%nExit codes, as of \"verify\":%n",
    exitCodeList = {
      "0:clean",
      "1:failed; the page says why",
      "2:usage",
      "3:incomplete",
      "4:a file or key that was asked for cannot be read, or the page not be written"
    })
final class ReportCommand implements Callable<Integer> {

  @Spec private CommandSpec spec;

  @Parameters(
      arity = "1..*",
      paramLabel = "LEDGER",
      description = "Ledger directories or chain files; each chain becomes a part of the page.")
  private List<Path> inputs;

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FILE",
      description = "The page; standard output when absent.")
  private Path output;

  @Option(
      names = "--checkpoint-key",
      paramLabel = "KEY",
      description = "Checks who signed the checkpoints: ed25519:PUBLIC.pem.")
  private String checkpointKey;

  @Option(
      names = "--from-checkpoint",
      paramLabel = "FILE",
      description = "As of \"verify\": reads the chain from this checkpoint on.")
  private Path fromCheckpoint;

  private final Console console;

  ReportCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() {
    try {
      List<ReportPage.Chain> chains = new ArrayList<>();
      List<ChainFiles> found = chains();
      Given given = Given.nothing().withCheckpoints(checkpoints());
      if (found.size() > 1 && fromCheckpoint != null) {
        throw wrong("--from-checkpoint is about one chain; " + found.size() + " were named.");
      }
      int worst = Exit.CLEAN;
      for (ChainFiles files : found) {
        Chronicle account = new Chronicle();
        Report report = Verifier.chain(files, given, account);
        int exit = report.exit(false);
        worst = exit == Exit.FAILED || worst == Exit.FAILED ? Exit.FAILED : Math.max(worst, exit);
        chains.add(new ReportPage.Chain(report, account, SegmentFile.of(files), exit));
      }
      write(chains);
      return worst;
    } catch (IOException failed) {
      boolean worded = failed.getClass() == IOException.class;
      throw new CommandFailure(
          Exit.CANNOT, "no page was made: " + (worded ? failed.getMessage() : failed));
    }
  }

  private List<ChainFiles> chains() throws IOException {
    List<Path> files = new ArrayList<>();
    for (Path input : inputs) {
      if (Files.isDirectory(input)) {
        files.addAll(ChainFiles.in(input));
      } else {
        files.add(input);
      }
    }
    files.removeIf(file -> LedgerFiles.isEffects(file.getFileName().toString()));
    if (files.isEmpty()) {
      throw new IOException(OneChain.NO_CHAIN);
    }
    return ChainFiles.of(files, List.of());
  }

  private KeptCheckpoints checkpoints() throws IOException {
    if (fromCheckpoint != null && checkpointKey == null) {
      throw wrong("--from-checkpoint needs --checkpoint-key.");
    }
    AnchorKey key;
    try {
      key = checkpointKey == null ? null : AnchorKey.toVerify(checkpointKey);
    } catch (IllegalArgumentException none) {
      throw wrong("--checkpoint-key: " + none.getMessage() + ".");
    }
    if (key != null && !key.isPublicKey()) {
      throw wrong("--checkpoint-key: checkpoints are signed with Ed25519 only.");
    }
    try {
      Checkpoint from = fromCheckpoint == null ? null : KeptCheckpoints.read(fromCheckpoint, key);
      return new KeptCheckpoints(key, from, null);
    } catch (KeptCheckpoints.NotSigned forged) {
      throw new CommandFailure(Exit.FAILED, "--from-checkpoint: " + forged.getMessage());
    }
  }

  private void write(List<ReportPage.Chain> chains) throws IOException {
    String version = Version.text();
    if (output == null) {
      Writer out =
          new BufferedWriter(new OutputStreamWriter(console.out(), StandardCharsets.UTF_8));
      new ReportPage(chains, Instant.now(), version, out).write();
      out.flush();
      return;
    }
    try (Writer out = Files.newBufferedWriter(output)) {
      new ReportPage(chains, Instant.now(), version, out).write();
    }
  }

  private ParameterException wrong(String message) {
    return new ParameterException(spec.commandLine(), message);
  }
}
