package dev.countersign.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.countersign.canonical.Json;
import dev.countersign.ledger.Adapter;
import dev.countersign.ledger.Allow;
import dev.countersign.ledger.BodyState;
import dev.countersign.ledger.Capture;
import dev.countersign.ledger.Ledger;
import dev.countersign.ledger.LedgerFiles;
import dev.countersign.ledger.LedgerSettings;
import dev.countersign.ledger.Outcome;
import dev.countersign.ledger.Params;
import dev.countersign.ledger.Rotation;
import dev.countersign.ledger.Signing;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a person does with checkpoints: {@code verify} with them, archive, and {@code proof}. */
class CheckpointsCommandTest {

  @TempDir Path temp;
  private Path ledger;
  private String publicKey;
  private String otherKey;
  private final List<Path> segments = new ArrayList<>();

  /** Books of several segments, one call of which ends in a later one than it began in. */
  @BeforeEach
  void writeBooks() throws Exception {
    Path key = temp.resolve("key.pem");
    publicKey = "ed25519:" + keys(key, "public.pem");
    otherKey = "ed25519:" + keys(temp.resolve("other.pem"), "other-public.pem");
    ledger = temp.resolve("ledger");
    Ledger books =
        Ledger.create(
            LedgerSettings.of(ledger.toString(), "shop", "1")
                .withRotation(new Rotation(8192, Duration.ofDays(1)))
                .withSigning(new Signing(7, key.toString(), null, null)));
    String open = books.newCallId();
    books.allow(allow(open));
    for (int i = 0; i < 30; i++) {
      String id = books.newCallId();
      books.allow(allow(id));
      books.outcome(returned(id));
    }
    books.outcome(returned(open));
    books.close();
    try (Stream<Path> files = Files.list(ledger)) {
      files
          .filter(file -> LedgerFiles.isChain(file.getFileName().toString()))
          .sorted(Comparator.comparing(file -> LedgerFiles.of(file).stem()))
          .forEach(segments::add);
    }
    assertThat(segments).hasSizeGreaterThan(4);
  }

  private Path keys(Path privateKey, String publicName) throws Exception {
    KeyPair pair = KeyPairGenerator.getInstance("Ed25519").generateKeyPair();
    Files.writeString(privateKey, pem("PRIVATE", pair.getPrivate().getEncoded()));
    Files.setPosixFilePermissions(privateKey, PosixFilePermissions.fromString("rw-------"));
    return Files.writeString(
        temp.resolve(publicName), pem("PUBLIC", pair.getPublic().getEncoded()));
  }

  private static String pem(String kind, byte[] der) {
    return "-----BEGIN "
        + kind
        + " KEY-----\n"
        + Base64.getMimeEncoder().encodeToString(der)
        + "\n-----END "
        + kind
        + " KEY-----\n";
  }

  private static final Params PARAMS = Params.of(Map.of("amount", 1L));

  private static Allow allow(String id) {
    return new Allow(
        id,
        "tool.pay",
        "pay",
        null,
        null,
        Capture.WRAPPER_SYNC,
        new Adapter("test", "1", "hook"),
        PARAMS,
        false,
        Map.of("verb", "invoke", "verdict", "allow"));
  }

  private static Outcome returned(String id) {
    return new Outcome(id, BodyState.RETURNED, 5_000_000, null, PARAMS, Map.of("use", 1L));
  }

  private Path checkpoint(int segment) {
    return LedgerFiles.of(segments.get(segment)).checkpoint();
  }

  private void archive(int segment) throws IOException {
    Path archive = Files.createDirectories(temp.resolve("archive"));
    LedgerFiles files = LedgerFiles.of(segments.get(segment));
    for (Path file : List.of(files.chain(), files.effects())) {
      Files.move(file, archive.resolve(file.getFileName()));
    }
  }

  @SuppressWarnings("unchecked")
  private Map<String, Object> json(String... more) {
    List<String> arguments = new ArrayList<>(List.of("verify", "--format", "json"));
    arguments.addAll(List.of(more));
    arguments.add(ledger.toString());
    return (Map<String, Object>) Json.parse(Ran.with(arguments.toArray(new String[0])).out());
  }

  @Test
  void checkpointsBesideTheChainAreComparedWithIt() {
    Ran ran = Ran.with("verify", "--checkpoint-key", publicKey, ledger.toString());
    assertThat(ran.exit()).isZero();
    assertThat(ran.out()).contains("checkpoints     verified").contains("signed by your key");
    assertThat(json()).containsEntry("checkpoints", "not checked").containsEntry("ok", true);
    assertThat(json("--checkpoint-key", publicKey)).containsEntry("checkpoints", "verified");

    Ran other = Ran.with("verify", "--checkpoint-key", otherKey, ledger.toString());
    assertThat(other.exit()).isEqualTo(1);
    assertThat(other.out()).contains("invalid_checkpoint: ").contains("is not signed by the key");
  }

