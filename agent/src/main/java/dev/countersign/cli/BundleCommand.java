package dev.countersign.cli;

import dev.countersign.ledger.LedgerFiles;
import dev.countersign.verify.AnchorKey;
import dev.countersign.verify.BundleWriter;
import dev.countersign.verify.ChainFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code bundle} (spec 2.6, 6): one chain as a document that verifies anywhere. */
@Command(
    name = "bundle",
    mixinStandardHelpOptions = true,
    description = {
      "Writes one chain as a bundle on standard output, with an anchor over its last entry.",
      "The chain is verified first; one that does not hang together is not bundled."
    },
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:written",
      "1:the ledger is empty or does not hang together",
      "2:usage",
      "4:a file or key cannot be read"
    })
final class BundleCommand implements Callable<Integer> {

  private static final DateTimeFormatter RFC_3339 =
      DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.nnnnnnnnn'Z'", Locale.ROOT)
          .withZone(ZoneOffset.UTC);

  /** What is wrong with a directory without a chain, and the likely cause. */
  static final String NO_CHAIN =
      "no chain file (*.jsonl) was found. Is this the ledger's directory?";

  @Spec private CommandSpec spec;

  @Parameters(
      arity = "1..*",
      paramLabel = "LEDGER",
      description = "A ledger directory, or the chain files of one chain (all segments).")
  private List<Path> inputs;

  @Option(
      names = "--key",
      paramLabel = "KEY",
      description = "Signs the anchor: hs256:HEX, hs256:file:PATH, or ed25519:PRIVATE.pem.")
  private String key;

  @Option(names = "--kid", paramLabel = "ID", description = "Names the key; needed with --key.")
  private String kid;

  @Option(names = "--redact", hidden = true)
  private boolean redact;

  private final Console console;

  BundleCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() {
    if (redact) {
      throw wrong(
          "--redact is not served by this version. Bundle without it and hand the bundle only to those who"
              + " may read the tasks in it, or use a later version.");
    }
    if ((key == null) != (kid == null)) {
      throw wrong(
          "--key and --kid belong together: the id tells the reader which key to check with.");
    }
    try {
      ChainFiles chain = chain();
      AnchorKey signing = key == null ? null : AnchorKey.toSign(key);
      BundleWriter.write(chain, signing, kid, RFC_3339.format(Instant.now()), console.out());
      return Exit.CLEAN;
    } catch (BundleWriter.Refused refused) {
      throw new CommandFailure(Exit.FAILED, "not bundled: " + refused.getMessage());
    } catch (IllegalArgumentException wrong) {
      throw wrong("--key: " + wrong.getMessage() + ".");
    } catch (IOException unreadable) {
      throw new CommandFailure(Exit.CANNOT, "not bundled: " + unreadable);
    }
  }

  private ChainFiles chain() throws IOException {
    List<Path> files = new ArrayList<>();
    for (Path input : inputs) {
      if (Files.isDirectory(input)) {
        files.addAll(ChainFiles.in(input));
      } else {
        files.add(input);
      }
    }
    files.removeIf(file -> LedgerFiles.isEffects(file.getFileName().toString()));
    List<ChainFiles> chains = ChainFiles.of(files, List.of());
    if (chains.size() == 1) {
      return chains.get(0);
    }
    if (chains.isEmpty()) {
      throw new CommandFailure(Exit.CANNOT, "not bundled: " + NO_CHAIN);
    }
    StringBuilder names = new StringBuilder();
    for (ChainFiles each : chains) {
      names.append(' ').append(each.segments().get(0).getFileName());
    }
    throw wrong(
        "a bundle holds one chain, and these are "
            + chains.size()
            + ":"
            + names
            + ". Name one of them.");
  }

  private ParameterException wrong(String message) {
    return new ParameterException(spec.commandLine(), message);
  }
}
