package dev.countersign.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.countersign.canonical.Dsse;
import dev.countersign.canonical.Json;
import dev.countersign.policy.Kind;
import dev.countersign.verify.SchemaCheck;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The commands of those who sign policy. */
class PolicySigningTest {

  private static final String ROOT =
      "type: root\nfleet: acme\nepoch: 1\nversion: 1\nexpires_at: \"2099-01-01T00:00:00Z\"\nroles:\n"
          + "  root: { keys: [anna.pub, ben.pub], threshold: 2 }\n"
          + "  policy: { keys: [policy.pub], threshold: 1 }\n"
          + "  rollout: { keys: [online.pub], threshold: 1 }\n"
          + "  timestamp: { keys: [online.pub], threshold: 1 }\n"
          + "  breakglass: { keys: [anna.pub, ben.pub], threshold: 2 }\n";

  private static final String RULES =
      "bundle: shop\nversion: 1\nmode: enforce\nlayers:\n  - level: org\n    version: 1\n    rules:\n"
          + "      - { id: large, when: 'invoke of \"refund\" where arguments.amount > 50', verdict: deny, reason: r }\n";

  private static final String CASES =
      "cases:\n  - { name: n, request: { verb: invoke, intent: { tool: refund, arguments: { amount: 60 } } }, expect: deny }\n";

  @TempDir Path directory;

  private record Ran(int exit, String out, String err) {
    Map<?, ?> json() {
      return (Map<?, ?>) Json.parse(out);
    }
  }

  private Ran run(String... arguments) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    int exit =
        Cli.run(
            arguments,
            new PrintStream(out, true, StandardCharsets.UTF_8),
            new PrintStream(err, true, StandardCharsets.UTF_8),
            new ByteArrayInputStream(new byte[0]));
    return new Ran(
        exit, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
  }

  private String at(String name) {
    return directory.resolve(name).toString();
  }

  @BeforeEach
  void makesKeys() throws Exception {
    for (String name : new String[] {"anna", "ben", "policy", "online"}) {
      assertThat(run("policy", "keygen", at(name)).exit()).isZero();
    }
    Files.writeString(directory.resolve("root.yaml"), ROOT);
    Files.writeString(directory.resolve("rules.yaml"), RULES);
    Files.writeString(directory.resolve("rules.cases.yaml"), CASES);
  }

  private Ran sign(String file, String... keys) {
    String[] arguments = new String[5 + 2 * keys.length + 2];
    String[] head = {"policy", "sign", at(file), "--tree", at("tree"), "--format", "json"};
    System.arraycopy(head, 0, arguments, 0, head.length);
    for (int i = 0; i < keys.length; i++) {
      arguments[7 + 2 * i] = "--key";
      arguments[8 + 2 * i] = at(keys[i]);
    }
    return run(arguments);
  }

  private static void fits(String schema, Ran ran) {
    assertThat(SchemaCheck.of(schema).fault(ran.json())).as(ran.out()).isNull();
  }

  @Test
  void aPrivateKeyIsItsOwnersAndIsNeverShownOrOverwritten() throws Exception {
    assertThat(
            PosixFilePermissions.toString(Files.getPosixFilePermissions(directory.resolve("anna"))))
        .isEqualTo("rw-------");
    String key = Files.readString(directory.resolve("anna"));
    Ran again = run("policy", "keygen", at("anna"));
    assertThat(again.exit()).isEqualTo(Exit.CANNOT);
    assertThat(Files.readString(directory.resolve("anna"))).isEqualTo(key);
    Ran made = run("policy", "keygen", at("eve"), "--format", "json");
    fits("policy-keygen.schema.json", made);
    String secret = Files.readString(directory.resolve("eve")).lines().toList().get(1);
    assertThat(made.out() + made.err()).doesNotContain(secret.substring(20));

    Files.setPosixFilePermissions(
        directory.resolve("anna"), PosixFilePermissions.fromString("rw-r-----"));
    Ran refused = sign("root.yaml", "anna", "ben");
    assertThat(refused.exit()).isEqualTo(Exit.CANNOT);
    assertThat(refused.err()).contains("others may use it").contains("chmod 600");
    assertThat(directory.resolve("tree")).doesNotExist();
  }

