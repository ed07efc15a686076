package dev.countersign.cli;

import dev.countersign.canonical.Json;
import dev.countersign.canonical.NotCanonicalException;
import dev.countersign.ledger.Checkpoint;
import dev.countersign.policy.JudgingObjects;
import dev.countersign.verify.AnchorKey;
import dev.countersign.verify.ChainFiles;
import dev.countersign.verify.Given;
import dev.countersign.verify.KeptCheckpoints;
import dev.countersign.verify.LogProof;
import dev.countersign.verify.NoteKey;
import dev.countersign.verify.Policies;
import dev.countersign.verify.Progress;
import dev.countersign.verify.ReceiptBooks;
import dev.countersign.verify.ReceiptReport;
import dev.countersign.verify.ReceiptReports;
import dev.countersign.verify.ReceiptVerifier;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code receipt verify} (spec 3.5): five steps, offline. */
@Command(
    name = "verify",
    mixinStandardHelpOptions = true,
    description = {
      "Checks receipts offline: 1 the chain around the entry, 2 the decision, judged again by the",
      "policy that judged it, 3 the guardrail, compiled again, 4 the signature, 5 the place in the",
      "log. Each step is verified, FAILED, or not checked, with the reason."
    },
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:every step that applies is verified, of every receipt",
      "1:a step failed, or there is no receipt",
      "2:usage",
      "3:nothing failed, but a step was not checked",
      "4:a file or key cannot be read"
    })
final class ReceiptVerifyCommand implements Callable<Integer> {

  private static final int MAX_JSON = 16 << 20;

  @Spec private CommandSpec spec;

  @Parameters(
      arity = "0..1",
      paramLabel = "RECEIPTS",
      description = "What \"receipt export\" wrote; standard input when absent or \"-\".")
  private String input = "-";

  @Option(
      names = "--key",
      paramLabel = "KEY",
      description = "Who signs receipts: ed25519:PUBLIC.pem.")
  private String key;

  @Option(
      names = "--ledger",
      paramLabel = "LEDGER",
      description = {
        "The books: a directory or chain files. They are verified as a whole, and what the receipts",
        "carry of them is not looked at."
      })
  private List<Path> ledger = new ArrayList<>();

  @Option(
      names = "--policies",
      paramLabel = "DIR",
      description = "Judging objects, for receipts that do not carry theirs.")
  private Path policies;

  @Option(
      names = "--checkpoint-key",
      paramLabel = "KEY",
      description = "Who signs checkpoints: ed25519:PUBLIC.pem.")
  private String checkpointKey;

  @Option(
      names = "--expected-checkpoint",
      paramLabel = "FILE",
      description = "A checkpoint that you kept.")
  private Path expected;

  @Option(
      names = "--consistency",
      paramLabel = "PROOF",
      description = {
        "A consistency proof (\"proof consistency --format json\") between the checkpoint that you",
        "kept and the receipts' one."
      })
  private List<Path> consistency = new ArrayList<>();

  @Option(
      names = "--witness",
      paramLabel = "VKEY",
      description = {
        "A witness that cosigns checkpoints, as C2SP writes keys: NAME+ID+KEY. May be repeated."
      })
  private List<String> witnesses = new ArrayList<>();

  @Option(
      names = "--witness-quorum",
      paramLabel = "N",
      description = "How many of them have to; default: all.")
  private Integer quorum;

  @Option(
      names = "--arguments",
      paramLabel = "FILE",
      description = {
        "The arguments of the call, or the intent of the effect, where the one receipt does not",
        "disclose them (JSON). They are checked against its args_hash."
      })
  private Path arguments;

  @Option(
      names = "--actor",
      paramLabel = "FILE",
      description = {
        "The actor's state, where a rule asks for more than the receipt says (JSON: clearance, team,",
        "org_unit, scopes, role). It is checked against member_state_hash."
      })
  private Path actor;

  @Option(
      names = "--approver",
      paramLabel = "KEY",
      description = {
        "Whose approvals count: ed25519:PUBLIC.pem. May be repeated. An approval that nobody answers",
        "for is not checked."
      })
  private List<String> approvers = new ArrayList<>();

  @Option(names = "--details", description = "Shows all steps of every receipt.")
  private boolean details;

  @Option(names = "--format", paramLabel = "text|json", description = "Default: text.")
  private Format format = Format.text;

  @Option(names = "--schema", description = "Prints the JSON Schema of --format json.")
  private boolean schema;

  private final Console console;

  ReceiptVerifyCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() throws IOException {
    if (schema) {
      return OutputSchema.RECEIPTS.print(console);
    }
    Progress progress = new Progress();
    Map<ReceiptReport.Result, Long> counts;
    try (Ticker ticker = new Ticker(console, "receipt verify", progress);
        InputStream in = input.equals("-") ? console.in() : Files.newInputStream(Path.of(input))) {
      ReceiptVerifier verifier = verifier(progress);
      ReceiptReports.Source source = reports -> verifier.verify(in, reports);
      PrintWriter out =
          new PrintWriter(
              new BufferedWriter(new OutputStreamWriter(console.out(), StandardCharsets.UTF_8)));
      counts =
          format == Format.json
              ? ReceiptReports.json(source, out)
              : ReceiptReports.text(source, out, details);
    } catch (IOException unreadable) {
      throw new CommandFailure(Exit.CANNOT, "not verified: " + Unreadable.why(unreadable));
    }
    long all = 0;
    for (long count : counts.values()) {
      all += count;
    }
    return counts.get(ReceiptReport.Result.FAILED) > 0 || all == 0
        ? Exit.FAILED
        : counts.get(ReceiptReport.Result.INCOMPLETE) > 0 ? Exit.INCOMPLETE : Exit.CLEAN;
  }