  /** Whole entries cut off at the end leave a chain that hangs together; only this sees it. */
  @Test
  void aCutEndIsSeenByTheCheckpoint() throws IOException {
    Path last = segments.get(segments.size() - 1);
    List<String> lines = Files.readAllLines(last);
    Files.write(last, lines.subList(0, lines.size() - 1));
    Path note = checkpoint(segments.size() - 1);
    Ran ran = Ran.with("verify", ledger.toString());
    assertThat(ran.exit()).isEqualTo(1);
    assertThat(ran.out()).contains("checkpoint_mismatch: ").contains("the end was cut off");

    Files.delete(note);
    assertThat(Ran.with("verify", ledger.toString()).exit()).isEqualTo(3);
    assertThat(Ran.with("verify", "--checkpoint-key", publicKey, ledger.toString()).exit())
        .isEqualTo(3);
  }

  @Test
  void aChainWithoutCheckpointsCannotMeetAKey() throws IOException {
    for (int i = 0; i < segments.size(); i++) {
      Files.delete(checkpoint(i));
    }
    assertThat(Ran.with("verify", ledger.toString()).exit()).isZero();
    assertThat(Ran.with("verify", "--checkpoint-key", publicKey, ledger.toString()).exit())
        .isEqualTo(4);
  }

  @Test
  void archivedSegmentsAreNoTamperingForWhoKeptTheirCheckpoint() throws IOException {
    Path kept = Files.copy(checkpoint(2), temp.resolve("kept"));
    archive(0);
    archive(1);
    archive(2);
    Ran gap = Ran.with("verify", ledger.toString());
    assertThat(gap.exit()).isEqualTo(1);
    assertThat(gap.out()).contains("integrity: seq gap at 0").contains("--from-checkpoint");

    Ran ran =
        Ran.with(
            "verify",
            "--checkpoint-key",
            publicKey,
            "--from-checkpoint",
            kept.toString(),
            ledger.toString());
    assertThat(ran.out() + ran.err()).contains("CLEAN").contains("  archived: entries 0 to ");
    assertThat(ran.exit()).isZero();
    assertThat(ran.out()).contains("1 outcome is of calls that were allowed before");
    Map<String, Object> report =
        json("--checkpoint-key", publicKey, "--from-checkpoint", kept.toString());
    Map<?, ?> resumed = (Map<?, ?>) report.get("resumed_from");
    assertThat(resumed.get("archived_entries")).isEqualTo(resumed.get("size"));
    assertThat(report).containsEntry("effects", "verified").containsEntry("ok", true);
    assertThat((Long) resumed.get("unmeasured_calls")).isPositive();

    // One more is gone than the checkpoint covers: a gap.
    archive(3);
    assertThat(
            Ran.with(
                    "verify",
                    "--checkpoint-key",
                    publicKey,
                    "--from-checkpoint",
                    kept.toString(),
                    ledger.toString())
                .exit())
        .isEqualTo(1);
  }

  /** What is before a trusted checkpoint is not read: even its bytes do not matter. */
  @Test
  void whatIsBeforeATrustedCheckpointIsPassedOver() throws IOException {
    Path kept = Files.copy(checkpoint(2), temp.resolve("kept"));
    Files.writeString(segments.get(0), Files.readString(segments.get(0)).replace("pay", "pax"));
    String[] from = {"--checkpoint-key", publicKey, "--from-checkpoint", kept.toString()};
    assertThat(json(from)).containsEntry("ok", true);
    assertThat(json()).containsEntry("ok", false);

    // Behind it, it does.
    Path later = segments.get(4);
    Files.writeString(later, Files.readString(later).replace("pay", "pax"));
    assertThat(json(from)).containsEntry("ok", false);
  }

  @Test
  void anotherChainOrAnotherKeyIsNotGoneOnFrom() throws Exception {
    Path kept = Files.copy(checkpoint(2), temp.resolve("kept"));
    Ran forged =
        Ran.with(
            "verify",
            "--checkpoint-key",
            otherKey,
            "--from-checkpoint",
            kept.toString(),
            ledger.toString());
    assertThat(forged.exit()).isEqualTo(1);
    assertThat(forged.err()).contains("is not signed by the key that was given");
    Ran keyless = Ran.with("verify", "--from-checkpoint", kept.toString(), ledger.toString());
    assertThat(keyless.exit()).isEqualTo(2);

    Path first = ledger;
    segments.clear();
    temp = Files.createDirectories(temp.resolve("second"));
    String key = publicKey;
    writeBooks();
    assertThat(
            Ran.with(
                    "verify",
                    "--checkpoint-key",
                    key,
                    "--from-checkpoint",
                    kept.toString(),
                    ledger.toString())
                .exit())
        .isEqualTo(1);
    assertThat(
            Ran.with("verify", "--expected-checkpoint", kept.toString(), first.toString()).exit())
        .isZero();
    assertThat(
            Ran.with("verify", "--expected-checkpoint", kept.toString(), ledger.toString()).out())
        .contains("checkpoint_mismatch");
  }

