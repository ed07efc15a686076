package dev.countersign.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.countersign.canonical.Hex;
import dev.countersign.canonical.Json;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * {@code bundle} and {@code verify} as a user has them: arguments, exit codes, what goes where
 * (spec 2.6, 6).
 */
class VerifyCommandTest {

  private static final String KEY =
      "hs256:" + Hex.of("worked-example-key".getBytes(StandardCharsets.UTF_8));

  @TempDir Path directory;
  private Path chain;
  private Path effects;
  private Path bundle;
  private String out;
  private String err;
  private InputStream in = new ByteArrayInputStream(new byte[0]);

  @BeforeEach
  void copy() throws IOException {
    chain = vector("worked-example/chain.jsonl", "a.jsonl");
    effects = vector("worked-example/chain.effects.jsonl", "a.effects.jsonl");
    bundle = vector("worked-example/bundle.json", "bundle.json");
  }

  @Test
  void aLedgerDirectoryIsClean() {
    assertThat(run("verify", directory.toString())).isEqualTo(Exit.CLEAN);
    assertThat(out)
        .contains("chain 3f2a9c51d07b4e68: CLEAN")
        .contains("2 refused, 0 executed")
        .contains("/intent/argv/3")
        .contains("What this proves")
        .contains("What it does not prove")
        .contains("not a witness");
    assertThat(err).isEmpty();
  }

  @Test
  void aShellsListOfTheDirectoryIsOneChain() {
    assertThat(run("verify", chain.toString(), effects.toString(), "--format", "json"))
        .isEqualTo(Exit.CLEAN);
    assertThat(json()).containsEntry("ok", true).containsEntry("effects", "verified");
  }

  @Test
  void theJsonHasTheFieldsOfTheSpecification() {
    run("verify", bundle.toString(), "--key", KEY, "--format", "json");
    assertThat(json())
        .containsKeys(
            "ok",
            "checks",
            "failures",
            "failure_details",
            "failure_entries",
            "nodes",
            "actions_checked",
            "ungated",
            "chain_id",
            "verified_against",
            "execution_binding",
            "divergences");
    assertThat(((Map<?, ?>) json().get("checks")).keySet())
        .extracting(Object::toString)
        .containsExactly(
            "integrity",
            "monotonicity",
            "containment",
            "version",
            "chain_id",
            "root",
            "ledger_fields",
            "anchor",
            "expected_anchor",
            "envelopes");
  }

  @Test
  void aKeyDecides() {
    assertThat(run("verify", bundle.toString(), "--key", KEY)).isEqualTo(Exit.CLEAN);
    assertThat(run("verify", bundle.toString(), "--key", "hs256:00")).isEqualTo(Exit.FAILED);
    assertThat(out).contains("integrity(anchor): anchor signature invalid");
    assertThat(run("verify", bundle.toString())).isEqualTo(Exit.CLEAN);
    assertThat(out).contains("not checked");
    assertThat(run("verify", bundle.toString(), "--require-anchor")).isEqualTo(Exit.CANNOT);
    assertThat(run("verify", chain.toString(), "--key", KEY)).isEqualTo(Exit.CANNOT);
    assertThat(run("verify", bundle.toString(), "--key", "ed25519:" + directory.resolve("no.pem")))
        .isEqualTo(Exit.CANNOT);
    assertThat(run("verify", bundle.toString(), "--key", "nonsense")).isEqualTo(Exit.USAGE);
  }

  @Test
  void whatWasKeptOutsideDecides() {
    String head = "12:9cca133b280a5cd273e55cee5fdc700507793cbcf959cc5f0d9ae012dd774149";
    assertThat(run("verify", chain.toString(), "--expected-head", head)).isEqualTo(Exit.CLEAN);
    assertThat(run("verify", chain.toString(), "--expected-head", head.replace("12:", "11:")))
        .isEqualTo(Exit.FAILED);
    assertThat(run("verify", chain.toString(), "--expected-head", "12")).isEqualTo(Exit.USAGE);
    assertThat(
            run("verify", chain.toString(), "--key", KEY, "--expected-anchor", bundle.toString()))
        .isEqualTo(Exit.CLEAN);
    assertThat(
            run(
                "verify",
                chain.toString(),
                "--expected-anchor",
                directory.resolve("no").toString()))
        .isEqualTo(Exit.CANNOT);
    assertThat(run("verify", chain.toString(), "--expected-anchor", chain.toString()))
        .isEqualTo(Exit.CANNOT);
  }

