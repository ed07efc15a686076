package dev.countersign.scope;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.countersign.EffectRefusedException;
import dev.countersign.ledger.BodyState;
import dev.countersign.ledger.Params;
import dev.countersign.ledger.VolatileBooks;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An allow that stands and is not durable lets nothing happen, and has its true outcome. */
class NotDurableTest {

  private static final Hop HOP = new Hop("billing", Fixture.adapter(), Params.NONE);

  @TempDir Path temp;
  private final VolatileBooks books = new VolatileBooks();

  private Fixture run(String mode) throws Exception {
    Fixture run = new Fixture(temp, mode, "", new PreviewIndex(), books::create);
    books.keepNothing();
    return run;
  }

  @AfterEach
  void carryNothing() {
    ThreadCell.current().swap(null);
  }

  @Test
  void aCall() throws Exception {
    Fixture run = run("enforce");
    CallScope call = run.effects.resolve(run.call("archive", "{\"name\":\"x\"}"));
    assertThat(call.refusal().code()).isEqualTo("CS-INTERNAL");
    run.effects.end(call, call.refusal());

    assertThat(run.story()).isEqualTo("root allow outcome(raised)");
    assertThat(run.ledger.state().pending()).isZero();
  }

  @Test
  void aHandOff() throws Exception {
    Fixture run = run("enforce");
    assertThatThrownBy(() -> run.effects.agents().handOff(HOP))
        .isInstanceOf(EffectRefusedException.class)
        .hasMessageContaining("CS-INTERNAL");

    assertThat(run.story()).isEqualTo("root allow outcome(raised)");
    assertThat(run.ledger.state().pending()).isZero();
  }

  /** There it happens, and the end is told. */
  @Test
  void aHandOffThatIsOnlyWatched() throws Exception {
    Fixture run = run("observe");
    Firing hop = run.effects.agents().handOff(HOP);
    assertThatThrownBy(() -> hop.ended(BodyState.RETURNED, null)).hasMessageContaining("durable");

    assertThat(run.story()).isEqualTo("root allow outcome(returned)");
    assertThat(run.ledger.state().pending()).isZero();
  }
}
