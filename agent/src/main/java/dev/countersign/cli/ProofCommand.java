package dev.countersign.cli;

import dev.countersign.ledger.Checkpoint;
import dev.countersign.verify.AnchorKey;
import dev.countersign.verify.ChainFiles;
import dev.countersign.verify.KeptCheckpoints;
import dev.countersign.verify.LogProof;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;

/** {@code proof} (spec 3.6): what to hand to somebody who holds nothing but a checkpoint. */
@Command(
    name = "proof",
    mixinStandardHelpOptions = true,
    synopsisSubcommandLabel = "(inclusion | consistency | check)",
    description = {
      "Proves to somebody who holds only a checkpoint that an entry is in the chain, or that the chain",
      "went on from what it was; and checks such proofs. RFC 6962 hashing, a leaf is an entry's hash."
    },
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:made, or holds",
      "1:the chain does not hang together or lacks what is asked for, or the proof does not hold",
      "2:usage",
      "4:a file or key cannot be read"
    })
final class ProofCommand implements Runnable {

  private static final String LEDGER =
      "A ledger directory, or the chain files of one chain (all segments).";

  @Spec private CommandSpec spec;

  @Option(
      names = "--format",
      paramLabel = "text|json",
      scope = ScopeType.INHERIT,
      description = "Default: text.")
  private Format format = Format.text;

  private final Console console;

  ProofCommand(Console console) {
    this.console = console;
  }

  @Override
  public void run() {
    throw new ParameterException(
        spec.commandLine(), "Say what is to be proven: inclusion, consistency, or check a proof.");
  }

  @Command(
      name = "inclusion",
      mixinStandardHelpOptions = true,
      description = "Proves that an entry is among the first entries of a chain.")
  int inclusion(
      @Parameters(arity = "1..*", paramLabel = "LEDGER", description = LEDGER) List<Path> inputs,
      @Option(
              names = "--seq",
              required = true,
              paramLabel = "N",
              description = "The entry's number, from 0.")
          long seq,
      @Mixin Until until)
      throws IOException {
    return make(
        inputs, until, (chain, entries, note) -> LogProof.inclusion(chain, seq, entries, note));
  }

  @Command(
      name = "consistency",
      mixinStandardHelpOptions = true,
      description = "Proves that a chain went on from an earlier checkpoint of it.")
  int consistency(
      @Parameters(arity = "1..*", paramLabel = "LEDGER", description = LEDGER) List<Path> inputs,
      @Option(
              names = "--from",
              required = true,
              paramLabel = "FILE|N",
              description = "The earlier checkpoint, or its number of entries.")
          String from,
      @Mixin Until until)
      throws IOException {
    boolean number = from.matches("[0-9]{1,18}");
    Checkpoint earlier = number ? null : checkpoint(Path.of(from), null);
    long older = number ? Long.parseLong(from) : earlier.size();
    return make(
        inputs, until, (chain, entries, note) -> LogProof.consistency(chain, older, entries, note));
  }

  @Command(
      name = "check",
      mixinStandardHelpOptions = true,
      description = "Checks a proof with nothing but a checkpoint or the key that signs them.")
  int check(
      @Parameters(paramLabel = "PROOF", description = "The proof, JSON.") Path proof,
      @Option(
              names = "--checkpoint-key",
              paramLabel = "KEY",
              description = "Who signs checkpoints: ed25519:PUBLIC.pem.")
          String key,
      @Option(
              names = "--expected-checkpoint",
              paramLabel = "FILE",
              description = {
                "The checkpoint that you kept: for an inclusion of the whole tree,",
                "for a consistency the earlier one."
              })
          Path expected)
      throws IOException {
    if (key == null && expected == null) {
      throw wrong(
          "A proof leads to a root hash; say whose: --checkpoint-key, --expected-checkpoint, or both.");
    }
    byte[] document;
    try (InputStream in = Files.newInputStream(proof)) {
      document = in.readNBytes(LogProof.MAX);
    } catch (IOException unreadable) {
      throw new CommandFailure(Exit.CANNOT, proof + " cannot be read: " + unreadable);
    }
    AnchorKey signer = key(key);
    Checkpoint kept = expected == null ? null : checkpoint(expected, signer);
    String fault = LogProof.fault(document, signer, kept);
    // A root that nobody answers for may be of entries that whoever made the proof made up.
    boolean vouched = fault == null && (signer != null || LogProof.isInclusion(document));
    if (format == Format.json) {
      console.out().println("{\"ok\": " + (fault == null) + ", \"root_vouched\": " + vouched + "}");
    } else {
      console.out().println(fault == null ? "The proof holds." : "The proof does NOT hold.");
      if (fault == null && !vouched) {
        console
            .out()
            .println(
                "It begins at your checkpoint, but nobody answers for what came after: the newer"
                    + " root is the proof's own. Give --checkpoint-key as well.");
      }
    }
    if (fault != null) {
      throw new CommandFailure(Exit.FAILED, proof + ": " + fault);
    }
    return Exit.CLEAN;
  }