  @Test
  void aFleetIsSignedRolledOutComparedAndOpened() throws Exception {
    Ran half = sign("root.yaml", "anna");
    fits("policy-sign.schema.json", half);
    assertThat(half.exit()).isEqualTo(Exit.INCOMPLETE);
    assertThat(half.json().get("missing")).asString().contains("1 of the 2");
    // The second person signs what the first one has.
    Ran whole = sign("tree/root/1.json", "ben");
    assertThat(whole.exit()).as(whole.err()).isZero();

    Ran bundle = sign("rules.yaml", "policy");
    assertThat(bundle.exit()).as(bundle.err()).isZero();
    fits("policy-sign.schema.json", bundle);
    assertThat(sign("rules.yaml", "online").exit()).isEqualTo(Exit.CANNOT);

    Ran rollout =
        run(
            "policy",
            "rollout",
            "--tree",
            at("tree"),
            "--key",
            at("online"),
            "--head-key",
            at("online"),
            "--ring",
            "canary:10:observe:zone=eu,tier=1",
            "--ring",
            "all:100:enforce@2026-02-01T06:00:00Z",
            "--format",
            "json");
    assertThat(rollout.exit()).as(rollout.err()).isZero();
    fits("policy-rollout.schema.json", rollout);

    Ran shown =
        run(
            "policy",
            "inspect",
            at("tree/bundle/1.json"),
            "--tree",
            at("tree"),
            "--format",
            "json");
    fits("policy-inspect.schema.json", shown);
    assertThat(shown.json().get("accepted")).isEqualTo(true);

    Files.writeString(
        directory.resolve("rules.yaml"),
        RULES.replace("version: 1\nmode", "version: 2\nmode").replace("50'", "40'"));
    assertThat(sign("rules.yaml", "policy").exit()).isZero();
    Ran diff =
        run(
            "policy",
            "diff",
            at("tree/bundle/1.json"),
            at("tree/bundle/2.json"),
            "--format",
            "json");
    fits("policy-diff.schema.json", diff);
    assertThat(diff.exit()).isEqualTo(Exit.FAILED);
    assertThat(diff.out()).contains("/layers/0/rules/0/when").contains("\"/version\"");

    Ran alone = glass("observe", "anna");
    assertThat(alone.exit()).isEqualTo(Exit.FAILED);
    assertThat(alone.err()).contains("1 of the 2");
    Ran two = glass("observe", "anna", "--key", at("ben"));
    assertThat(two.exit()).as(two.err()).isZero();
    fits("breakglass-create.schema.json", two);
    assertThat(glass("freeze", "ben").exit()).isZero();
    String id = (String) ((Map<?, ?>) two.json().get("document")).get("id");
    String file = at("tree/breakglass/" + id + ".json");
    Ran claimed = run("breakglass", "inspect", file);
    assertThat(claimed.exit()).isZero();
    assertThat(claimed.out())
        .contains("says that it is signed by \"")
        .contains("the signatures were not checked: give --tree DIR");
    Ran accepted = run("breakglass", "inspect", file, "--tree", at("tree"));
    assertThat(accepted.exit()).isZero();
    assertThat(accepted.out()).contains("the root of the tree accepts these signatures");
    // To tighten takes one, as an agent has it.
    Ran freeze = glass("freeze", "ben");
    String frozen = (String) ((Map<?, ?>) freeze.json().get("document")).get("id");
    Ran one =
        run(
            "breakglass",
            "inspect",
            at("tree/breakglass/" + frozen + ".json"),
            "--tree",
            at("tree"));
    assertThat(one.exit()).as(one.out()).isZero();
  }

  private Ran head(String... more) {
    String[] first = {
      "policy", "rollout", "--tree", at("tree"), "--head-key", at("online"), "--format", "json"
    };
    String[] all = java.util.Arrays.copyOf(first, first.length + more.length);
    System.arraycopy(more, 0, all, first.length, more.length);
    return run(all);
  }