  @Test
  void anEntryIsProvenToWhoHoldsACheckpoint() throws IOException {
    Path last = checkpoint(segments.size() - 1);
    Ran made =
        Ran.with(
            "proof",
            "inclusion",
            "--format",
            "json",
            "--seq",
            "17",
            "--checkpoint",
            last.toString(),
            ledger.toString());
    assertThat(made.exit()).as(made.err()).isZero();
    Path proof = Files.writeString(temp.resolve("proof.json"), made.out());
    assertThat(check(proof, "--checkpoint-key", publicKey)).isZero();
    assertThat(check(proof, "--expected-checkpoint", last.toString())).isZero();
    assertThat(check(proof, "--checkpoint-key", otherKey)).isEqualTo(1);
    assertThat(check(proof, "--expected-checkpoint", checkpoint(1).toString())).isEqualTo(1);
    assertThat(check(proof)).isEqualTo(2);
    String[] both = {"--expected-checkpoint", last.toString(), "--checkpoint-key", publicKey};
    assertThat(check(proof, both)).isZero();
    both[3] = otherKey;
    assertThat(check(proof, both)).as("a kept checkpoint of another signer").isEqualTo(1);
    for (String[] change :
        new String[][] {
          {"\"seq\": 17", "\"seq\": 16"},
          {"\"v\": 2", "\"v\": 1"},
          {"\"tree_size\": ", "\"tree_size\": 1"}
        }) {
      Files.writeString(proof, made.out().replace(change[0], change[1]));
      assertThat(check(proof, "--checkpoint-key", publicKey)).isEqualTo(1);
    }
    Ran text = Ran.with("proof", "inclusion", "--seq", "0", ledger.toString());
    assertThat(text.out()).contains("type: inclusion", "path, from the leaf upwards:");
    assertThat(Ran.with("proof", "inclusion", "--seq", "9999", ledger.toString()).exit())
        .isEqualTo(1);
  }

  @Test
  void aChainIsProvenToGoOnFromACheckpoint() throws IOException {
    Path last = checkpoint(segments.size() - 1);
    Ran made =
        Ran.with(
            "proof",
            "consistency",
            "--format",
            "json",
            "--from",
            checkpoint(1).toString(),
            "--checkpoint",
            last.toString(),
            ledger.toString());
    assertThat(made.exit()).as(made.err()).isZero();
    Path proof = Files.writeString(temp.resolve("proof.json"), made.out());
    assertThat(
            check(
                proof,
                "--checkpoint-key",
                publicKey,
                "--expected-checkpoint",
                checkpoint(1).toString()))
        .isZero();
    assertThat(
            check(
                proof,
                "--checkpoint-key",
                publicKey,
                "--expected-checkpoint",
                checkpoint(0).toString()))
        .isEqualTo(1);
    String check = "proof check " + proof;
    String kept = " --expected-checkpoint " + checkpoint(1);
    String signed = " --checkpoint-key " + publicKey;
    for (String known : new String[] {signed, kept + signed}) {
      Ran vouched = Ran.with((check + known).split(" "));
      assertThat(vouched.out()).contains("The proof holds.").doesNotContain("nobody answers");
      assertThat(Ran.with((check + known + " --format json").split(" ")).out())
          .contains("{\"ok\": true, \"root_vouched\": true}");
    }
    // Only that it begins at what was kept: where it leads to is not known to be anybody's.
    Ran alone = Ran.with((check + kept).split(" "));
    assertThat(alone.exit()).isZero();
    assertThat(alone.out()).contains("nobody answers for what came after");
    assertThat(Ran.with((check + kept + " --format json").split(" ")).out())
        .contains("{\"ok\": true, \"root_vouched\": false}");
    assertThat(Ran.with("proof", "consistency", "--from", "0", ledger.toString()).exit())
        .isEqualTo(1);
    assertThat(Ran.with("proof", ledger.toString()).exit()).isEqualTo(2);
  }

  /** Nothing is proven about a chain that does not hang together. */
  @Test
  void aBrokenChainProvesNothing() throws IOException {
    Files.writeString(segments.get(1), Files.readString(segments.get(1)).replace("pay", "pax"));
    Ran ran = Ran.with("proof", "inclusion", "--seq", "0", ledger.toString());
    assertThat(ran.exit()).isEqualTo(1);
    assertThat(ran.err()).contains("does not hang together");
  }

  private static int check(Path proof, String... more) {
    List<String> arguments = new ArrayList<>(List.of("proof", "check", proof.toString()));
    arguments.addAll(List.of(more));
    return Ran.with(arguments.toArray(new String[0])).exit();
  }
}
