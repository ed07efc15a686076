package dev.countersign.scope;

import static org.assertj.core.api.Assertions.assertThat;

import dev.countersign.EffectRefusedException;
import dev.countersign.RefusalCode;
import dev.countersign.ledger.Capture;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.nio.file.Path;
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
