package dev.countersign.scope;

import static org.assertj.core.api.Assertions.assertThat;

import dev.countersign.RefusalCode;
import dev.countersign.pin.Definition;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Spec 1.4, 1.7, 5.2: what becomes of calls whose tool changed, by what its entry says. */
class PinnedCallsTest {

  @TempDir private Path directory;

  @Test
  void aChangedDefinitionIsRefusedAndTheFirstOneIsNot() throws Exception {
    Fixture run = new Fixture(directory, "enforce", "");
    assertThat(code(run, "first")).isNull();
    assertThat(code(run, "second")).isEqualTo(RefusalCode.PIN.code());
    assertThat(code(run, "first")).isNull();
    assertThat(run.story()).contains("deny(CS-PIN)");
    assertThat(run.records().toString())
        .contains("pinned at this first use")
        .contains("pin_changed")
        .contains("(description)");
  }

  @Test
  void inObserveTheBooksSayWhatWouldBeRefused() throws Exception {
    Fixture run = new Fixture(directory, "observe", "");
    assertThat(code(run, "first")).isNull();
    assertThat(code(run, "second")).isNull();
    assertThat(run.story()).doesNotContain("deny");
    assertThat(run.records().toString()).contains("would_refuse=CS-PIN");
  }

  @Test
  void offNeitherComparesNorJudgesADefinition() throws Exception {
    Fixture run = new Fixture(directory, "enforce", "tools: [{ tool: ping, pin: off }]");
    CallScope scope = run.effects.resolve(run.call("ping", "{}"));
    assertThat(scope.own().request().context().toolPin()).isNull();
    run.pin = "another one before the body begins";
    run.effects.bodies().enter(scope, run.body("ping", null), run.plan);
    run.effects.end(scope, null);
    assertThat(code(run, "a third")).isNull();
    assertThat(directory.resolve("ledger/state")).doesNotExist();
  }

  @Test
  void aConfiguredDigestAllowsThatDefinitionOnly() throws Exception {
    String digest = Definition.digest(Definition.of("ping", "first", null));
    Fixture run = new Fixture(directory, "enforce", "tools: [{ tool: ping, pin: " + digest + " }]");
    assertThat(code(run, "second")).isEqualTo(RefusalCode.PIN.code());
    assertThat(code(run, "first")).isNull();
    // Nobody can tell that it is the one.
    run.unseen = true;
    assertThat(code(run, "first")).isEqualTo(RefusalCode.PIN.code());
    assertThat(directory.resolve("ledger/state")).doesNotExist();
  }

  @Test
  void aDefinitionThatNoModelWasSeenToGetIsNotPinned() throws Exception {
    Fixture run = new Fixture(directory, "enforce", "");
    run.unseen = true;
    assertThat(code(run, "first")).isNull();
    run.unseen = false;
    assertThat(code(run, "second")).isNull();
    assertThat(code(run, "first")).isEqualTo(RefusalCode.PIN.code());
  }

  /** A call that a rule denies is no use of its tool. */
  @Test
  void whatIsDeniedPinsNothing() throws Exception {
    Fixture run = new Fixture(directory, "enforce", "default: deny");
    assertThat(code(run, "first")).isEqualTo(RefusalCode.POLICY.code());
    assertThat(directory.resolve("ledger/state")).doesNotExist();
  }

  @Test
  void pinsThatCannotBeReadOrKeptRefuse() throws Exception {
    Fixture run = new Fixture(directory, "enforce", "");
    assertThat(code(run, "first")).isNull();
    Path file = directory.resolve("ledger/state/pins.json");
    Files.writeString(file, Files.readString(file).substring(5));
    assertThat(code(run, "second")).isEqualTo(RefusalCode.INTERNAL.code());
    assertThat(run.records().toString()).contains("was cut or changed").contains("pin_unusable");
    // What this JVM knows to be pinned needs no file.
    assertThat(code(run, "first")).isNull();
  }

  private static String code(Fixture run, String description) {
    run.pin = description;
    CallScope scope = run.effects.resolve(run.call("ping", "{}"));
    run.effects.end(scope, null);
    return scope.refusal() == null ? null : scope.refusal().code();
  }
}
