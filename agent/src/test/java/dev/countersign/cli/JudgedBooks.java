package dev.countersign.cli;

import dev.countersign.canonical.Canonical;
import dev.countersign.canonical.Ed25519;
import dev.countersign.canonical.Json;
import dev.countersign.canonical.Sha256;
import dev.countersign.effect.Verb;
import dev.countersign.guardrail.Cascade;
import dev.countersign.guardrail.JudgingObject;
import dev.countersign.guardrail.Judgment;
import dev.countersign.guardrail.Verdict;
import dev.countersign.ledger.Adapter;
import dev.countersign.ledger.Allow;
import dev.countersign.ledger.BodyState;
import dev.countersign.ledger.Capture;
import dev.countersign.ledger.Deny;
import dev.countersign.ledger.Durability;
import dev.countersign.ledger.Ledger;
import dev.countersign.ledger.LedgerSettings;
import dev.countersign.ledger.Outcome;
import dev.countersign.ledger.Params;
import dev.countersign.ledger.Rotation;
import dev.countersign.ledger.Signing;
import dev.countersign.policy.JudgingObjects;
import dev.countersign.verify.AnchorKey;
import dev.countersign.verify.Given;
import dev.countersign.verify.KeptCheckpoints;
import dev.countersign.verify.Policies;
import dev.countersign.verify.Progress;
import dev.countersign.verify.ReceiptBooks;
import dev.countersign.verify.ReceiptReport;
import dev.countersign.verify.ReceiptVerifier;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Books of judged calls as an agent writes them, with their keys and judging objects. */
final class JudgedBooks {

  static final String PREVIEW = "5".repeat(64);

  /** A judging object with a rule that matches refunds above 500, and one for tools called drop. */
  static final String RULES =
      "{\"bundle\":\"shop\",\"version\":1,\"mode\":\"enforce\",\"layers\":["
          + "{\"level\":\"team\",\"version\":3,\"rules\":["
          + "{\"id\":\"ceiling\",\"verdict\":\"deny\",\"reason\":\"too much\","
          + "\"when\":\"invoke of \\\"refund\\\" where arguments.amount > 500\"},"
          + "{\"id\":\"audit\",\"verdict\":\"allow\",\"reason\":\"small\","
          + "\"when\":\"invoke of \\\"refund\\\" where arguments.amount <= 500\"}]},"
          + "{\"level\":\"platform\",\"version\":1,\"rules\":["
          + "{\"id\":\"trainees\",\"verdict\":\"deny\",\"reason\":\"not for trainees\","
          + "\"when\":\"invoke of \\\"drop\\\" where actor.role = \\\"trainee\\\"\"}]}]}";

  static final Map<String, Object> MEMBER = Map.of("clearance", "internal", "role", "clerk");

  private final Path directory;
  final Ledger ledger;
  final JudgingObjects objects;

  JudgedBooks(Path directory, int checkpointEvery, Rotation rotation) throws Exception {
    this.directory = directory;
    key("receipt", 1);
    key("checkpoint", 2);
    ledger =
        Ledger.create(
            new LedgerSettings(
                ledgerDirectory().toString(),
                "refunds-bot",
                Durability.WRITE,
                true,
                new Adapter("countersign.test", "1", "hook"),
                rotation,
                new Signing(checkpointEvery, privateKey("checkpoint").toString(), null, null)));
    objects = JudgingObjects.in(Files.createDirectories(ledgerDirectory().resolve("state")));
    ledger.act("start", Map.of("agent_version", "test"));
  }

  static JudgedBooks in(Path directory) throws Exception {
    return new JudgedBooks(directory, 1, new Rotation(64 << 20, Duration.ofDays(1)));
  }

  Path ledgerDirectory() {
    return directory.resolve("ledger");
  }

  Path privateKey(String name) {
    return directory.resolve(name + ".pem");
  }

  /** As an option takes it. */
  String signing(String name) {
    return "ed25519:" + privateKey(name);
  }

  /** As an option takes it. */
  String verifying(String name) {
    return "ed25519:" + directory.resolve(name + ".pub.pem");
  }

  private void key(String name, int seed) throws Exception {
    byte[] bytes = new byte[Ed25519.KEY];
    bytes[0] = (byte) seed;
    Ed25519 key = Ed25519.of(bytes);
    Files.writeString(privateKey(name), Ed25519.privatePem(bytes));
    Files.setPosixFilePermissions(privateKey(name), PosixFilePermissions.fromString("rw-------"));
    Files.writeString(directory.resolve(name + ".pub.pem"), Ed25519.publicPem(key.publicKey()));
  }

  /** Judges a call, and writes what an agent would write of it. */
  String call(String policy, String tool, String arguments, boolean disclose) throws Exception {
    return call(object(policy), tool, arguments, disclose);
  }