  /** How a fleet recovers: nothing of the epoch before is named any more. */
  @Test
  void afterTheNextEpochAHeadNamesNothingOfTheLastOne() throws Exception {
    assertThat(sign("root.yaml", "anna", "ben").exit()).isZero();
    assertThat(sign("rules.yaml", "policy").exit()).isZero();
    Ran before = head("--key", at("online"), "--ring", "all:100:enforce");
    assertThat(before.exit()).as(before.err()).isZero();
    assertThat(glass("observe", "anna", "--key", at("ben")).exit()).isZero();
    String root = Files.readString(directory.resolve("root.yaml"));
    Files.writeString(
        directory.resolve("root.yaml"),
        root.replace("epoch: 1", "epoch: 2").replace("version: 1", "version: 2"));
    Ran next = sign("root.yaml", "anna", "ben");
    assertThat(next.exit()).as(next.err() + next.out()).isZero();
    Ran old = head();
    assertThat(old.exit()).isEqualTo(Exit.FAILED);
    assertThat(old.err()).contains("bundle, 1, is of epoch 1, and the root is of epoch 2");
    Files.writeString(
        directory.resolve("rules.yaml"), RULES.replace("version: 1\nmode", "version: 2\nmode"));
    assertThat(sign("rules.yaml", "policy").exit()).isZero();
    Ran recovered = head();
    assertThat(recovered.exit()).as(recovered.err()).isZero();
    Map<?, ?> head = (Map<?, ?>) recovered.json().get("head");
    assertThat(head.get("epoch")).isEqualTo(2L);
    assertThat(head.get("version")).isEqualTo(1L);
    assertThat(head.get("rollout")).isNull();
    assertThat(head.get("breakglass")).isEqualTo(List.of());
  }

  /** A timer renews heads for ever, and what they name is over some day. */
  @Test
  void aHeadThatNamesWhatIsOverSaysSo() throws Exception {
    assertThat(sign("root.yaml", "anna", "ben").exit()).isZero();
    assertThat(sign("rules.yaml", "policy").exit()).isZero();
    Ran fresh = head("--key", at("online"), "--ring", "all:100:enforce");
    assertThat(fresh.exit()).as(fresh.err()).isZero();
    Path first = directory.resolve("tree/rollout/1.json");
    byte[] payload = Dsse.parse(Files.readAllBytes(first), 1 << 20).payload();
    String then =
        new String(payload, StandardCharsets.UTF_8)
            .replaceFirst("\"expires_at\":\"[^\"]+\"", "\"expires_at\":\"2026-01-01T00:00:00Z\"")
            .replaceFirst("\"version\":1\\}$", "\"version\":2}");
    assertThat(then).endsWith("\"version\":2}");
    Dsse over = Dsse.of(Kind.ROLLOUT.payloadType(), then.getBytes(StandardCharsets.UTF_8));
    Files.write(
        first.resolveSibling("2.json"),
        PrivateKeys.sign(over, PrivateKeys.of(List.of(directory.resolve("online")))).json());
    Ran renewed = head();
    assertThat(renewed.exit()).as(renewed.err()).isEqualTo(Exit.INCOMPLETE);
    assertThat(renewed.err())
        .contains("rollout/2 is over")
        .contains("Sign the next one with --ring");
    fits("policy-rollout.schema.json", renewed);
    Ran mended = head("--key", at("online"), "--ring", "all:100:enforce");
    assertThat(mended.exit()).as(mended.err()).isZero();
    assertThat(mended.err()).isEmpty();
  }

  /** Whatever an envelope says of itself is shown as what it is, and moves no terminal's cursor. */
  @Test
  void whatAnEnvelopeClaimsIsNoMoreThanThat() throws Exception {
    assertThat(sign("root.yaml", "anna", "ben").exit()).isZero();
    assertThat(sign("rules.yaml", "policy").exit()).isZero();
    Path file = directory.resolve("tree/bundle/1.json");
    String forged =
        Files.readString(file)
            .replaceFirst("\"keyid\":\"[0-9a-f]+\"", "\"keyid\":\"anna\\\\u001b[2Jand ben\"");
    Path other = Files.writeString(directory.resolve("forged.json"), forged);
    Ran claimed = run("policy", "inspect", other.toString());
    assertThat(claimed.out()).contains("not checked").doesNotContain("\u001b");
    Ran checked = run("policy", "inspect", other.toString(), "--tree", at("tree"));
    assertThat(checked.exit()).isEqualTo(Exit.FAILED);
    assertThat(checked.out())
        .contains("NOT accepted: one is by a key that may not sign this")
        .doesNotContain("\u001b");
  }