  /** Of how much of the chain a proof is made. */
  static final class Until {

    @Option(
        names = "--checkpoint",
        paramLabel = "FILE",
        description = "The reader's checkpoint, the later of two: it becomes a part of the proof.")
    private Path checkpoint;

    @Option(
        names = "--size",
        paramLabel = "N",
        description = "Of how many entries; default: all that are there.")
    private Long size;
  }

  private interface Maker {
    LogProof of(ChainFiles chain, long entries, String note) throws IOException, LogProof.Refused;
  }

  private int make(List<Path> inputs, Until until, Maker maker) throws IOException {
    try {
      ChainFiles chain = OneChain.of(inputs, List.of());
      if (chain == null) {
        throw new CommandFailure(Exit.CANNOT, "nothing is proven: " + OneChain.NO_CHAIN);
      }
      if (until.checkpoint != null && until.size != null) {
        throw wrong("--checkpoint has a size of its own; leave --size out.");
      }
      String note = null;
      long entries;
      if (until.checkpoint != null) {
        entries = checkpoint(until.checkpoint, null).size();
        note = Files.readString(until.checkpoint);
      } else {
        entries = until.size == null ? LogProof.sizeOf(chain) : until.size;
      }
      print(maker.of(chain, entries, note));
      return Exit.CLEAN;
    } catch (LogProof.Refused refused) {
      throw new CommandFailure(Exit.FAILED, "nothing is proven: " + refused.getMessage());
    } catch (IllegalArgumentException several) {
      throw wrong("a proof is about one chain: " + several.getMessage());
    }
  }

  private void print(LogProof proof) throws IOException {
    PrintWriter out =
        new PrintWriter(
            new BufferedWriter(new OutputStreamWriter(console.out(), StandardCharsets.UTF_8)));
    if (format == Format.json) {
      proof.writeJson(out);
    } else {
      for (Map.Entry<String, Object> member : proof.json().entrySet()) {
        switch (member.getKey()) {
          case "entry", "checkpoint" -> {
            // for programs
          }
          case "path" -> {
            out.println("path, from the leaf upwards:");
            ((List<?>) member.getValue()).forEach(step -> out.println("  " + step));
          }
          default -> out.println(member.getKey() + ": " + member.getValue());
        }
      }
      out.println("To hand it on, make it with --format json; \"proof check\" checks it.");
    }
    out.flush();
  }

  /**
   * @param signer null to read it unverified
   */
  private static Checkpoint checkpoint(Path file, AnchorKey signer) {
    try {
      return KeptCheckpoints.read(file, signer);
    } catch (KeptCheckpoints.NotSigned forged) {
      throw new CommandFailure(Exit.FAILED, forged.getMessage());
    } catch (IOException unusable) {
      boolean worded = unusable.getClass() == IOException.class;
      throw new CommandFailure(
          Exit.CANNOT, worded ? unusable.getMessage() : file + " cannot be read: " + unusable);
    }
  }

  private AnchorKey key(String text) {
    try {
      AnchorKey key = text == null ? null : AnchorKey.toVerify(text);
      if (key != null && !key.isPublicKey()) {
        throw wrong("--checkpoint-key: checkpoints are signed with Ed25519 only.");
      }
      return key;
    } catch (IllegalArgumentException none) {
      throw wrong("--checkpoint-key: " + none.getMessage() + ".");
    } catch (IOException unreadable) {
      throw new CommandFailure(
          Exit.CANNOT, "--checkpoint-key cannot be used: " + unreadable.getMessage());
    }
  }

  private ParameterException wrong(String message) {
    return new ParameterException(spec.commandLine(), message);
  }
}