  @Test
  void standardInputMayBeABundleOrAChain() throws IOException {
    in = Files.newInputStream(bundle);
    assertThat(run("verify", "--key", KEY)).isEqualTo(Exit.CLEAN);
    in = Files.newInputStream(chain);
    assertThat(run("verify", "-")).isEqualTo(Exit.INCOMPLETE); // the records are not beside it
    in = Files.newInputStream(chain);
    assertThat(run("verify", "-", "--effects", effects.toString())).isEqualTo(Exit.CLEAN);
  }

  @Test
  void missingRecordsAreIncompleteForALedgerOnly() throws IOException {
    Files.delete(effects);
    assertThat(run("verify", chain.toString())).isEqualTo(Exit.INCOMPLETE);
    assertThat(out).contains("effects         not checked");
    assertThat(run("verify", bundle.toString())).isEqualTo(Exit.CLEAN);
  }

  @Test
  void severalChainsAreReportedTogetherAndTheWorstDecides() throws IOException {
    Path other = vector("worked-example/chain.jsonl", "b.jsonl");
    assertThat(run("verify", directory.toString(), "--format", "json")).isEqualTo(Exit.INCOMPLETE);
    assertThat(json()).containsOnlyKeys("ok", "reports").containsEntry("ok", true);
    assertThat((List<?>) json().get("reports")).hasSize(2);
    assertThat(
            run(
                "verify",
                chain.toString(),
                other.toString(),
                directory.resolve("no.jsonl").toString()))
        .isEqualTo(Exit.CANNOT);
    assertThat(err).contains("no.jsonl").contains("no such file");
    Files.writeString(other, Files.readString(other).replace("\"shop\"", "\"shap\""));
    assertThat(
            run(
                "verify",
                chain.toString(),
                other.toString(),
                directory.resolve("no.jsonl").toString()))
        .isEqualTo(Exit.FAILED);
    assertThat(
            run(
                "verify",
                chain.toString(),
                other.toString(),
                "--expected-head",
                "1:" + "0".repeat(64)))
        .isEqualTo(Exit.USAGE);
  }

  /** In a directory that is named, and where a shell lists it: 1 is worse than 4, 4 than 0. */
  @Test
  void whatCannotBeReadKeepsNoOtherFromBeingVerified() throws IOException {
    Path unreadable = Files.createDirectory(directory.resolve("first.jsonl"));
    Path itsRecords = Files.writeString(directory.resolve("first.effects.jsonl"), "{}\n");
    String[] listed = {
      "verify", unreadable.toString(), itsRecords.toString(), chain.toString(), effects.toString()
    };
    for (String[] command : new String[][] {{"verify", directory.toString()}, listed}) {
      assertThat(run(command)).isEqualTo(Exit.CANNOT);
      assertThat(err).containsOnlyOnce("cannot be verified").contains("first.jsonl cannot be");
      assertThat(out).contains("What it does not prove");
    }
    Files.writeString(chain, Files.readString(chain).replace("\"shop\"", "\"shap\""));
    for (String[] command : new String[][] {{"verify", directory.toString()}, listed}) {
      assertThat(run(command)).isEqualTo(Exit.FAILED);
      assertThat(err).contains("first.jsonl cannot be verified");
    }
  }

  @Test
  void inputThatCannotBeParsedIsAFailure() throws IOException {
    Path file = directory.resolve("x.json");
    Files.writeString(file, "{");
    assertThat(run("verify", file.toString())).isEqualTo(Exit.FAILED);
    assertThat(out).contains("invalid_bundle");
    assertThat(run("verify", file.toString(), "--format", "json")).isEqualTo(Exit.FAILED);
    assertThat(json()).containsEntry("ok", false);
  }

  @Test
  void aDirectoryWithoutAChainCannotBeVerified() throws IOException {
    Path empty = Files.createDirectory(directory.resolve("empty"));
    assertThat(run("verify", empty.toString())).isEqualTo(Exit.CANNOT);
    assertThat(err)
        .contains("no chain file (*.jsonl) was found. Is this the ledger's directory?")
        .doesNotContain("Exception");
    assertThat(err).contains("no chain file");
    assertThat(run("bundle", empty.toString())).isEqualTo(Exit.CANNOT);
  }

