package dev.countersign.scope;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.countersign.EffectRefusedException;
import dev.countersign.approval.ApprovalCheck;
import dev.countersign.approval.ApprovalDirectory;
import dev.countersign.approval.ApprovalEntry;
import dev.countersign.approval.ApprovalRequest;
import dev.countersign.approval.ApprovalState;
import dev.countersign.approval.Decision;
import dev.countersign.approval.Ticket;
import dev.countersign.canonical.Ed25519;
import dev.countersign.ledger.BodyState;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What needs a person's approval, on the way of calls and effects, and what the books say. */
class ApprovalsTest {

  private static final String ARGS = "{\"name\":\"a\"}";
  private static final String HUMAN = "tools: [{ tool: refund, approval: human }]";

  @TempDir private Path directory;

  private final Ed25519 key = Ed25519.of(seed());
  private ApprovalDirectory approvals;
  private Fixture run;

  private static byte[] seed() {
    byte[] seed = new byte[32];
    Arrays.fill(seed, (byte) 9);
    return seed;
  }

  @BeforeEach
  void open() throws Exception {
    approvals = ApprovalDirectory.openOrMake(directory.resolve("approvals").toString());
  }

  private void run(String mode, String rules) throws Exception {
    run(mode, rules, Duration.ofHours(1));
  }

  private void run(String mode, String rules, Duration ttl) throws Exception {
    run = new Fixture(directory, mode, rules);
    run.effects.ask(new ApprovalCheck(approvals, List.of(key.publicKey()), ttl), null, "Main", 1);
  }

  private ApprovalEntry pending() throws Exception {
    for (ApprovalEntry entry : approvals.entries()) {
      if (entry.state() == ApprovalState.PENDING) {
        return entry;
      }
    }
    throw new AssertionError("nobody is asked: " + approvals.entries());
  }

  private Ticket answer(Decision decision) throws Exception {
    return approvals.answer(pending().request(), decision, "as agreed", "ada", key);
  }

  private CallScope call(String arguments) {
    return run.effects.resolve(run.call("refund", arguments));
  }

  private static String code(CallScope scope) {
    return scope.refusal() == null ? null : scope.refusal().code();
  }

  private String refused(String arguments) {
    CallScope scope = call(arguments);
    run.effects.end(scope, null);
    return code(scope);
  }

  private Map<String, Object> lastDecision() throws Exception {
    List<Map<String, Object>> records = run.records();
    for (int i = records.size() - 1; i >= 0; i--) {
      if ("decision".equals(records.get(i).get("record")) && !records.get(i).containsKey("act")) {
        return records.get(i);
      }
    }
    throw new AssertionError("no decision");
  }

  @Test
  void whatIsApprovedHappensOnceAndTheBooksHaveTheTicket() throws Exception {
    run("enforce", HUMAN);
    assertThat(refused(ARGS)).isEqualTo("CS-APPROVAL");
    assertThat(refused(ARGS)).isEqualTo("CS-APPROVAL");
    assertThat(approvals.entries()).hasSize(1);
    assertThat(lastDecision())
        .doesNotContainKey("approval")
        .containsEntry("verdict", "requires_approval");
    assertThat(pending().request().requestDigest()).isEqualTo(lastDecision().get("request_digest"));
    assertThat(pending().request().arguments()).isEqualTo(Map.of("name", "a"));
    Ticket ticket = answer(Decision.APPROVE);

    CallScope scope = call(ARGS);
    assertThat(code(scope)).isNull();
    Firing firing = run.effects.bodies().enter(scope, run.body("refund", ARGS), run.plan);
    firing.ended(BodyState.RETURNED, null);
    run.effects.bodies().ended(scope);
    run.effects.end(scope, null);
    Map<String, Object> record = lastDecision();
    assertThat(record)
        .containsEntry("verdict", "requires_approval")
        .doesNotContainKey("would_refuse");
    assertThat((Map<?, ?>) record.get("approval"))
        .extracting("approver", "decision", "digest", "ticket")
        .containsExactly("ada", "approve", ticket.digest(), ticket.id());
    assertThat(run.story()).endsWith("deny(CS-APPROVAL) deny(CS-APPROVAL) allow outcome(returned)");

    assertThat(refused(ARGS)).isEqualTo("CS-APPROVAL");
    assertThat(pending().request().id()).isNotEqualTo(ticket.id());
  }

