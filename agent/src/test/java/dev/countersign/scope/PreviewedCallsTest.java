package dev.countersign.scope;

import static org.assertj.core.api.Assertions.assertThat;

import dev.countersign.EffectRefusedException;
import dev.countersign.RefusalCode;
import dev.countersign.approval.ApprovalCheck;
import dev.countersign.approval.ApprovalDirectory;
import dev.countersign.approval.ApprovalRequest;
import dev.countersign.approval.Decision;
import dev.countersign.canonical.Ed25519;
import dev.countersign.ledger.Capture;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whose preview decides about a call that {@code require_preview} looks at. */
class PreviewedCallsTest {

  private static final String RULES =
      "tools:\n  - tool: archive\n    method: \""
          + Fixture.METHOD
          + "\"\n    require_preview: true\n";

  @TempDir Path directory;
  private Fixture run;

  /** A tool's object, one for each user. */
  public static final class OfUser {

    final List<Object> asked = new ArrayList<>();
    private final boolean refuses;

    OfUser(boolean refuses) {
      this.refuses = refuses;
    }

    public Object preview(Map<String, Object> inputs) {
      asked.add(inputs.get("name"));
      if (refuses) {
        throw new IllegalStateException("not this user");
      }
      return Map.of("changes", List.of());
    }
  }

  @BeforeEach
  void begin() throws Exception {
    run = new Fixture(directory, "enforce", RULES);
    run.effects.closePreviewsBy(() -> null);
  }

  @AfterEach
  void end() {
    ThreadCell.current().swap(null);
  }

  /** A call during whose judgment something else happens. */
  private ToolCall during(Runnable meanwhile) {
    ToolCall call = run.call("archive", "{\"name\":\"a\"}");
    return new ToolCall(
        call.tool(),
        null,
        call.arguments(),
        call.target(),
        () -> {
          meanwhile.run();
          return "plan-1";
        },
        call.pin(),
        Capture.WRAPPER_SYNC,
        call.adapter(),
        null);
  }

  private void another(OfUser user) {
    Thread thread =
        new Thread(
            () ->
                run.effects.resolve(
                    run.call("archive", "{\"name\":\"b\"}"), user, UnaryOperator.identity()));
    thread.start();
    try {
      thread.join();
    } catch (InterruptedException interrupted) {
      throw new AssertionError(interrupted);
    }
  }

  @Test
  void aCallAsksItsOwnObject() {
    OfUser first = new OfUser(true);
    OfUser second = new OfUser(false);

    CallScope scope =
        run.effects.resolve(
            during(() -> another(second)), (Object) first, UnaryOperator.identity());

    assertThat(second.asked).containsExactly("b");
    assertThat(first.asked).containsExactly("a");
    assertThat(scope.refusal()).isInstanceOf(EffectRefusedException.class);
  }

  @Test
  void whoAsksWithoutACallAsksTheOneSeenLast() {
    OfUser first = new OfUser(true);
    OfUser second = new OfUser(false);
    run.effects.resolve(during(() -> another(second)), first, UnaryOperator.identity());
    int before = second.asked.size();

    run.effects
        .previews()
        .preview("archive", run.judging.now().ruleFor("archive"), Map.of("name", "c"));

    assertThat(second.asked).hasSize(before + 1);
  }

  /** A tool whose preview says what it is told to. */
  public static final class Saying {

    String target = "orders.a";

    public Object preview(Map<String, Object> inputs) {
      return Map.of(
          "changes",
          List.of(Map.of("action", "refund", "target", target, "summary", "Pays it back")));
    }
  }

  private final Ed25519 key = Ed25519.of(new byte[32]);

  private ApprovalDirectory asking() throws Exception {
    ApprovalDirectory approvals =
        ApprovalDirectory.openOrMake(directory.resolve("approvals").toString());
    run = new Fixture(directory, "enforce", RULES + "    approval: human\n");
    run.effects.closePreviewsBy(() -> null);
    run.effects.ask(
        new ApprovalCheck(approvals, List.of(key.publicKey()), Duration.ofHours(1)),
        null,
        "Main",
        1);
    return approvals;
  }

  @Test
  void whoDecidesIsShownWhatTheApplicationSays() throws Exception {
    ApprovalDirectory approvals = asking();
    Saying tool = new Saying();
    assertThat(refusalOf(tool).code()).isEqualTo("CS-APPROVAL");
    ApprovalRequest asked = approvals.entries().get(0).request();
    assertThat(asked.predictedChanges()).hasSize(1);
    assertThat(asked.predictedChanges().get(0))
        .containsEntry("target", "orders.a")
        .containsEntry("action", "refund");
    assertThat(refusalOf(tool).code()).isEqualTo("CS-APPROVAL");
    approvals.answer(asked, Decision.APPROVE, "as agreed", "ada", key);
    assertThat(refusalOf(tool)).isNull();
    assertThat(refusalOf(tool).code()).isEqualTo("CS-APPROVAL");
  }

