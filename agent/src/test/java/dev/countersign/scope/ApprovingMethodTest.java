package dev.countersign.scope;

import static org.assertj.core.api.Assertions.assertThat;

import dev.countersign.approval.ApprovalRequest;
import dev.countersign.approval.Asked;
import dev.countersign.approval.AskedQuestions;
import dev.countersign.approval.Offer;
import dev.countersign.approval.UnsignedAnswer;
import dev.countersign.ledger.BodyState;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A method of the application that says whether somebody approved a call. */
class ApprovingMethodTest {

  private static final String ARGS = "{\"name\":\"a\"}";
  private static final List<Map<String, Object>> ASKED = new ArrayList<>();
  private static volatile Function<Map<String, Object>, Object> says;

  @TempDir private Path directory;
  private Fixture run;
  private AskedQuestions questions;

  /** What a tool may say of somebody's approval. */
  enum Word {
    APPROVED,
    REFUSED,
    PENDING
  }

  /** As the configuration names it. */
  static Object approved(Map<String, Object> question) {
    synchronized (ASKED) {
      ASKED.add(question);
    }
    return says.apply(question);
  }

  /** Not static. */
  Object notStatic(Map<String, Object> question) {
    return true;
  }

  private void run(String rules) throws Exception {
    run("enforce", rules, "approved");
  }

  private void run(String mode, String rules, String method) throws Exception {
    run(mode, rules, method, "method");
  }

  private void run(String mode, String rules, String method, String from) throws Exception {
    ASKED.clear();
    run =
        new Fixture(
            directory,
            mode,
            rules
                + "\napprovals: { from: ["
                + from
                + "], method: \""
                + ApprovingMethodTest.class.getName()
                + '#'
                + method
                + "\" }");
    run.effects.closePreviewsBy(() -> null);
    again();
  }

  /** The JVM starts anew. */
  private void again() {
    again(Duration.ZERO);
  }

  /** So much later. */
  private void again(Duration later) {
    questions =
        new AskedQuestions(
            directory.resolve("state").toString(),
            Duration.ofHours(1),
            Clock.offset(Clock.systemUTC(), later));
    run.effects.ask(null, questions, "Main", 1);
  }

  @AfterEach
  void end() {
    ThreadCell.current().swap(null);
  }

  private String call(String arguments) {
    CallScope scope = run.effects.resolve(run.call("refund", arguments));
    try {
      if (scope.refusal() != null) {
        return scope.refusal().code();
      }
      run.effects
          .bodies()
          .enter(scope, run.body("refund", arguments), run.plan)
          .ended(BodyState.RETURNED, null);
      run.effects.bodies().ended(scope);
      return "paid";
    } finally {
      run.effects.end(scope, null);
    }
  }

  private static final String HUMAN = "tools: [{ tool: refund, approval: human, disclose: true }]";

