package dev.countersign.scope;

import static org.assertj.core.api.Assertions.assertThat;

import dev.countersign.EffectRefusedException;
import dev.countersign.ledger.Capture;
import java.nio.file.Path;
import java.util.ArrayList;
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
}
