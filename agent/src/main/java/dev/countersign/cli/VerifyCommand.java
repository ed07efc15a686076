package dev.countersign.cli;

import dev.countersign.canonical.Json;
import dev.countersign.canonical.NotCanonicalException;
import dev.countersign.ledger.Checkpoint;
import dev.countersign.ledger.LedgerFiles;
import dev.countersign.verify.AnchorKey;
import dev.countersign.verify.ChainFiles;
import dev.countersign.verify.EffectRecords;
import dev.countersign.verify.Given;
import dev.countersign.verify.KeptCheckpoints;
import dev.countersign.verify.Progress;
import dev.countersign.verify.Report;
import dev.countersign.verify.ReportText;
import dev.countersign.verify.Verifier;
import dev.countersign.verify.Witnesses;
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
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
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

  /** A bundle is parsed in one go: about 30 bytes of heap for each byte of a hostile one. */
  private static final long MAX_BUNDLE =
      Math.min(256L << 20, Math.max(4L << 20, Runtime.getRuntime().maxMemory() / 32));

  /** A chain's first line is at most 1 MiB; that much shows whether it is one. */
  private static final int PEEK = (1 << 20) + 1;

  @Spec private CommandSpec spec;

  @Parameters(
      arity = "0..*",
      paramLabel = "BUNDLE|LEDGER",
      description =
          "Bundles, chain files or ledger directories; standard input when absent or \"-\".")
  private List<String> inputs = new ArrayList<>();

  @Option(
      names = "--key",
      paramLabel = "KEY",
      description = "Checks the anchor: hs256:HEX, hs256:file:PATH, or ed25519:PUBLIC.pem.")
  private String key;

  @Option(
      names = "--expected-head",
      paramLabel = "SEQ:HASH",
      description = "The last entry as you noted it yourself.")
  private String expectedHead;

  @Option(
      names = "--expected-anchor",
      paramLabel = "FILE",
      description = "An anchor that you kept yourself (JSON, or a bundle that has one).")
  private String expectedAnchor;

  @Option(names = "--require-anchor", description = "Exit 4 when no anchor could be checked.")
  private boolean requireAnchor;

  @Option(
      names = "--effects",
      paramLabel = "FILE",
      description = "Effect records that do not lie beside their chain.")
  private List<String> effects = new ArrayList<>();

  @Option(
      names = "--witness-keys",
      paramLabel = "FILE",
      description =
          "Whose signatures in observer envelopes count:"
              + " [{\"kid\", \"alg\": \"EdDSA\", \"public_key_hex\", \"not_after\"?}].")
  private String witnessKeys;

  @Option(
      names = "--envelopes",
      paramLabel = "FILE",
      description = "Observer envelopes as you received them, one a line.")
  private String envelopes;

  @Option(
      names = "--checkpoint-key",
      paramLabel = "KEY",
      description = "Checks who signed the checkpoints: ed25519:PUBLIC.pem.")
  private String checkpointKey;

  @Option(
      names = "--expected-checkpoint",
      paramLabel = "FILE",
      description = "A checkpoint that you kept yourself: the chain must go on from it.")
  private String expectedCheckpoint;

  @Option(
      names = "--from-checkpoint",
      paramLabel = "FILE",
      description = {
        "Reads the chain from this checkpoint on and trusts what is before it, which may be archived",
        "elsewhere. Needs --checkpoint-key."
      })
  private String fromCheckpoint;

  @Option(
      names = "--second-opinion",
      description = "Canonicalise with another implementation of RFC 8785 too, and compare.")
  private boolean secondOpinion;

  @Option(names = "--format", paramLabel = "text|json", description = "Default: text.")
  private Format format = Format.text;

  @Option(names = "--schema", description = "Prints the JSON Schema of --format json.")
  private boolean schema;

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
    Given given = given();
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
    if (count > 1
        && (given.expectedHead() != null
            || given.expectedAnchor() != null
            || given.checkpoints().from() != null
            || given.checkpoints().expected() != null
            || envelopes != null
            || recordsOfOne)) {
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
    // Those of the file system carry the reason in their class name only.
    boolean worded = unreadable.getClass() == IOException.class;
    cannot(
        name,
        unreadable instanceof NoSuchFileException
            ? "there is no such file"
            : worded ? unreadable.getMessage() : unreadable.toString());
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
      } else if (isChain(path, name)) {
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

  private static boolean isChain(Path path, String name) throws IOException {
    try (InputStream in = Files.newInputStream(path)) {
      return isChain(in.readNBytes(PEEK), LedgerFiles.isChain(name));
    }
  }

  /**
   * A first line that is an entry makes a chain, one that has entries a bundle; otherwise the name
   * decides.
   */
  private static boolean isChain(byte[] beginning, boolean namedSo) {
    int end = 0;
    while (end < beginning.length && beginning[end] != '\n') {
      end++;
    }
    try {
      Object first = Json.parse(Arrays.copyOf(beginning, end));
      if (first instanceof Map<?, ?> object) {
        return !object.containsKey("entries")
            && (namedSo || object.containsKey("event") || object.containsKey("prev_hash"));
      }
      return namedSo;
    } catch (NotCanonicalException noLine) {
      return namedSo;
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
      throw new CommandFailure(Exit.CANNOT, "a chain file cannot be read: " + unreadable);
    }
  }

  private Report standardInput(Given given) throws IOException {
    BufferedInputStream in = new BufferedInputStream(console.in(), PEEK);
    in.mark(PEEK);
    byte[] beginning = in.readNBytes(PEEK);
    in.reset();
    return isChain(beginning, false)
        ? Verifier.chain(in, given)
        : bundle(in, "standard input", given);
  }

  private static Report bundle(InputStream in, String name, Given given) throws IOException {
    byte[] json = in.readNBytes((int) MAX_BUNDLE + 1);
    if (json.length > MAX_BUNDLE) {
      throw new IOException(
          "a bundle is read as a whole, and "
              + name
              + " is larger than the "
              + MAX_BUNDLE
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

  private Given given() {
    return new Given(
        anchorKey("--key", key),
        head(),
        anchor(),
        null,
        secondOpinion,
        witnesses(),
        progress,
        checkpoints());
  }

  private KeptCheckpoints checkpoints() {
    AnchorKey signer = anchorKey("--checkpoint-key", checkpointKey);
    if (signer != null && !signer.isPublicKey()) {
      throw new ParameterException(
          spec.commandLine(), "--checkpoint-key: checkpoints are signed with Ed25519 only.");
    }
    if (fromCheckpoint != null && signer == null) {
      throw new ParameterException(
          spec.commandLine(),
          "--from-checkpoint needs --checkpoint-key: what is before it is not read, so it must be"
              + " known who signed it.");
    }
    return new KeptCheckpoints(
        signer,
        checkpoint("--from-checkpoint", fromCheckpoint, signer),
        checkpoint("--expected-checkpoint", expectedCheckpoint, signer));
  }

  private static Checkpoint checkpoint(String option, String file, AnchorKey signer) {
    try {
      return file == null ? null : KeptCheckpoints.read(Path.of(file), signer);
    } catch (KeptCheckpoints.NotSigned forged) {
      throw new CommandFailure(Exit.FAILED, option + ": " + forged.getMessage());
    } catch (IOException unusable) {
      boolean worded = unusable.getClass() == IOException.class;
      throw new CommandFailure(
          Exit.CANNOT, option + ": " + (worded ? unusable.getMessage() : unusable));
    }
  }

  private Witnesses witnesses() {
    try {
      return new Witnesses(
          witnessKeys == null ? Map.of() : Witnesses.keys(Path.of(witnessKeys), Instant.now()),
          envelopes == null ? List.of() : Witnesses.received(Path.of(envelopes)));
    } catch (IOException unusable) {
      throw new CommandFailure(
          Exit.CANNOT,
          (unusable.getClass() == IOException.class ? unusable.getMessage() : unusable)
              + ". It was asked for with --witness-keys or --envelopes");
    }
  }

  private AnchorKey anchorKey(String option, String text) {
    try {
      return text == null ? null : AnchorKey.toVerify(text);
    } catch (IllegalArgumentException wrong) {
      throw new ParameterException(spec.commandLine(), option + ": " + wrong.getMessage() + ".");
    } catch (IOException unreadable) {
      throw new CommandFailure(Exit.CANNOT, option + " cannot be used: " + unreadable.getMessage());
    }
  }

  private Given.Head head() {
    try {
      return expectedHead == null ? null : Given.Head.parse(expectedHead);
    } catch (IllegalArgumentException wrong) {
      throw new ParameterException(
          spec.commandLine(), "--expected-head: " + wrong.getMessage() + ".");
    }
  }

  private Map<String, Object> anchor() {
    if (expectedAnchor == null) {
      return null;
    }
    String wrong;
    try (InputStream in = Files.newInputStream(Path.of(expectedAnchor))) {
      Map<String, Object> anchor = object(Json.parse(in.readNBytes((int) MAX_BUNDLE)));
      if (anchor != null && anchor.containsKey("entries")) {
        anchor = object(anchor.get("anchor"));
      }
      if (anchor != null && anchor.containsKey("head")) {
        return anchor;
      }
      wrong = "it holds no anchor ({v, c14n, chain_id, seq, head, ts})";
    } catch (NotCanonicalException malformed) {
      wrong = "it is not strict JSON: " + malformed.getMessage();
    } catch (IOException unreadable) {
      wrong = "it cannot be read: " + unreadable;
    }
    throw new CommandFailure(
        Exit.CANNOT, "--expected-anchor " + expectedAnchor + " cannot be used: " + wrong);
  }

  @SuppressWarnings("unchecked")
  private static Map<String, Object> object(Object json) {
    return json instanceof Map ? (Map<String, Object>) json : null;
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