  String call(Map<String, Object> policy, String tool, String arguments, boolean disclose)
      throws Exception {
    objects.keep(Canonical.jcs(JudgingObject.sorted(policy)));
    Object args = Json.parse(arguments);
    Map<String, Object> state = new LinkedHashMap<>(MEMBER);
    state.put("agent", "refunds-bot");
    Judgment judgment =
        Cascade.of(policy).judge(Verb.INVOKE, Map.of("tool", tool, "arguments", args), state);
    Map<String, Object> decision = decision("tool_call", tool, args, disclose);
    decision.putAll(judgment.toJson());
    if (judgment.verdict() == Verdict.ALLOW) {
      decision.put("preview_digest", PREVIEW);
      return allow(tool, args, decision, Map.of("use", 1L, "commit_digest", PREVIEW));
    }
    return deny(tool, decision, "CS-POLICY");
  }

  static Map<String, Object> decision(String type, String target, Object args, boolean disclose) {
    Map<String, Object> action = new LinkedHashMap<>();
    if (disclose) {
      action.put("args", args);
    }
    action.put("args_disclosed", disclose);
    action.put("args_hash", "sha256:" + Sha256.hex(Canonical.rho(args)));
    action.put("target", target);
    action.put("type", type);
    Map<String, Object> actor = new LinkedHashMap<>();
    actor.put("agent", "refunds-bot");
    actor.put("clearance_at_decision", "internal");
    actor.put("member_state_hash", "sha256:" + Sha256.hex(Canonical.jcs(MEMBER)));
    Map<String, Object> decision = new LinkedHashMap<>();
    decision.put("action", action);
    decision.put("actor", actor);
    decision.put(
        "evaluator",
        Map.of(
            "decided_at",
            "2026-11-30T06:00:00.000000001Z",
            "engine_commit",
            "test",
            "engine_version",
            "test"));
    decision.put("mode", "enforce");
    decision.put("verb", "invoke");
    return decision;
  }

  String allow(
      String tool, Object args, Map<String, Object> decision, Map<String, Object> outcome) {
    String id = ledger.newCallId();
    ledger.allow(
        new Allow(
            id,
            "tool." + tool,
            tool,
            (String) decision.get("preview_digest"),
            null,
            Capture.WRAPPER_SYNC,
            new Adapter("countersign.test", "1", "hook"),
            Params.of(args),
            false,
            decision));
    if (outcome != null) {
      ledger.outcome(
          new Outcome(id, BodyState.RETURNED, 7_000_000, null, Params.of(args), outcome));
    }
    return id;
  }

  String deny(String tool, Map<String, Object> decision, String code) {
    String id = ledger.newCallId();
    ledger.deny(
        new Deny(
            id,
            "tool." + tool,
            tool,
            (String) decision.get("preview_digest"),
            null,
            code,
            "refused",
            decision));
    return id;
  }

  @SuppressWarnings("unchecked")
  static Map<String, Object> object(String json) {
    return (Map<String, Object>) Json.parse(json);
  }

  /** Writes the receipts of all calls to a file. */
  Path export(String... options) throws Exception {
    Ran ran =
        Ran.with(
            concat(
                List.of(
                    "receipt", "export", ledgerDirectory().toString(), "--key", signing("receipt")),
                options));
    if (ran.exit() != 0) {
      throw new AssertionError("exit " + ran.exit() + ": " + ran.err());
    }
    return Files.writeString(
        directory.resolve("receipts.jsonl"), ran.out(), StandardCharsets.UTF_8);
  }

  /** Checks receipts with both public keys. */
  Ran verify(Path receipts, String... options) {
    return Ran.with(
        concat(
            List.of(
                "receipt",
                "verify",
                receipts.toString(),
                "--key",
                verifying("receipt"),
                "--checkpoint-key",
                verifying("checkpoint")),
            options));
  }

  /**
   * The worst that comes of checking receipts, without the command line: for tests that do it
   * thousands of times.
   *
   * @param withBooks whether the books are given, and not only what the receipts carry
   */
  ReceiptReport.Result check(byte[] receipts, boolean withBooks) throws Exception {
    ReceiptVerifier.Trust trust =
        new ReceiptVerifier.Trust(
            publicKey("receipt"), publicKey("checkpoint"), List.of(), 0, null, List.of());
    ReceiptBooks given =
        withBooks
            ? new ReceiptBooks(
                Ledgers.of(List.of(ledgerDirectory())),
                Given.nothing()
                    .withCheckpoints(
                        new KeptCheckpoints(
                            AnchorKey.toVerify(verifying("checkpoint")), null, null)))
            : null;
    ReceiptReport.Result[] worst = {ReceiptReport.Result.VERIFIED};
    new ReceiptVerifier(
            trust,
            withBooks ? objects::find : Policies.NONE,
            given,
            ReceiptVerifier.Supplied.nothing(),
            new Progress())
        .verify(
            new ByteArrayInputStream(receipts),
            report -> {
              if (report.result() == ReceiptReport.Result.FAILED
                  || worst[0] == ReceiptReport.Result.VERIFIED) {
                worst[0] = report.result();
              }
            });
    return worst[0];
  }

  private byte[] publicKey(String name) throws Exception {
    return Ed25519.publicInPem(Files.readString(directory.resolve(name + ".pub.pem")));
  }

  private static String[] concat(List<String> first, String... options) {
    List<String> all = new java.util.ArrayList<>(first);
    all.addAll(List.of(options));
    return all.toArray(new String[0]);
  }
}
