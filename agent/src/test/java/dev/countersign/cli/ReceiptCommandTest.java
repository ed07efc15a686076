package dev.countersign.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.countersign.canonical.Canonical;
import dev.countersign.canonical.Ed25519;
import dev.countersign.canonical.Hex;
import dev.countersign.canonical.Json;
import dev.countersign.canonical.Sha256;
import dev.countersign.effect.Verb;
import dev.countersign.guardrail.Cascade;
import dev.countersign.guardrail.JudgingObject;
import dev.countersign.guardrail.Judgment;
import dev.countersign.ledger.Adapter;
import dev.countersign.ledger.Allow;
import dev.countersign.ledger.Capture;
import dev.countersign.ledger.CheckpointNotes;
import dev.countersign.ledger.Params;
import dev.countersign.ledger.Rotation;
import dev.countersign.policy.JudgingObjects;
import dev.countersign.verify.SchemaCheck;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ReceiptCommandTest {

  @TempDir Path temp;

  @Test
  void oneFileAndTwoKeysAreEnoughForAVerdict() throws Exception {
    JudgedBooks books = JudgedBooks.in(temp);
    books.call(JudgedBooks.RULES, "refund", "{\"amount\":40}", true);
    books.call(JudgedBooks.RULES, "refund", "{\"amount\":4000}", true);
    books.call(JudgedBooks.RULES, "search", "{\"q\":\"x\"}", false);
    books.ledger.close();
    Path receipts = books.export();
    assertThat(Files.readAllLines(receipts)).hasSize(3);

    Ran ran = books.verify(receipts, "--details");
    assertThat(ran.exit()).as(ran.out() + ran.err()).isZero();
    assertThat(ran.out())
        .contains("judged again: allow by rule audit of layer team")
        .contains("judged again: deny by rule ceiling of layer team")
        .contains("judged again: allow, no rule matches (default)")
        .contains("the sentence of rule ceiling compiles to the same predicate")
        .contains("no guardrail took part")
        .contains("by the key that was given")
        .contains("signed")
        .contains("3 receipts: 3 verified, 0 FAILED, 0 incomplete.");
  }

  @Test
  void aReceiptIsAnInTotoStatementInAnEnvelope() throws Exception {
    JudgedBooks books = JudgedBooks.in(temp);
    String id = books.call(JudgedBooks.RULES, "refund", "{\"amount\":4000}", false);
    books.ledger.close();
    Map<String, Object> envelope = one(books.export("--call", id, "--bare"));
    assertThat(envelope.keySet()).containsExactlyInAnyOrder("payload", "payloadType", "signatures");
    assertThat(envelope.get("payloadType")).isEqualTo("application/vnd.in-toto+json");
    byte[] payload = Base64.getDecoder().decode((String) envelope.get("payload"));
    Map<String, Object> statement = JudgedBooks.object(new String(payload, StandardCharsets.UTF_8));
    assertThat(Canonical.jcs(statement)).isEqualTo(payload);
    assertThat(statement)
        .containsEntry("_type", "https://in-toto.io/Statement/v1")
        .containsEntry("predicateType", "https://countersign.dev/agent-decision/v1");
    Map<String, Object> subject = object(((List<?>) statement.get("subject")).get(0));
    assertThat((String) subject.get("name")).endsWith("/" + id);
    assertThat(object(subject.get("digest")).keySet())
        .containsExactlyInAnyOrder("sha256", "blake3");
    Map<String, Object> predicate = object(statement.get("predicate"));
    assertThat(predicate.keySet())
        .containsExactlyInAnyOrder(
            "verdict",
            "verdict_reason",
            "action",
            "actor",
            "policy",
            "guardrail",
            "evaluator",
            "binding",
            "transparency");
    assertThat(predicate)
        .containsEntry("verdict", "deny")
        .containsEntry("verdict_reason", "too much");
    assertThat(object(predicate.get("action")).keySet())
        .containsExactlyInAnyOrder("type", "target", "args_hash", "args_disclosed");
    assertThat(object(predicate.get("policy")).keySet())
        .containsExactlyInAnyOrder(
            "policy_bundle_hash", "matched_policy_id", "matched_policy_hash", "cascade_layer");
    assertThat(object(predicate.get("transparency")).keySet())
        .containsExactlyInAnyOrder("log", "log_id", "inclusion_proof");
    assertThat(new String(payload, StandardCharsets.UTF_8)).doesNotContain("4000");
  }

  @Test
  void whatIsNotDisclosedIsAskedForAndMayBeSupplied() throws Exception {
    JudgedBooks books = JudgedBooks.in(temp);
    books.call(JudgedBooks.RULES, "refund", "{\"amount\":4000}", false);
    books.ledger.close();
    Path receipts = books.export();
    Ran without = books.verify(receipts);
    assertThat(without.exit()).as(without.out()).isEqualTo(3);
    assertThat(without.out()).contains("decision  not checked").contains("--arguments");

    Path right = Files.writeString(temp.resolve("right.json"), "{\"amount\": 4000}");
    assertThat(books.verify(receipts, "--arguments", right.toString()).exit()).isZero();
    Path wrong = Files.writeString(temp.resolve("wrong.json"), "{\"amount\": 4001}");
    Ran other = books.verify(receipts, "--arguments", wrong.toString());
    assertThat(other.exit()).isEqualTo(1);
    assertThat(other.out()).contains("their hash is another");
  }

  @Test
  void whatARuleAsksOfTheActorMayBeSupplied() throws Exception {
    JudgedBooks books = JudgedBooks.in(temp);
    books.call(JudgedBooks.RULES, "drop", "{}", true);
    books.ledger.close();
    Path receipts = books.export();
    Ran without = books.verify(receipts);
    assertThat(without.exit()).as(without.out()).isEqualTo(3);
    assertThat(without.out()).contains("the actor's role (--actor)");
    Path right = Files.write(temp.resolve("actor.json"), Canonical.jcs(JudgedBooks.MEMBER));
    assertThat(books.verify(receipts, "--actor", right.toString()).exit()).isZero();
    Path wrong = Files.writeString(temp.resolve("other.json"), "{\"role\": \"trainee\"}");
    Ran other = books.verify(receipts, "--actor", wrong.toString());
    assertThat(other.exit()).isEqualTo(1);
    assertThat(other.out()).contains("is not that of member_state_hash");
  }

  /** What a receipt says of the actor itself is what its hash is over. */
  @Test
  void aClearanceThatIsNotThatOfTheStateFails() throws Exception {
    JudgedBooks books = JudgedBooks.in(temp);
    String call = books.call(JudgedBooks.RULES, "drop", "{}", true);
    Map<String, Object> decision =
        new LinkedHashMap<>(JudgedBooks.decision("tool_call", "drop", Json.parse("{}"), true));
    Map<String, Object> policy = JudgedBooks.object(JudgedBooks.RULES);
    Map<String, Object> actor =
        new LinkedHashMap<>(
            JudgedBooks.object(
                new String(Canonical.jcs(decision.get("actor")), StandardCharsets.UTF_8)));
    actor.put("clearance_at_decision", "secret");
    decision.put("actor", actor);
    decision.putAll(
        Cascade.of(policy)
            .judge(Verb.INVOKE, Map.of("tool", "drop", "arguments", Map.of()), JudgedBooks.MEMBER)
            .toJson());
    String lying = books.allow("drop", Json.parse("{}"), decision, null);
    books.ledger.close();
    Path state = Files.write(temp.resolve("actor.json"), Canonical.jcs(JudgedBooks.MEMBER));
    Ran right = books.verify(books.export("--call", call), "--actor", state.toString());
    assertThat(right.exit()).as(right.out()).isZero();
    Ran wrong = books.verify(books.export("--call", lying), "--actor", state.toString());
    assertThat(wrong.exit()).isEqualTo(1);
    assertThat(wrong.out()).contains("clearance_at_decision is not that of the state");
  }

  /**
   * An entry that allows what the record denies, without saying that it would have been refused.
   */
  @ParameterizedTest
  @CsvSource({"enforce, false, FAILED", "observe, false, verified", "enforce, true, verified"})
  void whatWasDeniedAndAllowedHasSomethingThatLetItPass(
      String mode, boolean exception, String result) throws Exception {
    JudgedBooks books = JudgedBooks.in(temp);
    Map<String, Object> policy =
        JudgedBooks.object(JudgedBooks.RULES.replace("\"enforce\"", '"' + mode + '"'));
    books.objects.keep(Canonical.jcs(JudgingObject.sorted(policy)));
    Object args = Json.parse("{\"amount\":4000}");
    Map<String, Object> decision = JudgedBooks.decision("tool_call", "refund", args, true);
    decision.putAll(
        Cascade.of(policy)
            .judge(
                Verb.INVOKE,
                Map.of("tool", "refund", "arguments", args),
                Map.of("agent", "refunds-bot"))
            .toJson());
    assertThat(decision).containsEntry("verdict", "deny");
    decision.put("preview_digest", JudgedBooks.PREVIEW);
    if (exception) {
      decision.put("breakglass", "bg-1");
    }
    books.ledger.allow(
        new Allow(
            books.ledger.newCallId(),
            "tool.refund",
            "refund",
            JudgedBooks.PREVIEW,
            null,
            Capture.WRAPPER_SYNC,
            new Adapter("countersign.test", "1", "hook"),
            Params.of(args),
            true,
            decision));
    books.ledger.close();
    Ran ran = books.verify(books.export(), "--details");
    assertThat(ran.out()).as(ran.err()).containsPattern("decision +" + result);
  }

  @Test
  void theBooksThemselvesMayBeGiven() throws Exception {
    JudgedBooks books = new JudgedBooks(temp, 3, new Rotation(4 << 10, Duration.ofDays(1)));
    for (int i = 0; i < 12; i++) {
      books.call(JudgedBooks.RULES, "refund", "{\"amount\":" + i * 100 + "}", true);
    }
    books.ledger.close();
    String ledger = books.ledgerDirectory().toString();
    Path receipts = books.export("--bare");
    assertThat(Files.readAllLines(receipts)).hasSize(12);
    Ran ran = books.verify(receipts, "--ledger", ledger);
    assertThat(ran.exit()).as(ran.out() + ran.err()).isZero();

    // Bare, and nothing but the keys: only signature and place in the log can be told.
    Ran alone = books.verify(receipts);
    assertThat(alone.exit()).isEqualTo(3);
    assertThat(alone.out()).contains("it carries no evidence").contains("12 incomplete");
  }

  @Test
  void aKeyOfSomebodyElseFailsTheStep() throws Exception {
    JudgedBooks books = JudgedBooks.in(temp);
    books.call(JudgedBooks.RULES, "search", "{}", false);
    books.ledger.close();
    Path receipts = books.export();
    Ran ran =
        Ran.with(
            "receipt",
            "verify",
            receipts.toString(),
            "--key",
            books.verifying("checkpoint"),
            "--checkpoint-key",
            books.verifying("receipt"));
    assertThat(ran.exit()).isEqualTo(1);
    assertThat(ran.out())
        .contains("signature FAILED      it is not signed by the key that was given")
        .contains("inclusion FAILED      the checkpoint is not signed by the key that was given");
    Ran nobody = Ran.with("receipt", "verify", receipts.toString());
    assertThat(nobody.exit()).isEqualTo(3);
    assertThat(nobody.out())
        .contains("no key was given to check it with")
        .contains("nobody answers for the root");
  }

  @Test
  void refusalsThatAreNoPolicysAreReplayedAsSuch() throws Exception {
    JudgedBooks books = JudgedBooks.in(temp);
    String policy = "{\"bundle\":\"shop\",\"version\":1,\"mode\":\"enforce\"}";
    books.objects.keep(Canonical.jcs(Json.parse(policy)));
    Map<String, Object> decision =
        new LinkedHashMap<>(JudgedBooks.decision("exec", "git", Json.parse("{}"), false));
    decision.put(
        "policy",
        Map.of("policy_bundle_hash", JudgingObjects.name(Canonical.jcs(Json.parse(policy)))));
    decision.put("verdict", "deny");
    decision.put("verb", "exec");
    Map<String, Object> unbound = new LinkedHashMap<>(decision);
    unbound.put("verdict_reason", "CS-UNBOUND");
    books.deny("git", unbound, "CS-UNBOUND");
    Map<String, Object> diverged = new LinkedHashMap<>(decision);
    diverged.put("verdict_reason", "NIKA-SEC-011");
    diverged.put("preview_digest", JudgedBooks.PREVIEW);
    diverged.put(
        "divergence",
        Map.of(
            "preview",
            JudgedBooks.PREVIEW,
            "commit",
            "6".repeat(64),
            "paths",
            List.of("/intent/argv/1")));
    books.deny("git", diverged, "NIKA-SEC-011");
    Map<String, Object> invented = new LinkedHashMap<>(diverged);
    invented.remove("divergence");
    books.deny("git", invented, "NIKA-SEC-011");
    Map<String, Object> unreasoned = new LinkedHashMap<>(decision);
    unreasoned.put("verdict_reason", "because");
    books.deny("git", unreasoned, "CS-POLICY");
    books.ledger.close();
    Ran ran = books.verify(books.export(), "--details");
    assertThat(ran.exit()).isEqualTo(1);
    assertThat(ran.out())
        .contains("what refused it is no rule but CS-UNBOUND, as the entry says")
        .contains("what refused it is no rule but NIKA-SEC-011, and the digests differ")
        .contains("it was refused as divergent, and its digests show no divergence")
        .contains("the receipt says deny (because)")
        .contains("4 receipts: 2 verified, 2 FAILED, 0 incomplete.");
  }

  /** What nothing previewed and no rule is about passes where the judging object says so. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{}                                        | exec | in   |        | FAILED",
        "{}                                        | exec | out  |        | verified",
        "{\"in_tool\":\"observe\"}                 | exec | in   |        | verified",
        "{\"in_tool\":\"allow\"}                   | send | in   |        | verified",
        "{\"elsewhere\":\"refuse\"}                | exec | out  |        | FAILED",
        "{\"elsewhere\":\"observe\"}               | exec | in   |        | FAILED",
        "{\"elsewhere\":{\"exec\":\"refuse\"}}     | exec | out  |        | FAILED",
        "{\"elsewhere\":{\"exec\":\"refuse\"}}     | send | out  |        | verified",
        "{\"elsewhere\":{\"send\":\"refuse\"}}     | send | out  |        | FAILED",
        "{\"elsewhere\":\"refuse\"}                | exec | out  | mode   | verified",
        "{\"elsewhere\":\"refuse\"}                | exec | out  | bg-1   | verified",
        // No mode of a machine, and no ring, loosens that of the object.
        "{\"elsewhere\":\"refuse\"}                | exec | out  | none   | FAILED",
        "{\"in_tool\":\"allow\"}                   | exec | in   | none   | FAILED",
      })
  void whatNothingPreviewedPassesWhereTheObjectSaysSo(
      String unbound, String verb, String where, String passed, String result) throws Exception {
    JudgedBooks books = JudgedBooks.in(temp);
    String policy =
        "{\"bundle\":\"shop\",\"version\":1,\"mode\":\""
            + ("mode".equals(passed) ? "observe" : "enforce")
            + "\",\"unbound\":"
            + unbound
            + "}";
    Map<String, Object> decision =
        new LinkedHashMap<>(JudgedBooks.decision(verb, "git", Json.parse("{}"), false));
    decision.put(
        "policy",
        Map.of("policy_bundle_hash", books.objects.keep(Canonical.jcs(Json.parse(policy)))));
    decision.put("verdict", "allow");
    decision.put("verdict_reason", "default");
    decision.put("verb", verb);
    if (where.equals("in")) {
      decision.put("parent", "ab".repeat(16));
    }
    if (passed != null) {
      decision.put("would_refuse", "CS-UNBOUND");
      if (passed.startsWith("bg-")) {
        decision.put("breakglass", passed);
      }
    }
    books.allow("git", Json.parse("{}"), decision, null);
    books.ledger.close();
    Ran ran = books.verify(books.export(), "--details");
    assertThat(ran.out()).as(ran.err()).containsPattern("decision +" + result);
    if (passed != null) {
      assertThat(ran.out())
          .contains(
              passed.equals("mode")
                  ? "mode observe let"
                  : passed.equals("none") ? "nothing let it pass" : "break-glass");
    }
  }

  /** Of whom nobody said who it is: judged again as unknown, and never as somebody. */
  @ParameterizedTest
  @CsvSource({
    "deny, '{\"agent\":\"desk\",\"member_state\":\"unknown\"}', verified",
    "allow, '{\"agent\":\"desk\",\"member_state\":\"unknown\"}', FAILED",
    "allow, '{\"agent\":\"desk\"}', verified",
    "deny, '{\"agent\":\"desk\"}', FAILED",
    "deny, '{\"agent\":\"desk\",\"member_state\":\"known\"}', FAILED",
    "deny, '{\"agent\":\"desk\",\"member_state\":\"unknown\",\"principal\":\"anna\"}', FAILED",
    "deny, '{\"agent\":\"desk\",\"member_state\":\"unknown\",\"clearance_at_decision\":\"x\"}', FAILED",
  })
  void anUnknownActorIsReplayedAsUnknown(String verdict, String actor, String result)
      throws Exception {
    JudgedBooks books = JudgedBooks.in(temp);
    Map<String, Object> policy = JudgedBooks.object(JudgedBooks.RULES);
    books.objects.keep(Canonical.jcs(JudgingObject.sorted(policy)));
    Object args = Json.parse("{}");
    Map<String, Object> decision = JudgedBooks.decision("tool_call", "drop", args, true);
    decision.put("actor", Json.parse(actor));
    Map<String, Object> state = Map.of("agent", "desk", "role", "trainee");
    Judgment judgment =
        Cascade.of(policy)
            .judge(
                Verb.INVOKE,
                Map.of("tool", "drop", "arguments", args),
                verdict.equals("deny") ? state : Map.of());
    decision.putAll(judgment.toJson());
    if (verdict.equals("deny")) {
      books.deny("drop", decision, "CS-POLICY");
    } else {
      decision.put("preview_digest", JudgedBooks.PREVIEW);
      books.allow("drop", args, decision, Map.of("use", 1L, "commit_digest", JudgedBooks.PREVIEW));
    }
    books.ledger.close();
    Ran ran = books.verify(books.export(), "--details");
    assertThat(ran.out()).as(ran.err()).containsPattern("decision +" + result);
  }

  /** A rule may call its reason whatever it likes. */
  @ParameterizedTest
  @ValueSource(strings = {"CS-POLICY", "NIKA-SEC-011", "default", "approval: human"})
  void aRuleWhoseReasonIsACodeIsReplayedAsTheRule(String reason) throws Exception {
    JudgedBooks books = JudgedBooks.in(temp);
    String rules = JudgedBooks.RULES.replace("too much", reason).replace("small", reason);
    books.call(rules, "refund", "{\"amount\":600}", true);
    books.call(rules, "refund", "{\"amount\":5}", true);
    books.ledger.close();
    Ran ran = books.verify(books.export(), "--details");
    assertThat(ran.exit()).as(ran.out()).isZero();
    assertThat(ran.out())
        .contains("judged again: deny by rule ceiling")
        .contains("judged again: allow by rule audit");
  }

  @Test
  void aDecisionOfTenThousandPoliciesAgoIsReplayed() throws Exception {
    JudgedBooks books = JudgedBooks.in(temp);
    String first = books.call(JudgedBooks.RULES, "refund", "{\"amount\":4000}", true);
    for (int version = 2; version <= 10_000; version++) {
      books.objects.keep(
          Canonical.jcs(
              JudgingObject.sorted(
                  JudgedBooks.object(
                      JudgedBooks.RULES.replace(
                          "\"version\":3", "\"version\":" + (version + 2))))));
    }
    // By now the same call is allowed.
    String later =
        JudgedBooks.RULES.replace("500", "5000").replace("\"version\":3", "\"version\":10003");
    books.call(later, "refund", "{\"amount\":4000}", true);
    books.ledger.close();
    try (Stream<Path> kept = Files.list(books.objects.directory())) {
      assertThat(kept).hasSize(10_001);
    }
    Ran ran = books.verify(books.export(), "--details");
    assertThat(ran.exit()).as(ran.out() + ran.err()).isZero();
    assertThat(ran.out())
        .contains(first)
        .contains("judged again: deny by rule ceiling")
        .contains("judged again: allow by rule audit");
    // From the store, too, and not only from what a receipt carries.
    Ran bare =
        books.verify(
            books.export("--bare", "--call", first),
            "--ledger",
            books.ledgerDirectory().toString(),
            "--policies",
            books.objects.directory().toString());
    assertThat(bare.exit()).as(bare.out() + bare.err()).isZero();
  }

  @Test
  void witnessesThatWereGivenHaveToHaveCosigned() throws Exception {
    JudgedBooks books = JudgedBooks.in(temp);
    books.call(JudgedBooks.RULES, "search", "{}", false);
    books.ledger.close();
    Ed25519 key = Ed25519.of(new byte[Ed25519.KEY]);
    Path without = Files.copy(books.export(), temp.resolve("without.jsonl"));
    Path note = checkpoint(books);
    String text = Files.readString(note);
    String body = text.substring(0, text.indexOf("\n\n") + 1);
    byte[] message = ("cosignature/v1\ntime 1700000000\n" + body).getBytes(StandardCharsets.UTF_8);
    String line = cosignature("witness.example/w1", key, 1_700_000_000L, key.sign(message));
    Files.writeString(note, text + line);
    Path with = books.export();
    String witness = vkey("witness.example/w1", key);

    Ran cosigned = books.verify(with, "--witness", witness, "--details");
    assertThat(cosigned.exit()).as(cosigned.out()).isZero();
    assertThat(cosigned.out()).contains("signed, cosigned by 1");
    Ran missing = books.verify(without, "--witness", witness);
    assertThat(missing.exit()).isEqualTo(1);
    assertThat(missing.out()).contains("0 of the 1 witnesses");
    assertThat(books.verify(without, "--witness", witness, "--witness-quorum", "0").exit())
        .isZero();
    // Another time than the one that was signed.
    Files.writeString(
        note, text + cosignature("witness.example/w1", key, 1_700_000_001L, key.sign(message)));
    Ran forged = books.verify(books.export(), "--witness", witness);
    assertThat(forged.exit()).isEqualTo(1);
    assertThat(forged.out()).contains("but not its signature");
    assertThat(books.verify(with, "--witness", "witness.example/w1+00000000+AAAA").exit())
        .isEqualTo(Exit.USAGE);
  }

  private static String cosignature(String name, Ed25519 key, long time, byte[] signature)
      throws Exception {
    byte[] id = keyId(name, key);
    byte[] all = ByteBuffer.allocate(4 + 8 + 64).put(id).putLong(time).put(signature).array();
    return "\u2014 " + name + ' ' + Base64.getEncoder().encodeToString(all) + '\n';
  }

  private static String vkey(String name, Ed25519 key) throws Exception {
    byte[] typed = new byte[33];
    typed[0] = 4;
    System.arraycopy(key.publicKey(), 0, typed, 1, 32);
    return name + '+' + Hex.of(keyId(name, key)) + '+' + Base64.getEncoder().encodeToString(typed);
  }

  private static byte[] keyId(String name, Ed25519 key) throws Exception {
    byte[] named = (name + '\n').getBytes(StandardCharsets.UTF_8);
    return Arrays.copyOf(Sha256.hash(named, new byte[] {4}, key.publicKey()), 4);
  }

  private static Path checkpoint(JudgedBooks books) throws Exception {
    try (var found = Files.newDirectoryStream(books.ledgerDirectory(), "*.checkpoint")) {
      return found.iterator().next();
    }
  }

  @Test
  void aCheckpointThatWasKeptVouchesForALaterOneThatWentOnFromIt() throws Exception {
    JudgedBooks books = JudgedBooks.in(temp);
    books.call(JudgedBooks.RULES, "search", "{}", false);
    books.ledger.close();
    Path receipts = books.export();
    Path kept = Files.copy(checkpoint(books), temp.resolve("kept"));
    Ran same =
        Ran.with(
            "receipt",
            "verify",
            receipts.toString(),
            "--key",
            books.verifying("receipt"),
            "--expected-checkpoint",
            kept.toString(),
            "--details");
    assertThat(same.exit()).as(same.out()).isZero();
    assertThat(same.out()).contains("the checkpoint that was kept");

    // An earlier one: by itself it says nothing of what came later.
    Path earlier = earlierCheckpoint(books, 3);
    Ran unknown = books.verify(receipts, "--expected-checkpoint", earlier.toString());
    assertThat(unknown.exit()).as(unknown.out()).isEqualTo(3);
    assertThat(unknown.out()).contains("nothing shows that one went on from the other");
    Ran proof =
        Ran.with(
            "proof",
            "consistency",
            "--from",
            "3",
            "--format",
            "json",
            books.ledgerDirectory().toString());
    Path consistency = Files.writeString(temp.resolve("consistency.json"), proof.out());
    Ran consistent =
        books.verify(
            receipts,
            "--expected-checkpoint",
            earlier.toString(),
            "--consistency",
            consistency.toString(),
            "--details");
    assertThat(consistent.exit()).as(consistent.out() + consistent.err()).isZero();
    assertThat(consistent.out()).contains("consistent with the checkpoint that was kept");
  }

  /** The checkpoint that the log signed when it had so many entries. */
  private Path earlierCheckpoint(JudgedBooks books, int size) throws Exception {
    List<String> hashes = new ArrayList<>();
    try (var found = Files.newDirectoryStream(books.ledgerDirectory(), "*[0-9a-f].jsonl")) {
      for (String line : Files.readAllLines(found.iterator().next()).subList(0, size)) {
        hashes.add((String) JudgedBooks.object(line).get("hash"));
      }
    }
    String chain = Files.readString(checkpoint(books)).lines().findFirst().orElseThrow();
    Ed25519 key = Ed25519.of(Ed25519.seedInPem(Files.readString(books.privateKey("checkpoint"))));
    String note =
        CheckpointNotes.note(
            chain.substring(chain.lastIndexOf('/') + 1),
            hashes,
            key.publicKey(),
            text -> {
              try {
                return key.sign(text);
              } catch (java.security.GeneralSecurityException impossible) {
                throw new AssertionError(impossible);
              }
            });
    return Files.writeString(temp.resolve("earlier"), note);
  }

  @Test
  void rangesAndCallsAreExportedAlone() throws Exception {
    JudgedBooks books = JudgedBooks.in(temp);
    String first = books.call(JudgedBooks.RULES, "search", "{}", false);
    String second = books.call(JudgedBooks.RULES, "search", "{}", false);
    books.ledger.close();
    assertThat(Files.readString(books.export("--call", first)))
        .contains(first)
        .doesNotContain(second);
    // root, start (2), then allow and outcome of each
    assertThat(Files.readAllLines(books.export("--from", "5"))).hasSize(1);
    assertThat(Files.readAllLines(books.export("--to", "4"))).hasSize(1);
    assertThat(Files.readAllLines(books.export("--from", "4", "--to", "4"))).isEmpty();
    Ran none =
        Ran.with(
            "receipt",
            "export",
            books.ledgerDirectory().toString(),
            "--key",
            books.signing("receipt"),
            "--call",
            "0".repeat(32));
    assertThat(none.exit()).isEqualTo(1);
    assertThat(none.err()).contains("hold no judged effect");
  }

  @Test
  void bothReportsAreOfTheSchemaAndEmptyInputIsNoSuccess() throws Exception {
    JudgedBooks books = JudgedBooks.in(temp);
    books.call(JudgedBooks.RULES, "search", "{}", false);
    books.ledger.close();
    Path receipts = books.export();
    Files.writeString(receipts, Files.readString(receipts) + "no receipt\n\n{}\n");
    Ran ran = books.verify(receipts, "--format", "json");
    assertThat(ran.exit()).isEqualTo(1);
    SchemaCheck schema = SchemaCheck.of("receipts.schema.json");
    assertThat(schema.fault(Json.parse(ran.out()))).isNull();
    Map<String, Object> report = JudgedBooks.object(ran.out());
    assertThat(object(report.get("counts")))
        .containsEntry("verified", 1L)
        .containsEntry("FAILED", 2L);
    assertThat(report).containsEntry("ok", false);

    Path empty = Files.writeString(temp.resolve("empty"), "\n");
    assertThat(books.verify(empty).exit()).isEqualTo(1);
    Ran json = books.verify(empty, "--format", "json");
    assertThat(json.exit()).isEqualTo(1);
    assertThat(JudgedBooks.object(json.out())).containsEntry("ok", false);
    assertThat(Ran.with("receipt", "verify", "--schema").out()).contains("receipt verify");
  }

  private static Map<String, Object> one(Path receipts) throws Exception {
    List<String> lines = Files.readAllLines(receipts);
    assertThat(lines).hasSize(1);
    return JudgedBooks.object(lines.get(0));
  }

  @SuppressWarnings("unchecked")
  private static Map<String, Object> object(Object json) {
    return (Map<String, Object>) json;
  }
}