  @Test
  void aLineThatAKilledProcessLeftUnfinishedIsInProgress() throws IOException {
    List<String> lines = Files.readAllLines(chain);
    String torn = String.join("\n", lines.subList(0, 11)) + "\n" + lines.get(11).substring(0, 80);
    Files.writeString(chain, torn);

    assertThat(run("verify", chain.toString())).isEqualTo(Exit.INCOMPLETE);
    assertThat(out).contains("the beginning of an entry, 80 bytes without an end");
    run("verify", chain.toString(), "--format", "json");
    assertThat(json()).containsEntry("unfinished_bytes", 80L).containsEntry("ok", true);
    assertThat(run("bundle", chain.toString())).isEqualTo(Exit.CLEAN);
    assertThat((List<?>) json().get("entries")).hasSize(11);
  }

  @Test
  void envelopesNeedTheirWitness() throws IOException {
    Path envelopes = Files.writeString(directory.resolve("envelopes"), "{}\n");
    Path keys = Files.writeString(directory.resolve("keys.json"), "[]");
    assertThat(run("verify", chain.toString(), "--envelopes", envelopes.toString()))
        .isEqualTo(Exit.FAILED);
    assertThat(out).contains("envelope_unknown_version");
    assertThat(run("verify", chain.toString(), "--witness-keys", keys.toString()))
        .isEqualTo(Exit.CLEAN);
    assertThat(run("verify", chain.toString(), "--witness-keys", chain.toString()))
        .isEqualTo(Exit.CANNOT);
    assertThat(err).contains("holds no witness keys");
    assertThat(run("verify", chain.toString(), "--envelopes", directory.resolve("no").toString()))
        .isEqualTo(Exit.CANNOT);
  }

  @Test
  void aRedactedBundleVerifiesWithTheRecordsOfItsLedger() throws IOException {
    assertThat(run("bundle", chain.toString(), "--redact", "--key", KEY, "--kid", "k"))
        .isEqualTo(Exit.CLEAN);
    Path file = Files.writeString(directory.resolve("redacted.json"), out);
    assertThat(run("verify", file.toString(), "--key", KEY, "--effects", effects.toString()))
        .isEqualTo(Exit.CLEAN);
    assertThat(out).contains("2 refused");
  }

  @Test
  void aCrosswalkSaysWhatVerifiedBooksMaySay() throws IOException {
    assertThat(run("crosswalk", chain.toString())).isEqualTo(Exit.CLEAN);
    assertThat(json()).containsEntry("vocabulary", "crewAIInc/crewAI#6030");
    assertThat(out).contains("\"blocked\"", "\"executed\"").doesNotContain("timeout");
    String open = Files.readString(chain);
    Files.writeString(chain, open.substring(0, open.lastIndexOf("{\"agent\"")));
    assertThat(run("crosswalk", directory.toString())).isEqualTo(Exit.INCOMPLETE);
    Files.writeString(chain, open.replace("\"shop\"", "\"shap\""));
    assertThat(run("crosswalk", chain.toString())).isEqualTo(Exit.FAILED);
    assertThat(out).isEmpty();
    assertThat(err).contains("the books do not verify (integrity");
    vector("worked-example/chain.jsonl", "b.jsonl");
    assertThat(run("crosswalk", directory.toString())).isEqualTo(Exit.USAGE);
    assertThat(run("crosswalk", directory.resolve("no.jsonl").toString())).isEqualTo(Exit.CANNOT);
    assertThat(run("crosswalk")).isEqualTo(Exit.USAGE);
  }

  @Test
  void theSchemaOfTheOutputIsPrinted() {
    for (String command : List.of("verify", "bundle", "crosswalk")) {
      assertThat(run(command, "--schema")).isEqualTo(Exit.CLEAN);
      assertThat(json()).containsKey("$schema").containsKey("title");
      assertThat(run(command, "--help")).isEqualTo(Exit.CLEAN);
      assertThat(out).startsWith("Usage: countersign " + command);
    }
  }

  @Test
  void aSecondOpinionAgrees() {
    assertThat(run("verify", chain.toString(), "--second-opinion")).isEqualTo(Exit.CLEAN);
  }

  @Test
  void aBundleVerifiesUnderTheKeyThatSignedIt() throws IOException {
    assertThat(run("bundle", directory.toString(), "--key", KEY, "--kid", "k1"))
        .isEqualTo(Exit.CLEAN);
    Map<String, Object> written = json();
    assertThat(written)
        .containsKeys("v", "c14n", "chain_id", "entries", "anchor", "redaction", "note");
    assertThat((List<?>) written.get("entries")).hasSize(13);
    Path file = directory.resolve("new.json");
    Files.writeString(file, out);
    assertThat(run("verify", file.toString(), "--key", KEY, "--effects", effects.toString()))
        .isEqualTo(Exit.CLEAN);
    assertThat(out).contains("2 refused");
  }