  private ReceiptVerifier verifier(Progress progress) throws IOException {
    byte[] signer = key == null ? null : Ed25519Files.publicKey("--key", key);
    byte[] log =
        checkpointKey == null ? null : Ed25519Files.publicKey("--checkpoint-key", checkpointKey);
    AnchorKey logKey = log == null ? null : AnchorKey.toVerify(checkpointKey);
    Checkpoint kept = kept(logKey);
    List<NoteKey> cosigners = witnesses();
    if (quorum != null && (quorum < 0 || quorum > cosigners.size())) {
      throw wrong("--witness-quorum: from 0 to the number of witnesses, " + cosigners.size() + ".");
    }
    ReceiptVerifier.Trust trust =
        new ReceiptVerifier.Trust(
            signer,
            log,
            cosigners,
            quorum == null ? cosigners.size() : quorum,
            kept,
            consistency());
    ReceiptBooks books = null;
    Policies found = policies == null ? Policies.NONE : JudgingObjects.at(policies)::find;
    if (!ledger.isEmpty()) {
      List<ChainFiles> chains = Ledgers.of(ledger);
      if (chains.isEmpty()) {
        throw new CommandFailure(Exit.CANNOT, "not verified: " + OneChain.NO_CHAIN);
      }
      books =
          new ReceiptBooks(
              chains,
              Given.nothing()
                  .withProgress(progress)
                  .withCheckpoints(new KeptCheckpoints(logKey, null, null)));
      if (policies == null) {
        found = Ledgers.policies(null, chains.get(0));
      }
    }
    ReceiptVerifier verifier =
        new ReceiptVerifier(
            trust,
            found,
            books,
            new ReceiptVerifier.Supplied(json(arguments), object(actor)),
            progress);
    List<byte[]> keys = new ArrayList<>(approvers.size());
    for (String approver : approvers) {
      keys.add(Ed25519Files.publicKey("--approver", approver));
    }
    verifier.approvers(keys);
    return verifier;
  }

  private Checkpoint kept(AnchorKey signer) {
    try {
      return expected == null ? null : KeptCheckpoints.read(expected, signer);
    } catch (KeptCheckpoints.NotSigned forged) {
      throw new CommandFailure(Exit.FAILED, forged.getMessage());
    } catch (IOException unusable) {
      throw new CommandFailure(
          Exit.CANNOT, "--expected-checkpoint cannot be used: " + Unreadable.why(unusable));
    }
  }

  private List<NoteKey> witnesses() {
    List<NoteKey> keys = new ArrayList<>();
    for (String witness : witnesses) {
      try {
        NoteKey named = NoteKey.parse(witness);
        if (!named.witness()) {
          throw wrong("--witness: " + named.name() + " has the key of a log, not of a witness.");
        }
        for (NoteKey other : keys) {
          if (java.util.Arrays.equals(other.publicKey(), named.publicKey())) {
            throw wrong("--witness: two names for one key would count as two witnesses.");
          }
        }
        keys.add(named);
      } catch (IllegalArgumentException none) {
        throw wrong("--witness: " + none.getMessage() + ".");
      }
    }
    return keys;
  }

  private List<List<byte[]>> consistency() {
    List<List<byte[]>> paths = new ArrayList<>();
    for (Path file : consistency) {
      List<byte[]> path = LogProof.consistencyPath(bytes(file));
      if (path == null) {
        throw new CommandFailure(
            Exit.FAILED,
            "--consistency: " + file + " is no consistency proof as \"proof\" writes it.");
      }
      paths.add(path);
    }
    return paths;
  }

  private Object json(Path file) {
    try {
      return file == null ? null : Json.parse(bytes(file));
    } catch (NotCanonicalException malformed) {
      throw new CommandFailure(
          Exit.FAILED, file + " is not strict JSON: " + malformed.getMessage());
    }
  }

  @SuppressWarnings("unchecked") // the parser makes no other maps
  private Map<String, Object> object(Path file) {
    Object json = json(file);
    if (json != null && !(json instanceof Map)) {
      throw new CommandFailure(Exit.FAILED, file + " holds no JSON object.");
    }
    return (Map<String, Object>) json;
  }

  private static byte[] bytes(Path file) {
    try (InputStream in = Files.newInputStream(file)) {
      return in.readNBytes(MAX_JSON);
    } catch (IOException unreadable) {
      throw new CommandFailure(
          Exit.CANNOT, file + " cannot be read: " + Unreadable.why(unreadable));
    }
  }

  private ParameterException wrong(String message) {
    return new ParameterException(spec.commandLine(), message);
  }
}