  @Test
  void oneApprovalIsForOneUseHoweverOftenTheToolMayRun() throws Exception {
    run("enforce", "tools: [{ tool: refund, approval: human, times: 3 }]");
    refused(ARGS);
    answer(Decision.APPROVE);
    CallScope scope = call(ARGS);
    run.effects
        .bodies()
        .enter(scope, run.body("refund", ARGS), run.plan)
        .ended(BodyState.RETURNED, null);
    run.effects.bodies().ended(scope);
    assertThatThrownBy(() -> run.effects.bodies().enter(scope, run.body("refund", ARGS), run.plan))
        .hasMessageContaining("[CS-REPLAY]");
    run.effects.end(scope, null);
  }

  @Test
  void anotherToolOrArgumentDefinitionOrPolicyIsAnotherRequest() throws Exception {
    run("enforce", HUMAN);
    refused(ARGS);
    answer(Decision.APPROVE);
    assertThat(refused("{\"name\":\"b\"}")).isEqualTo("CS-APPROVAL");
    run.pin = "pin-2";
    assertThat(refused(ARGS)).isEqualTo("CS-APPROVAL");
    run.pin = "pin-1";
    run.judging.adopt(run.judge(2, "enforce", HUMAN), () -> {});
    assertThat(refused(ARGS)).isEqualTo("CS-APPROVAL");
    run.judging.adopt(run.judge(1, "enforce", HUMAN), () -> {});
    assertThat(refused(ARGS)).isNull();
  }

  @Test
  void aRefusalIsInTheBooks() throws Exception {
    run("enforce", HUMAN);
    refused(ARGS);
    answer(Decision.REFUSE);
    assertThat(refused(ARGS)).isEqualTo("CS-APPROVAL");
    assertThat((Map<?, ?>) lastDecision().get("approval"))
        .extracting("decision", "approver")
        .containsExactly("refuse", "ada");
  }

  @Test
  void oneThatIsTooOldIsExpired() throws Exception {
    run("enforce", HUMAN, Duration.ofHours(1));
    refused(ARGS);
    answer(Decision.APPROVE);
    // The same answer, for a machine whose approvals live shorter: no test waits.
    run("enforce", HUMAN, Duration.ofMillis(1));
    assertThat(refused(ARGS)).isEqualTo("CS-EXPIRED");
  }

  @Test
  void aRuleCanAskAboutACall() throws Exception {
    run(
        "enforce",
        "layers: [{ level: team, version: 1, rules: [{ id: ask, when: 'invoke of \"refund\"',"
            + " verdict: requires_approval, reason: money }] }]");
    assertThat(refused(ARGS)).isEqualTo("CS-APPROVAL");
    assertThat(pending().request().reason()).isEqualTo("money");
    answer(Decision.APPROVE);
    assertThat(refused(ARGS)).isNull();
    assertThat(refused(ARGS)).isEqualTo("CS-APPROVAL");
  }

  /** Of two calls of one name, a client's and its server's say, one may be asked about alone. */
  @Test
  void aRuleCanAskAboutTheMethodThatCarriesACallOut() throws Exception {
    String asks =
        "layers: [{ level: team, version: 1, rules: [{ id: ask, when: 'invoke of \"refund\" where"
            + " method starts with \"%s\"', verdict: requires_approval, reason: money }] }]";
    run("enforce", asks.formatted("io.modelcontextprotocol.client."));
    assertThat(refused(ARGS)).isNull();
    run("enforce", asks.formatted(Fixture.METHOD.substring(0, Fixture.METHOD.indexOf('#'))));
    assertThat(refused(ARGS)).isEqualTo("CS-APPROVAL");
  }