  @Test
  void ed25519SignsWithWhatOpensslWrites() throws IOException {
    Path secret =
        pem(
            "secret.pem",
            "PRIVATE KEY",
            "302e020100300506032b657004220420",
            "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60");
    Path open =
        pem(
            "public.pem",
            "PUBLIC KEY",
            "302a300506032b6570032100",
            "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a");
    assertThat(run("bundle", chain.toString(), "--key", "ed25519:" + secret, "--kid", "k1"))
        .isEqualTo(Exit.CLEAN);
    in = new ByteArrayInputStream(out.getBytes(StandardCharsets.UTF_8));
    assertThat(run("verify", "--key", "ed25519:" + open)).isEqualTo(Exit.CLEAN);
    assertThat(run("bundle", chain.toString(), "--key", "ed25519:" + open, "--kid", "k1"))
        .isEqualTo(Exit.CANNOT);
    assertThat(err).contains("public key");
  }

  @Test
  void segmentsAreJoinedAndALaterOneAloneIsAGap() throws IOException {
    List<String> lines = Files.readAllLines(chain);
    Files.writeString(chain, String.join("\n", lines.subList(0, 5)) + "\n");
    Path later = directory.resolve("a.0001.jsonl");
    Files.writeString(later, String.join("\n", lines.subList(5, 13)) + "\n");

    assertThat(run("bundle", later.toString(), chain.toString())).isEqualTo(Exit.CLEAN);
    assertThat((List<?>) json().get("entries")).hasSize(13);
    assertThat(run("bundle", later.toString())).isEqualTo(Exit.FAILED);
    assertThat(err).contains("seq gap at 0 (got 5)");
    assertThat(run("verify", later.toString())).isEqualTo(Exit.FAILED);
    // All records happen to be in the first segment's file: nothing is missing, so nothing is
    // incomplete.
    assertThat(run("verify", chain.toString(), later.toString())).isEqualTo(Exit.CLEAN);
    Files.delete(effects);
    assertThat(run("verify", chain.toString(), later.toString())).isEqualTo(Exit.INCOMPLETE);
  }

  @Test
  void whatCannotBeBundledIsRefusedWithoutOutput() throws IOException {
    assertThat(run("bundle", directory.toString(), "--context-key", "x")).isEqualTo(Exit.USAGE);
    assertThat(err).contains("--redact");
    assertThat(run("bundle", directory.toString(), "--key", KEY)).isEqualTo(Exit.USAGE);
    Files.writeString(chain, Files.readString(chain).replace("\"shop\"", "\"shap\""));
    assertThat(run("bundle", directory.toString())).isEqualTo(Exit.FAILED);
    assertThat(out).isEmpty();
    Files.writeString(chain, "");
    assertThat(run("bundle", directory.toString())).isEqualTo(Exit.FAILED);
    assertThat(err).contains("empty");
    assertThat(out).isEmpty();
    vector("worked-example/chain.jsonl", "a.jsonl");
    vector("worked-example/chain.jsonl", "b.jsonl");
    assertThat(run("bundle", directory.toString())).isEqualTo(Exit.USAGE);
    assertThat(err).contains("holds one chain");
  }

  private Path vector(String name, String as) throws IOException {
    Path file = directory.resolve(as);
    try (InputStream from = getClass().getResourceAsStream("/vectors/" + name)) {
      Files.write(file, from.readAllBytes());
    }
    return file;
  }

  private Path pem(String name, String type, String prefix, String hex) throws IOException {
    Path file = directory.resolve(name);
    String body = Base64.getEncoder().encodeToString(Hex.parse(prefix + hex));
    Files.writeString(
        file, "-----BEGIN " + type + "-----\n" + body + "\n-----END " + type + "-----\n");
    return file;
  }

  private int run(String... args) {
    ByteArrayOutputStream outBytes = new ByteArrayOutputStream();
    ByteArrayOutputStream errBytes = new ByteArrayOutputStream();
    int exit =
        Cli.run(
            args,
            new PrintStream(outBytes, true, StandardCharsets.UTF_8),
            new PrintStream(errBytes, true, StandardCharsets.UTF_8),
            in);
    out = outBytes.toString(StandardCharsets.UTF_8);
    // A slow machine takes longer than a second, and then the command says how far it is.
    err =
        errBytes
            .toString(StandardCharsets.UTF_8)
            .replaceAll("countersign: [a-z]+: [0-9]+ entries read, [0-9]+ s\\R", "");
    return exit;
  }

  @SuppressWarnings("unchecked")
  private Map<String, Object> json() {
    return (Map<String, Object>) Json.parse(out);
  }
}
