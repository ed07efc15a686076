package dev.countersign.it.receipts;

import static org.assertj.core.api.Assertions.assertThat;

import com.example.acts.receipts.ReceiptActs;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.countersign.it.ActTable;
import dev.countersign.it.ActTable.Row;
import dev.countersign.it.AgentRun;
import dev.countersign.it.AgentRunAssert;
import dev.countersign.it.Books;
import dev.countersign.it.Jdk;
import dev.countersign.it.OnEachJdk;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** From real calls to receipts, and from receipts to a verdict (spec 3.4, 3.5). */
class ReceiptsIT {

  private static final String ROWS =
      """
      -  refunds                       ended +refunded        ended +refunded
      -  archives                      ended +made            ended +made
      -  notifies                      ended none             ended none
      -  delegates                     ended +made            ended +made
      -  handsOver                     ended +charged         ended +charged
      -  handsOverLater                ended +charged         ended +charged
      -  handsOverInASubAgent          ended +charged         ended +charged
      P  refundsTooMuch                ended +refunded        CS-POLICY none
      P  startsAShell                  ended +made            CS-POLICY none
      D  startsAnother                 ended +made-elsewhere  NIKA-SEC-011 none
      D  delegatesTooMuch              ended +refunded        CS-POLICY none
      D  handsOverWithoutBeingAllowed  ended +charged         CS-POLICY none
      """;

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final KeyPair RECEIPTS = pair();
  private static final KeyPair CHECKPOINTS = pair();

  private static final ActTable TABLE =
      ActTable.of(
          jdk ->
              AgentRun.on(jdk)
                  .configured(AgentRun.config("receipts.yaml"))
                  .file("receipts.pem", pem("PRIVATE", RECEIPTS.getPrivate().getEncoded()))
                  .file("checkpoints.pem", pem("PRIVATE", CHECKPOINTS.getPrivate().getEncoded())),
          ReceiptActs.class,
          ROWS);

  static Stream<Row> rows() {
    return TABLE.rows();
  }

  @ParameterizedTest
  @MethodSource("rows")
  void comesOutAsInTheTable(Row row) {
    TABLE.shows(row);
  }

  /** Whoever can read the key signs receipts as this agent does. */
  @OnEachJdk
  void aKeyThatOthersMayReadIsNotUsed(Jdk jdk) throws IOException {
    AgentRun run = TABLE.run(jdk);
    Path key =
        Files.writeString(
            run.directory().resolve("lax.pem"), pem("PRIVATE", RECEIPTS.getPrivate().getEncoded()));
    String config = AgentRun.config("receipts.yaml").replace("@work@/receipts.pem", key.toString());
    AgentRun.Builder machine =
        AgentRun.on(jdk)
            .file("checkpoints.pem", pem("PRIVATE", CHECKPOINTS.getPrivate().getEncoded()))
            .configured(config);
    Files.setPosixFilePermissions(key, PosixFilePermissions.fromString("rw-r-----"));
    AgentRun lax = machine.main(ReceiptActs.class);
    Files.setPosixFilePermissions(key, PosixFilePermissions.fromString("r--------"));
    AgentRun own = machine.main(ReceiptActs.class);

    AgentRunAssert.assertThat(lax).notStarted("receipts.key: ");
    assertThat(lax.stderr()).contains("others may use it (rw-r-----). Run: chmod 600 " + key);
    assertThat(own.stderr()).doesNotContain("not starting");

    Files.setPosixFilePermissions(key, PosixFilePermissions.fromString("rw----r--"));
    AgentRun export =
        run.command("receipt", "export", "--key", "ed25519:" + key, run.ledger().toString());
    assertThat(export.exitCode()).isEqualTo(4);
    assertThat(export.stderr()).contains("others may use it");
    assertThat(export.stdout()).isEmpty();
  }