  @Test
  void aRuleCanAskAboutAnEffectAtItsSink() throws Exception {
    run(
        "enforce",
        "tools: [{ tool: refund, effects: [{ exec: { argv: [git, \"${args.name}\"] }, times: any }]"
            + " }]\n"
            + "layers: [{ level: team, version: 1, rules: [{ id: ask, when: 'exec', verdict:"
            + " requires_approval, reason: starts }] }]");
    CallScope first = call(ARGS);
    assertThatThrownBy(() -> run.effects.commit(run.exec("git", "a")))
        .isInstanceOf(EffectRefusedException.class)
        .hasMessageContaining("[CS-APPROVAL]");
    run.effects.end(first, null);
    assertThat(pending().request())
        .extracting("verb", "target", "tool", "reason")
        .containsExactly("exec", "git", "refund", "starts");
    assertThat(pending().request().predictedChanges()).hasSize(1);
    answer(Decision.APPROVE);
    CallScope second = call(ARGS);
    run.effects.peek(List.of(run.exec("git", "a")));
    run.effects.commit(run.exec("git", "a")).ended(BodyState.RETURNED, null);
    assertThat(lastDecision()).containsKey("approval");
    assertThatThrownBy(() -> run.effects.commit(run.exec("git", "a")))
        .hasMessageContaining("[CS-APPROVAL]");
    run.effects.end(second, null);
  }

  @Test
  void autoAsksOnlyWhereAValueIsLeftToTheTool() throws Exception {
    run(
        "enforce",
        "tools:\n"
            + "  - { tool: refund, approval: auto, effects: [{ exec: { argv: [git, \"${any}\"] } }]"
            + " }\n"
            + "  - { tool: search, approval: auto, effects: [{ exec: { argv: [git,"
            + " \"${args.name}\"] } }] }\n"
            + "  - { tool: plain, approval: auto }\n");
    assertThat(run.effects.resolve(run.call("search", ARGS)).refusal()).isNull();
    assertThat(run.effects.resolve(run.call("plain", ARGS)).refusal()).isNull();
    assertThat(approvals.entries()).isEmpty();
    assertThat(refused(ARGS)).isEqualTo("CS-APPROVAL");
    assertThat(pending().request().reason()).contains("auto");
    answer(Decision.APPROVE);
    assertThat(refused(ARGS)).isNull();
    assertThat(lastDecision()).containsEntry("verdict", "allow").containsKey("approval");
    assertThat(refused(ARGS)).isEqualTo("CS-APPROVAL");
  }

  /** Everything that whoever writes files as this user can do to the directory. */
  private void putBack(Map<Path, byte[]> before) throws Exception {
    try (var files = Files.list(approvals.path())) {
      for (Path each : files.toList()) {
        Files.delete(each);
      }
    }
    for (Map.Entry<Path, byte[]> each : before.entrySet()) {
      Files.write(each.getKey(), each.getValue());
      Files.setPosixFilePermissions(each.getKey(), PosixFilePermissions.fromString("rw-r-----"));
    }
  }

  private void useOneAndStartAgain(Map<Path, byte[]> before) throws Exception {
    run("enforce", "tools: [{ tool: refund, approval: human, pin: off }]");
    refused(ARGS);
    answer(Decision.APPROVE);
    try (var files = Files.list(approvals.path())) {
      for (Path each : files.toList()) {
        before.put(each, Files.readAllBytes(each));
      }
    }
    CallScope scope = call(ARGS);
    run.effects
        .bodies()
        .enter(scope, run.body("refund", ARGS), run.plan)
        .ended(BodyState.RETURNED, null);
    run.effects.bodies().ended(scope);
    run.effects.end(scope, null);
    run("enforce", "tools: [{ tool: refund, approval: human, pin: off }]");
    putBack(before);
  }

  @Test
  void aMarkThatIsRemovedBeforeTheNextStartIsFoundOutByTheBooks() throws Exception {
    Map<Path, byte[]> before = new HashMap<>();
    useOneAndStartAgain(before);
    assertThat(refused(ARGS)).isEqualTo("CS-APPROVAL");
    assertThat(run.records())
        .extracting(record -> String.valueOf(record.get("findings")))
        .contains("[approval_not_accepted]");
    assertThat(pending().request().id()).isNotNull();
    // Once more: by now the refusal itself names the ticket in these books, which is no use.
    run("enforce", "tools: [{ tool: refund, approval: human, pin: off }]");
    putBack(before);
    assertThat(refused(ARGS)).isEqualTo("CS-APPROVAL");
  }

  @Test
  void withoutTheBooksThatMarkWouldBeMissedByNobody() throws Exception {
    Map<Path, byte[]> before = new HashMap<>();
    useOneAndStartAgain(before);
    try (var books = Files.list(directory.resolve("ledger"))) {
      for (Path each : books.filter(Files::isRegularFile).toList()) {
        if (!each.equals(run.ledger.files().chain())
            && !each.equals(run.ledger.files().effects())) {
          Files.delete(each);
        }
      }
    }
    assertThat(refused(ARGS)).isNull();
  }

