package dev.countersign.cli;

import dev.countersign.ledger.LedgerFiles;
import dev.countersign.verify.ChainFiles;
import dev.countersign.verify.EffectRecords;
import dev.countersign.verify.Given;
import dev.countersign.verify.Progress;
import dev.countersign.verify.Report;
import dev.countersign.verify.ReportText;
import dev.countersign.verify.Verifier;
import java.io.BufferedInputStream;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code verify} (spec 2.6, 6): checks bundles and ledgers offline. */
@Command(
    name = "verify",
    mixinStandardHelpOptions = true,
    description = {
      "Checks a bundle or a ledger offline and says what passing proves and what it does not.",
      "Effect records (*.effects.jsonl) are found beside their chain; \"verify dir/*.jsonl\" works."
    },
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:clean",
      "1:failed: a finding, a call never accounted for, or input that cannot be parsed",
      "2:usage",
      "3:incomplete: nothing wrong, but a call or a node is not finished, or records are not at hand",
      "4:cannot verify: a file, key or anchor that was asked for is missing"
    })
final class VerifyCommand implements Callable<Integer> {

  @Spec private CommandSpec spec;

  @Parameters(
      arity = "0..*",
      paramLabel = "BUNDLE|LEDGER",
      description =
          "Bundles, chain files or ledger directories; standard input when absent or \"-\".")
  private List<String> inputs = new ArrayList<>();

  @Option(names = "--require-anchor", description = "Exit 4 when no anchor could be checked.")
  private boolean requireAnchor;

  @Option(
      names = "--effects",
      paramLabel = "FILE",
      description = "Effect records that do not lie beside their chain.")
  private List<String> effects = new ArrayList<>();

  @Option(
      names = "--second-opinion",
      description = "Canonicalise with another implementation of RFC 8785 too, and compare.")
  private boolean secondOpinion;

  @Option(names = "--format", paramLabel = "text|json", description = "Default: text.")
  private Format format = Format.text;

  @Option(names = "--schema", description = "Prints the JSON Schema of --format json.")
  private boolean schema;

  @Mixin private KeptOptions kept = new KeptOptions();

  private final Console console;
  private final Progress progress = new Progress();
  private final List<Report> reports = new ArrayList<>();

  /** Records of chains that cannot be read; said of the chain, so nothing is to say of them. */
  private final Set<Path> orphaned = new LinkedHashSet<>();

  private int worst = Exit.CLEAN;

  VerifyCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() throws IOException {
    if (schema) {
      return OutputSchema.VERIFY.print(console);
    }
    Given given = kept.given(secondOpinion, progress);
    try (Ticker ticker = new Ticker(console, "verify", progress)) {
      verifyAll(given);
    }
    print();
    return worst;
  }

  private void verifyAll(Given given) {
    List<Path> chains = new ArrayList<>();
    Set<Path> records = new LinkedHashSet<>();
    effects.forEach(file -> records.add(Path.of(file)));
    List<Path> bundles = new ArrayList<>();
    boolean standardInput = inputs.isEmpty();
    for (String input : inputs) {
      if (input.equals("-")) {
        standardInput = true;
      } else {
        sort(Path.of(input), chains, records, bundles);
      }
    }
    records.removeIf(file -> orphaned.contains(file.toAbsolutePath().normalize()));
    int count = bundles.size() + (standardInput ? 1 : 0);
    List<ChainFiles> ledgers = ledgers(chains, count > 0 && chains.isEmpty() ? Set.of() : records);
    count += ledgers.size();
    boolean recordsOfOne = chains.isEmpty() && !records.isEmpty();
    if (given.checkpoints().from() != null && ledgers.size() != count) {
      throw new ParameterException(
          spec.commandLine(), "--from-checkpoint is about a ledger's files, not about a bundle.");
    }
    if (count > 1 && (kept.areOfOneChain() || recordsOfOne)) {
      throw new ParameterException(
          spec.commandLine(),
          "--expected-head, --expected-anchor, --expected-checkpoint, --from-checkpoint, --envelopes"
              + " and records without their chain are about one chain; "
              + count
              + " were named.");
    }
    for (ChainFiles ledger : ledgers) {
      attempt(ledger.segments().get(0).toString(), () -> Verifier.chain(ledger, given));
    }
    for (Path bundle : bundles) {
      attempt(
          bundle.toString(),
          () -> {
            try (InputStream in = Files.newInputStream(bundle)) {
              return bundle(in, bundle.toString(), withRecords(given, records));
            }
          });
    }
    if (standardInput) {
      attempt("standard input", () -> standardInput(withRecords(given, records)));
    }
  }

  private interface Verification {
    Report run() throws IOException;
  }

