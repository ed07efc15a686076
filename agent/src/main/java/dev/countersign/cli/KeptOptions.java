package dev.countersign.cli;

import dev.countersign.canonical.Json;
import dev.countersign.canonical.NotCanonicalException;
import dev.countersign.ledger.Checkpoint;
import dev.countersign.verify.AnchorKey;
import dev.countersign.verify.Given;
import dev.countersign.verify.KeptCheckpoints;
import dev.countersign.verify.Progress;
import dev.countersign.verify.Witnesses;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The options of {@code verify} that name what the reader holds: keys, heads, envelopes. */
final class KeptOptions {

  @Spec(Spec.Target.MIXEE)
  private CommandSpec spec;

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

  /** Whether something of it is about one chain only. */
  boolean areOfOneChain() {
    return expectedHead != null
        || expectedAnchor != null
        || fromCheckpoint != null
        || expectedCheckpoint != null
        || envelopes != null;
  }

  /**
   * Reads what the options name.
   *
   * @throws CommandFailure when something of it cannot be used
   */
  Given given(boolean secondOpinion, Progress progress) {
    return Given.nothing()
        .withKey(anchorKey("--key", key))
        .withExpectedHead(head())
        .withExpectedAnchor(anchor())
        .withSecondOpinion(secondOpinion)
        .withWitnesses(witnesses())
        .withProgress(progress)
        .withCheckpoints(checkpoints());
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
      throw new CommandFailure(Exit.CANNOT, option + ": " + Unreadable.why(unusable));
    }
  }

  private Witnesses witnesses() {
    try {
      return new Witnesses(
          witnessKeys == null ? Map.of() : Witnesses.keys(Path.of(witnessKeys), Instant.now()),
          envelopes == null ? List.of() : Witnesses.received(Path.of(envelopes)));
    } catch (IOException unusable) {
      throw new CommandFailure(
          Exit.CANNOT, "--witness-keys or --envelopes cannot be used: " + Unreadable.why(unusable));
    }
  }

  private AnchorKey anchorKey(String option, String text) {
    try {
      return text == null ? null : AnchorKey.toVerify(text);
    } catch (IllegalArgumentException wrong) {
      throw new ParameterException(spec.commandLine(), option + ": " + wrong.getMessage() + ".");
    } catch (IOException unreadable) {
      throw new CommandFailure(
          Exit.CANNOT, option + " cannot be used: " + Unreadable.why(unreadable));
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
      Map<String, Object> anchor = object(Json.parse(in.readNBytes((int) InputKind.MAX_BUNDLE)));
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
      wrong = Unreadable.why(unreadable);
    }
    throw new CommandFailure(
        Exit.CANNOT, "--expected-anchor " + expectedAnchor + " cannot be used: " + wrong);
  }

  @SuppressWarnings("unchecked")
  private static Map<String, Object> object(Object json) {
    return json instanceof Map ? (Map<String, Object>) json : null;
  }
}