  @Test
  void anAnswerThatOnlyARefusedCallCarriesCanBeUsedByTheNextRun() throws Exception {
    run("enforce", "tools: [{ tool: refund, approval: human, pin: '" + "0".repeat(64) + "' }]");
    refused(ARGS);
    answer(Decision.APPROVE);
    assertThat(refused(ARGS)).as("approved, and not what was pinned").isEqualTo("CS-PIN");
    assertThat(lastDecision()).containsKey("approval");
    run("enforce", "tools: [{ tool: refund, approval: human, pin: '" + "0".repeat(64) + "' }]");
    assertThat(new UsedTickets(run.ledger).haveUsed(approvals.entries().get(0).ticket())).isFalse();
  }

  @Test
  void whereNothingIsRefusedNobodyIsAsked() throws Exception {
    run("observe", HUMAN);
    assertThat(refused(ARGS)).isNull();
    assertThat(lastDecision()).containsEntry("would_refuse", "CS-APPROVAL");
    assertThat(approvals.entries()).isEmpty();
    try (var files = Files.list(approvals.path())) {
      assertThat(files).isEmpty();
    }
  }

  @Test
  void whatIsRefusedOtherwiseUsesNoApprovalUp() throws Exception {
    run("enforce", HUMAN);
    refused(ARGS);
    answer(Decision.APPROVE);
    run.judging.close("tampered");
    assertThat(refused(ARGS)).isEqualTo("CS-POLICY");
    run.judging.close(null);
    assertThat(refused(ARGS)).isNull();
  }

  @Test
  void whoDecidesSeesTheValuesButNoSecret() throws Exception {
    run(
        "enforce",
        "tools: [{ tool: refund, approval: human, effects: [{ exec: { argv: [git,"
            + " \"${args.name}\", \"${args.token}\"] } }] }]");
    refused("{\"name\":\"a\",\"amount\":249,\"token\":\"hunter2\",\"note\":\"with hunter2\"}");
    ApprovalRequest asked = pending().request();
    assertThat(asked.arguments())
        .isEqualTo(Map.of("name", "a", "amount", 249L, "token", "***", "note", "with ***"));
    assertThat(asked.predictedChanges().get(0))
        .containsEntry("action", "exec")
        .containsEntry("target", "git")
        .containsEntry("summary", "Start git: name → argv[1] \"a\", token → argv[2]");
    assertThat(new String(asked.bytes(), StandardCharsets.UTF_8)).doesNotContain("hunter2");
    // The books keep what was shown by its digest, as long as the tool does not disclose.
    assertThat((String) lastDecision().get("predicted_changes")).matches("sha256:[0-9a-f]{64}");
    answer(Decision.APPROVE);
    assertThat(
            refused(
                "{\"name\":\"a\",\"amount\":249,\"token\":\"hunter3\",\"note\":\"with hunter3\"}"))
        .as("another secret is another request, although it looks the same")
        .isEqualTo("CS-APPROVAL");
  }

  @Test
  void whoDecidesAboutAnEffectSeesItWithoutTheSecretsOfItsCall() throws Exception {
    run(
        "enforce",
        "tools: [{ tool: refund, effects: [{ exec: { argv: [git, \"${any}\", \"${args.token}\"] }"
            + " }] }]\n"
            + "layers: [{ level: team, version: 1, rules: [{ id: ask, when: 'exec', verdict:"
            + " requires_approval, reason: starts }] }]");
    CallScope scope = call("{\"token\":\"hunter2\"}");
    assertThatThrownBy(() -> run.effects.commit(run.exec("git", "a b", "hunter2")))
        .hasMessageContaining("[CS-APPROVAL]");
    run.effects.end(scope, null);
    ApprovalRequest asked = pending().request();
    assertThat(asked.predictedChanges().get(0))
        .containsEntry("summary", "Start git \"a b\" \"***\"")
        .containsEntry("target", "git");
    assertThat(asked.arguments()).containsEntry("argv", List.of("git", "a b", "***"));
  }