  /** It says what it knows, among that what nobody but the tool is to see. */
  public static final class Talkative {
    public Object preview(Map<String, Object> inputs) {
      return Map.of(
          "changes",
          List.of(
              Map.of(
                  "action",
                  "POST",
                  "target",
                  "https://ann:hunter2@e.com/login",
                  "summary",
                  "Logs in with " + inputs.get("password") + " and s3cr3t-key",
                  "after",
                  Map.of("api_key", "s3cr3t-key", "amount", 5L),
                  "x-note",
                  "as agreed")));
    }
  }

  @Test
  void whoDecidesIsShownNoSecretOfWhatTheApplicationSays() throws Exception {
    ApprovalDirectory approvals = asking();
    EffectRefusedException refused =
        run.effects
            .resolve(
                run.call("archive", "{\"name\":\"a\",\"password\":\"tr0ub4dor\"}"),
                new Talkative(),
                UnaryOperator.identity())
            .refusal();
    assertThat(refused.code()).isEqualTo("CS-APPROVAL");
    ApprovalRequest asked = approvals.entries().get(0).request();
    assertThat(asked.predictedChanges())
        .containsExactly(
            Map.of(
                "action",
                "POST",
                "target",
                "https://***@e.com/login",
                "summary",
                "Logs in with *** and ***",
                "after",
                Map.of("api_key", "***", "amount", 5L),
                "x-note",
                "as agreed"));
    assertThat(new String(asked.bytes(), StandardCharsets.UTF_8))
        .doesNotContain("hunter2", "tr0ub4dor", "s3cr3t");
  }

  @Test
  void whatIsSaidOtherwiseAfterTheAnswerWasNotApproved() throws Exception {
    ApprovalDirectory approvals = asking();
    Saying tool = new Saying();
    assertThat(refusalOf(tool).code()).isEqualTo("CS-APPROVAL");
    ApprovalRequest asked = approvals.entries().get(0).request();
    approvals.answer(asked, Decision.APPROVE, "as agreed", "ada", key);
    tool.target = "orders.b";
    assertThat(refusalOf(tool).code()).isEqualTo("CS-APPROVAL");
    assertThat(approvals.entryOf(asked.requestDigest()).request().predictedChanges().get(0))
        .containsEntry("target", "orders.b");
  }

  @Test
  void nobodyIsAskedAboutWhatItsPreviewRefuses() throws Exception {
    ApprovalDirectory approvals = asking();
    assertThat(refusalOf(new OfUser(true)).code()).isEqualTo("CS-INTERNAL");
    assertThat(refusalOf(new Object()).code()).isEqualTo("CS-UNBOUND");
    assertThat(approvals.entries()).isEmpty();
  }

  /** Where something of the application ran. */
  private static final List<String> THREADS = Collections.synchronizedList(new ArrayList<>());

  /** Runs code of the application when an annotation is looked at. */
  enum Level {
    HIGH;

    static {
      THREADS.add(Thread.currentThread().getName());
    }
  }

  @Retention(RetentionPolicy.RUNTIME)
  @interface Risk {
    Level value();
  }

  @Retention(RetentionPolicy.RUNTIME)
  @interface Tool {}

  /** Its preview has an annotation of its own. */
  public static final class Annotated {
    @Risk(Level.HIGH)
    public Object preview(Map<String, Object> inputs) {
      return Map.of("changes", List.of());
    }
  }

  /** What has the name is a tool itself. */
  public static final class OfTools {
    @Tool
    public Object preview(Map<String, Object> inputs) {
      THREADS.add("called");
      return Map.of("changes", List.of());
    }
  }

  private EffectRefusedException refusalOf(Object object) {
    return run.effects
        .resolve(run.call("archive", "{\"name\":\"a\"}"), object, UnaryOperator.identity())
        .refusal();
  }

  @Test
  void annotationsAreLookedAtOnTheThreadThatIsClosed() {
    THREADS.clear();
    assertThat(refusalOf(new Annotated())).isNull();
    assertThat(THREADS).containsExactly("countersign-preview");
  }

  @Test
  void aToolOfThatNameIsNoPreview() {
    THREADS.clear();
    assertThat(refusalOf(new OfTools()).code()).isEqualTo(RefusalCode.UNBOUND.code());
    assertThat(THREADS).isEmpty();
  }

  /** Runs a pool's worker on its own thread, which lets go of what the last task carried. */
  public final class Working {
    final List<Boolean> closed = new ArrayList<>();

    public Object preview(Map<String, Object> inputs) {
      Object before = Carry.enter(null);
      closed.add(run.effects.isClosed());
      Carry.restore(before);
      closed.add(run.effects.isClosed());
      Carry.restore(null);
      closed.add(run.effects.isClosed());
      return Map.of("changes", List.of());
    }
  }

  @Test
  void itsThreadStaysClosedWhateverItRuns() {
    Working working = new Working();
    assertThat(refusalOf(working)).isNull();
    assertThat(working.closed).containsExactly(true, true, true);
  }
}