  @OnEachJdk
  void everyDecisionHasAReceiptThatVerifies(Jdk jdk) throws IOException {
    AgentRun run = TABLE.run(jdk);
    Path directory = run.directory();
    Path receiptKey = write(directory, "receipts.pub", RECEIPTS.getPublic().getEncoded());
    Path checkpointKey = write(directory, "checkpoints.pub", CHECKPOINTS.getPublic().getEncoded());
    AgentRun export =
        run.command(
            "receipt",
            "export",
            "--key",
            "ed25519:"
                + Files.setPosixFilePermissions(
                    Files.writeString(
                        directory.resolve("receipts.pem"),
                        pem("PRIVATE", RECEIPTS.getPrivate().getEncoded())),
                    PosixFilePermissions.fromString("rw-------")),
            run.ledger().toString());
    assertThat(export.exitCode()).as(export.stderr()).isZero();
    Path receipts = Files.writeString(directory.resolve("receipts.jsonl"), export.stdout());

    List<String> types = new ArrayList<>();
    List<String> targets = new ArrayList<>();
    for (String line : export.stdout().split("\n")) {
      JsonNode predicate = predicate(line);
      types.add(predicate.at("/action/type").asText());
      targets.add(
          predicate.path("verdict").asText() + ' ' + predicate.at("/action/target").asText());
    }
    assertThat(types).hasSize(owed(run)).contains("tool_call", "exec", "send", "handoff");
    assertThat(targets)
        .contains(
            "allow refund",
            "deny refund",
            "allow archive",
            "allow touch",
            "deny touch",
            "deny sh",
            "allow researcher",
            "allow billing-agent",
            "deny billing-agent");

    AgentRun alone =
        run.command(
            "receipt",
            "verify",
            receipts.toString(),
            "--key",
            "ed25519:" + receiptKey,
            "--checkpoint-key",
            "ed25519:" + checkpointKey,
            "--details");
    assertThat(alone.exitCode()).as(alone.stdout() + alone.stderr()).isZero();
    assertThat(alone.stdout())
        .contains("judged again: deny by rule refund_ceiling of layer team")
        .contains("judged again: deny by rule no_shell of layer platform")
        .contains("NIKA-SEC-011, and the digests differ");

    AgentRun withBooks =
        run.command(
            "receipt",
            "verify",
            receipts.toString(),
            "--format",
            "json",
            "--key",
            "ed25519:" + receiptKey,
            "--checkpoint-key",
            "ed25519:" + checkpointKey,
            "--ledger",
            run.ledger().toString());
    assertThat(withBooks.exitCode()).as(withBooks.stdout() + withBooks.stderr()).isZero();
    JsonNode report = JSON.readTree(withBooks.stdout());
    assertThat(report.path("ok").asBoolean()).isTrue();
    assertThat(report.at("/counts/verified").asInt()).isEqualTo(types.size());
  }

  @OnEachJdk
  void theStartKeepsWhatJudges(Jdk jdk) {
    AgentRun run = TABLE.run(jdk);
    Books books = Books.of(run);
    String hash =
        books.decisionOf(books.events("deny").get(0)).at("/policy/policy_bundle_hash").asText();
    assertThat(run.ledger().resolve("state/policies/" + hash.substring(7) + ".json")).exists();
  }

  @OnEachJdk
  void aKeyThatIsNoneStartsNothing(Jdk jdk) {
    AgentRun run =
        AgentRun.on(jdk)
            .configured(AgentRun.config("receipts.yaml"))
            .file("receipts.pem", pem("PRIVATE", new byte[48]))
            .file("checkpoints.pem", pem("PRIVATE", CHECKPOINTS.getPrivate().getEncoded()))
            .main(com.example.acts.Acts.class, ReceiptActs.class.getName());
    assertThat(run.exitCode()).isEqualTo(78);
    assertThat(run.stderr()).contains("receipts.key: ").contains("holds no Ed25519 private key");
  }

  /** Entries of judged effects: all decisions but those of the agent's own acts. */
  private static int owed(AgentRun run) {
    Books books = Books.of(run);
    int owed = 0;
    for (JsonNode entry : books.entries()) {
      String event = entry.path("event").asText();
      if (event.equals("allow") || event.equals("deny")) {
        boolean own =
            entry.path("scope").asText().startsWith("agent.")
                && !entry.path("scope").asText().equals("agent.handoff");
        owed += own ? 0 : 1;
      }
    }
    return owed;
  }

  private static JsonNode predicate(String line) throws IOException {
    byte[] payload = Base64.getDecoder().decode(JSON.readTree(line).path("payload").asText());
    return JSON.readTree(payload).path("predicate");
  }

  private static Path write(Path directory, String name, byte[] spki) throws IOException {
    return Files.writeString(directory.resolve(name), pem("PUBLIC", spki));
  }

  private static KeyPair pair() {
    try {
      return KeyPairGenerator.getInstance("Ed25519").generateKeyPair();
    } catch (java.security.NoSuchAlgorithmException impossible) {
      throw new AssertionError(impossible);
    }
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
}