  /** Under rules that ask about what two tools do alike. */
  @Test
  void theSameEffectOfTwoToolsThatNothingPinsIsTwoQuestions() throws Exception {
    run(
        "enforce",
        "tools: [{ tool: '*', pin: off, effects: [{ exec: { argv: [git, a] }, times: any }] }]\n"
            + "layers: [{ level: team, version: 1, rules: [{ id: ask, when: 'exec', verdict:"
            + " requires_approval, reason: starts }] }]");
    for (String tool : List.of("refund", "search", "refund")) {
      CallScope scope = run.effects.resolve(run.call(tool, ARGS));
      assertThatThrownBy(() -> run.effects.commit(run.exec("git", "a")))
          .hasMessageContaining("[CS-APPROVAL]");
      run.effects.end(scope, null);
    }
    assertThat(approvals.entries())
        .extracting(entry -> entry.request().tool())
        .containsExactlyInAnyOrder("refund", "search");
  }

  @Test
  void whatItAsksIsInTheBooksAsAnActOfTheAgents() throws Exception {
    run("enforce", HUMAN);
    refused(ARGS);
    assertThat(run.records())
        .anySatisfy(
            record ->
                assertThat(record)
                    .containsEntry("act", "agent.approval")
                    .containsEntry("status", "asked")
                    .containsEntry("request_digest", pending().request().requestDigest()));
    assertThat(run.entries())
        .anySatisfy(e -> assertThat(e).containsEntry("scope", "agent.approval"));
  }

  /** Hours later, for everything that asks what time it is. */
  private final AtomicReference<Duration> later = new AtomicReference<>(Duration.ZERO);

  private void runWithAClock(String rules) throws Exception {
    run = new Fixture(directory, "enforce", rules);
    Clock clock =
        new Clock() {
          @Override
          public Instant instant() {
            return Instant.now().plus(later.get());
          }

          @Override
          public ZoneId getZone() {
            return ZoneOffset.UTC;
          }

          @Override
          public Clock withZone(ZoneId zone) {
            return this;
          }
        };
    run.effects.ask(
        new ApprovalCheck(approvals, List.of(key.publicKey()), Duration.ofHours(1), clock),
        null,
        "Main",
        1);
  }

  @Test
  void anApprovalThatEndsBeforeTheBodyBeginsIsExpiredThere() throws Exception {
    runWithAClock(HUMAN);
    refused(ARGS);
    answer(Decision.APPROVE);
    CallScope scope = call(ARGS);
    assertThat(code(scope)).isNull();
    later.set(Duration.ofHours(2));
    assertThatThrownBy(() -> run.effects.bodies().enter(scope, run.body("refund", ARGS), run.plan))
        .hasMessageContaining("[CS-EXPIRED]");
    run.effects.end(scope, null);
  }

  @Test
  void anEffectOfACallWhoseApprovalEndedBeforeItsBodyIsExpired() throws Exception {
    runWithAClock(
        "tools: [{ tool: refund, approval: human, effects: [{ exec: { argv: [git,"
            + " \"${args.name}\"] }, times: any }] }]");
    refused(ARGS);
    answer(Decision.APPROVE);
    CallScope late = call(ARGS);
    later.set(Duration.ofHours(2));
    assertThatThrownBy(() -> run.effects.commit(run.exec("git", "a")))
        .hasMessageContaining("[CS-EXPIRED]");
    run.effects.end(late, null);
    // A body that began in time is carried through.
    later.set(Duration.ZERO);
    refused(ARGS);
    answer(Decision.APPROVE);
    CallScope scope = call(ARGS);
    run.effects.bodies().enter(scope, run.body("refund", ARGS), run.plan);
    later.set(Duration.ofHours(2));
    run.effects.commit(run.exec("git", "a")).ended(BodyState.RETURNED, null);
    run.effects.bodies().ended(scope);
    run.effects.end(scope, null);
  }

  @Test
  void anEffectBeforeTheBodyNeedsTheApprovalToHoldStill() throws Exception {
    run(
        "enforce",
        "tools: [{ tool: refund, approval: human, effects: [{ exec: { argv: [git,"
            + " \"${args.name}\"] } }] }]");
    refused(ARGS);
    answer(Decision.APPROVE);
    CallScope scope = call(ARGS);
    assertThat(scope.grant().isOver()).isFalse();
    run.effects.commit(run.exec("git", "a")).ended(BodyState.RETURNED, null);
    run.effects.end(scope, null);
    assertThat(refused(ARGS)).isEqualTo("CS-APPROVAL");
  }
}