  @Test
  void isAskedWithWhatAPersonDecidesOn() throws Exception {
    run(HUMAN);
    says = question -> true;
    assertThat(call(ARGS)).isEqualTo("paid");
    Map<String, Object> record = lastDecision();
    assertThat(ASKED.get(0))
        .containsEntry("tool", "refund")
        .containsEntry("request_digest", record.get("request_digest"))
        .containsEntry("arguments", Map.of("name", "a"))
        .containsEntry("reason", "approval: human")
        .containsKeys("question", "predicted_changes", "permits", "expires_at");
    assertThat((Map<?, ?>) record.get("approval"))
        .extracting("source", "decision", "request_digest", "question")
        .containsExactly(
            "method", "approve", record.get("request_digest"), ASKED.get(0).get("question"));
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

  /** One yes that is never taken back, two calls; then a second yes. */
  @Test
  void aYesThatIsNotTakenBackIsUsedOnce() throws Exception {
    run(HUMAN);
    says = question -> Word.APPROVED;
    assertThat(call(ARGS)).isEqualTo("paid");
    assertThat(call(ARGS)).isEqualTo("CS-APPROVAL");
    assertThat(lastDecision().get("findings").toString()).contains("approval_not_accepted");
    again();
    assertThat(call(ARGS)).isEqualTo("CS-APPROVAL");
    for (int i = 1; i <= 3; i++) {
      again(Duration.ofHours(5L * i)); // the question is cleared away
      assertThat(call(ARGS)).isEqualTo("CS-APPROVAL");
    }
    says = question -> Word.PENDING;
    assertThat(call(ARGS)).isEqualTo("CS-APPROVAL");
    says = question -> "approve";
    assertThat(call(ARGS)).isEqualTo("paid");
    assertThat(call("{\"name\":\"b\"}")).isEqualTo("paid");
  }

  @Test
  void aMethodThatAsksEachTimeAnswersTheQuestion() throws Exception {
    run(HUMAN);
    says = question -> question.get("question");
    assertThat(call(ARGS)).isEqualTo("paid");
    assertThat(call(ARGS)).isEqualTo("paid");
    Object first = ASKED.get(0).get("question");
    says = question -> first;
    assertThat(call(ARGS)).isEqualTo("CS-APPROVAL");
  }

  @Test
  void oneYesIsForOneOfTwoCallsAtATime() throws Exception {
    run(HUMAN);
    java.util.concurrent.CyclicBarrier together = new java.util.concurrent.CyclicBarrier(2);
    says =
        question -> {
          try {
            together.await();
          } catch (Exception broken) {
            throw new IllegalStateException(broken);
          }
          return true;
        };
    ExecutorService pool = Executors.newFixedThreadPool(2);
    try {
      Callable<String> one = () -> call(ARGS);
      List<String> codes = new ArrayList<>();
      for (Future<String> each : pool.invokeAll(List.of(one, one))) {
        codes.add(each.get());
      }
      assertThat(codes).containsExactlyInAnyOrder("paid", "CS-APPROVAL");
    } finally {
      pool.shutdown();
    }
  }

  @Test
  void aNoIsRecorded() throws Exception {
    run(HUMAN);
    says = question -> Word.REFUSED;
    assertThat(call(ARGS)).isEqualTo("CS-APPROVAL");
    assertThat((Map<?, ?>) lastDecision().get("approval"))
        .extracting("decision")
        .isEqualTo("refuse");
  }

  @ParameterizedTest
  @ValueSource(strings = {"false", "null", "yes", "1", "throws", "error"})
  void anythingElseIsNoApproval(String what) throws Exception {
    run(HUMAN);
    says =
        question -> {
          switch (what) {
            case "false":
              return false;
            case "null":
              return null;
            case "1":
              return 1;
            case "throws":
              throw new IllegalStateException("secret");
            case "error":
              throw new StackOverflowError();
            default:
              return what;
          }
        };
    assertThat(call(ARGS)).isEqualTo("CS-APPROVAL");
    assertThat(lastDecision().toString()).doesNotContain("secret");
  }

  @Test
  void whatItAttemptsIsRefusedAndItsYesIsNone() throws Exception {
    run(HUMAN);
    List<String> codes = new ArrayList<>();
    says =
        question -> {
          try {
            run.effects.commit(run.exec("touch", "it"));
            codes.add("ran");
          } catch (dev.countersign.EffectRefusedException refused) {
            codes.add(refused.code());
          }
          return true;
        };
    assertThat(call(ARGS)).isEqualTo("CS-APPROVAL");
    assertThat(codes).containsExactly("CS-UNBOUND");
  }

  @Test
  void aMethodOfAnObjectIsNotCalled() throws Exception {
    run("enforce", HUMAN, "notStatic");
    assertThat(call(ARGS)).isEqualTo("CS-APPROVAL");
    assertThat(lastDecision().get("findings").toString()).contains("approvals_unusable");
  }

  @Test
  void aToolCanInsistOnTickets() throws Exception {
    run("tools: [{ tool: refund, approval: human, approval_from: [tickets] }]");
    says = question -> true;
    assertThat(call(ARGS)).isEqualTo("CS-APPROVAL");
    assertThat(ASKED).isEmpty();
  }

  /** Whoever is asked by a framework is asked last: the method may have approved it already. */
  @Test
  void aFrameworkAsksNobodyAboutWhatTheMethodApproved() throws Exception {
    run("enforce", HUMAN, "approved", "adk, method");
    List<String> asked = new ArrayList<>();
    says = question -> true;
    assertThat(offered(asked, false)).isEqualTo("resolved");
    assertThat(asked).isEmpty();
    says = question -> false;
    assertThat(offered(asked, false)).isEqualTo("CS-APPROVAL");
    assertThat(asked).containsExactly("adk");
    ASKED.clear();
    assertThat(offered(asked, true)).isEqualTo("resolved");
    assertThat(ASKED).isEmpty();
  }

  private String offered(List<String> looked, boolean answered) {
    Offer offer =
        new Offer() {
          @Override
          public String source() {
            return "adk";
          }

          @Override
          public boolean isAnswered() {
            return answered;
          }

          @Override
          public UnsignedAnswer look(ApprovalRequest request) {
            looked.add(source());
            Asked question = questions.draw(source(), "0".repeat(64), request);
            return answered ? UnsignedAnswer.yes(question, null) : UnsignedAnswer.asking(question);
          }
        };
    CallScope scope = run.effects.resolve(run.call("refund", ARGS), this, object -> object, offer);
    String code = scope.refusal() == null ? "resolved" : scope.refusal().code();
    run.effects.end(scope, null);
    return code;
  }

  @Test
  void nobodyIsAskedWhereNothingIsRefused() throws Exception {
    run("observe", HUMAN, "approved");
    assertThat(call(ARGS)).isEqualTo("paid");
    assertThat(ASKED).isEmpty();
    assertThat(lastDecision()).containsEntry("would_refuse", "CS-APPROVAL");
  }

  /** An effect that a rule asks about where it fires, with the values that it has then. */
  @Test
  void anEffectIsAskedAboutWhereItFires() throws Exception {
    run(
        "layers: [{ level: org, version: 1, rules: [{ id: r, when: 'exec', verdict:"
            + " requires_approval, reason: r }] }]\n"
            + "tools: [{ tool: refund, effects: [{ exec: { argv: [mail, \"${args.name}\"] } }] }]");
    says = question -> true;
    CallScope scope = run.effects.resolve(run.call("refund", ARGS));
    run.effects.bodies().enter(scope, run.body("refund", ARGS), run.plan);
    run.effects.commit(run.exec("mail", "a")).ended(BodyState.RETURNED, null);
    run.effects.bodies().ended(scope);
    run.effects.end(scope, null);
    assertThat(ASKED).hasSize(1);
    assertThat(ASKED.get(0)).containsEntry("verb", "exec").containsEntry("target", "mail");
  }
}