  private Ran glass(String action, String key, String... more) {
    String[] head = {
      "breakglass",
      "create",
      "--tree",
      at("tree"),
      "--head-key",
      at("online"),
      "--action",
      action,
      "--reason",
      "outage",
      "--for",
      "2h",
      "--format",
      "json",
      "--key",
      at(key)
    };
    String[] all = java.util.Arrays.copyOf(head, head.length + more.length);
    System.arraycopy(more, 0, all, head.length, more.length);
    return run(all);
  }

  @Test
  void nothingIsSignedWhoseOwnCasesFail() throws Exception {
    assertThat(sign("root.yaml", "anna", "ben").exit()).isZero();
    Files.writeString(directory.resolve("rules.cases.yaml"), CASES.replace("60", "6"));
    Ran failed = sign("rules.yaml", "policy");
    assertThat(failed.exit()).isEqualTo(Exit.FAILED);
    assertThat(failed.err()).contains("cases[0] expects deny and comes out as allow");
    assertThat(directory.resolve("tree/bundle/1.json")).doesNotExist();
  }

  /** A word that is none, and cases that are not where they belong, were passed over once. */
  @Test
  void whatWouldBePassedOverIsNotSigned() throws Exception {
    assertThat(sign("root.yaml", "anna", "ben").exit()).isZero();
    String[] tree = {
      "policy", "sign", at("rules.yaml"), "--tree", at("tree"), "--key", at("policy")
    };
    String[] word = java.util.Arrays.copyOf(tree, tree.length + 2);
    word[tree.length] = "--on-stale";
    word[tree.length + 1] = "Refuse";
    Ran refused = run(word);
    assertThat(refused.exit()).isEqualTo(Exit.USAGE);
    assertThat(refused.err()).contains("--on-stale \"Refuse\": expected keep or refuse");
    String[] least = word.clone();
    least[tree.length] = "--min-agent";
    least[tree.length + 1] = "v2.0.0";
    Ran version = run(least);
    assertThat(version.exit()).isEqualTo(Exit.FAILED);
    assertThat(version.err()).contains("min_agent: is no version like 1.2.3");
    Files.writeString(directory.resolve("rules.cases.yaml"), CASES.replace("cases:", "case:"));
    Ran cases = run(tree);
    assertThat(cases.exit()).isEqualTo(Exit.FAILED);
    assertThat(cases.err()).contains("rules.cases.yaml cases: expected a list");
    assertThat(directory.resolve("tree/bundle")).doesNotExist();
    Files.writeString(directory.resolve("rules.cases.yaml"), CASES);
    assertThat(run(tree).exit()).isZero();
  }

  @Test
  void aVersionIsNeverWrittenWithAnotherContent() throws Exception {
    assertThat(sign("root.yaml", "anna", "ben").exit()).isZero();
    assertThat(sign("rules.yaml", "policy").exit()).isZero();
    Files.writeString(directory.resolve("rules.yaml"), RULES.replace("50", "5"));
    Files.delete(directory.resolve("rules.cases.yaml"));
    Ran other = sign("rules.yaml", "policy");
    assertThat(other.exit()).isEqualTo(Exit.CANNOT);
    assertThat(other.err()).contains("never changed");
  }

  @Test
  void whatBelongsToAMachineIsNotSigned() throws Exception {
    assertThat(sign("root.yaml", "anna", "ben").exit()).isZero();
    Files.writeString(directory.resolve("rules.yaml"), RULES + "ledger: { dir: d }\n");
    assertThat(sign("rules.yaml", "policy").err()).contains("belongs to the machine");
  }

  @Test
  void anAcknowledgementNeedsSomethingToAcknowledge() throws Exception {
    Ran none = run("policy", "ack", at("nowhere"));
    assertThat(none.exit()).isEqualTo(Exit.CANNOT);
    Files.createDirectories(directory.resolve("state/policy"));
    Ran open = run("policy", "ack", at("state"), "--format", "json");
    assertThat(open.exit()).as(open.err()).isZero();
    fits("policy-ack.schema.json", open);
    assertThat(open.json().get("acknowledged")).isEqualTo(false);
  }

  @ParameterizedTest
  @ValueSource(strings = {"keygen", "sign", "inspect", "diff", "rollout", "ack"})
  void saysWhatItTakes(String command) {
    assertThat(run("policy", command).exit()).isEqualTo(Exit.USAGE);
    assertThat(run("policy", command, "--help").exit()).isZero();
    assertThat(run("policy", command, "--schema").out()).contains("2020-12");
  }
}
