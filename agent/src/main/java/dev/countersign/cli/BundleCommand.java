package dev.countersign.cli;

import dev.countersign.verify.AnchorKey;
import dev.countersign.verify.BundleWriter;
import dev.countersign.verify.ChainFiles;
import dev.countersign.verify.Progress;
import dev.countersign.verify.Redaction;
import dev.countersign.verify.Witnesses;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
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
      "1:the ledger is empty, does not hang together, or holds what --redact must not let pass",
      "2:usage",
      "4:a file or key cannot be read"
    })
final class BundleCommand implements Callable<Integer> {

  private static final DateTimeFormatter RFC_3339 =
      DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.nnnnnnnnn'Z'", Locale.ROOT)
          .withZone(ZoneOffset.UTC);

  @Spec private CommandSpec spec;

  @Parameters(
      arity = "0..*",
      paramLabel = "LEDGER",
      description = "A ledger directory, or the chain files of one chain (all segments).")
  private List<Path> inputs = new ArrayList<>();

  @Option(
      names = "--key",
      paramLabel = "KEY",
      description = "Signs the anchor: hs256:HEX, hs256:file:PATH, or ed25519:PRIVATE.pem.")
  private String key;

  @Option(names = "--kid", paramLabel = "ID", description = "Names the key; needed with --key.")
  private String kid;

  @Option(
      names = "--redact",
      description =
          "Replaces the free text of tasks by its length and a hash, refuses whatever is not of the"
              + " format, and hashes the chain anew before it is anchored.")
  private boolean redact;

  @Option(
      names = "--context-key",
      paramLabel = "NAME",
      description = "With --redact: a key of an entry's context that may leave.")
  private Set<String> contextKeys = new LinkedHashSet<>();

  @Option(
      names = "--envelopes",
      paramLabel = "FILE",
      description = "Observer envelopes to enclose, one a line.")
  private Path envelopes;

  @Option(names = "--schema", description = "Prints the JSON Schema of a bundle.")
  private boolean schema;

  private final Console console;

  BundleCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() {
    if (schema) {
      return OutputSchema.BUNDLE.print(console);
    }
    if (inputs.isEmpty()) {
      throw wrong("Missing required parameter: 'LEDGER'");
    }
    if (!redact && !contextKeys.isEmpty()) {
      throw wrong("--context-key says what --redact lets pass; without it everything does.");
    }
    if ((key == null) != (kid == null)) {
      throw wrong(
          "--key and --kid belong together: the id tells the reader which key to check with.");
    }
    Progress progress = new Progress();
    try {
      ChainFiles chain = chain();
      AnchorKey signing = key == null ? null : AnchorKey.toSign(key);
      BundleWriter.Options options =
          new BundleWriter.Options(
              signing,
              kid,
              RFC_3339.format(Instant.now()),
              redact ? new Redaction(contextKeys) : null,
              envelopes == null ? List.of() : Witnesses.received(envelopes),
              progress);
      try (Ticker ticker = new Ticker(console, "bundle", progress)) {
        BundleWriter.write(chain, options, console.out());
      }
      return Exit.CLEAN;
    } catch (BundleWriter.Refused refused) {
      throw new CommandFailure(Exit.FAILED, "not bundled: " + refused.getMessage());
    } catch (IllegalArgumentException wrong) {
      throw wrong("--key: " + wrong.getMessage() + ".");
    } catch (IOException unreadable) {
      throw new CommandFailure(Exit.CANNOT, "not bundled: " + Unreadable.why(unreadable));
    }
  }

  private ChainFiles chain() throws IOException {
    ChainFiles chain;
    try {
      chain = OneChain.of(inputs, List.of());
    } catch (IllegalArgumentException several) {
      throw wrong("about a bundle: " + several.getMessage());
    }
    if (chain == null) {
      throw new CommandFailure(Exit.CANNOT, "not bundled: " + OneChain.NO_CHAIN);
    }
    return chain;
  }

  private ParameterException wrong(String message) {
    return new ParameterException(spec.commandLine(), message);
  }
}