  /** One that cannot be read does not keep the others from being verified. */
  private void attempt(String name, Verification verification) {
    try {
      Report report = verification.run();
      reports.add(report);
      worst = worse(worst, report.exit(requireAnchor));
    } catch (IOException unreadable) {
      cannot(name, unreadable);
    }
  }

  private void cannot(String name, IOException unreadable) {
    cannot(name, Unreadable.why(unreadable));
  }

  private void cannot(String name, String why) {
    console.err().println("countersign: " + name + " cannot be verified: " + why);
    worst = worse(worst, Exit.CANNOT);
  }

  /** Spec 6: 1 is worse than 4, 4 than 3, 3 than 0. */
  private static int worse(int a, int b) {
    if (a == Exit.FAILED || b == Exit.FAILED) {
      return Exit.FAILED;
    }
    return Math.max(a, b);
  }

  private void sort(Path path, List<Path> chains, Set<Path> records, List<Path> bundles) {
    String name = path.getFileName() == null ? "" : path.getFileName().toString();
    try {
      if (Files.isDirectory(path)) {
        List<Path> found = ChainFiles.in(path);
        if (found.isEmpty()) {
          cannot(path.toString(), OneChain.NO_CHAIN);
          orphan(path, name);
        }
        for (Path file : found) {
          addReadable(file, chains);
        }
      } else if (LedgerFiles.isEffects(name)) {
        if (!Files.isRegularFile(path)) {
          throw new NoSuchFileException(name);
        }
        records.add(path);
      } else if (InputKind.isChain(path, name)) {
        chains.add(path);
      } else {
        bundles.add(path);
      }
    } catch (IOException unreadable) {
      cannot(path.toString(), unreadable);
      orphan(path, name);
    }
  }

  private void addReadable(Path file, List<Path> chains) {
    try (InputStream in = Files.newInputStream(file)) {
      in.read(); // which a directory does not let one do, though it opens
      chains.add(file);
    } catch (IOException unreadable) {
      cannot(file.toString(), unreadable);
      orphan(file, file.getFileName().toString());
    }
  }

  private void orphan(Path file, String name) {
    if (LedgerFiles.isChain(name)) {
      orphaned.add(LedgerFiles.of(file).effects().normalize());
    }
  }

  private List<ChainFiles> ledgers(List<Path> chains, Set<Path> records) {
    try {
      return chains.isEmpty() && records.isEmpty()
          ? List.of()
          : ChainFiles.of(new ArrayList<>(new LinkedHashSet<>(chains)), List.copyOf(records));
    } catch (IllegalArgumentException unattached) {
      throw new ParameterException(spec.commandLine(), unattached.getMessage() + ".");
    } catch (IOException unreadable) {
      throw new CommandFailure(
          Exit.CANNOT, "a chain file cannot be read: " + Unreadable.why(unreadable));
    }
  }

  private Report standardInput(Given given) throws IOException {
    BufferedInputStream in = new BufferedInputStream(console.in(), InputKind.PEEK);
    in.mark(InputKind.PEEK);
    byte[] beginning = in.readNBytes(InputKind.PEEK);
    in.reset();
    return InputKind.isChain(beginning, false)
        ? Verifier.chain(in, given)
        : bundle(in, "standard input", given);
  }

  private static Report bundle(InputStream in, String name, Given given) throws IOException {
    byte[] json = in.readNBytes((int) InputKind.MAX_BUNDLE + 1);
    if (json.length > InputKind.MAX_BUNDLE) {
      throw new IOException(
          "a bundle is read as a whole, and "
              + name
              + " is larger than the "
              + InputKind.MAX_BUNDLE
              + " bytes that this JVM's heap has room for. Give it more (-Xmx), up to 256 MiB of bundle,"
              + " or verify the chain files, which are streamed");
    }
    try (EffectRecords records = given.effects()) {
      return Verifier.bundle(json, given);
    }
  }

  private static Given withRecords(Given given, Set<Path> records) {
    return records.isEmpty()
        ? given
        : given.withEffects(new EffectRecords(List.copyOf(records), true));
  }

  private void print() throws IOException {
    if (reports.isEmpty()) {
      return; // each input has had its line on standard error
    }
    PrintWriter out =
        new PrintWriter(
            new BufferedWriter(new OutputStreamWriter(console.out(), StandardCharsets.UTF_8)));
    if (format == Format.text) {
      for (int i = 0; i < reports.size(); i++) {
        if (i > 0) {
          out.println();
        }
        new ReportText(reports.get(i), out).print(requireAnchor);
      }
    } else if (reports.size() == 1) {
      reports.get(0).writeJson(out);
    } else {
      Report.writeJson(reports, out);
    }
    out.flush();
  }
}
