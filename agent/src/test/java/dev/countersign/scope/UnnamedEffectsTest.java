package dev.countersign.scope;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.countersign.effect.Verb;
import dev.countersign.ledger.BodyState;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What no preview can name: native code, and starts that a rule bars whatever was previewed. */
class UnnamedEffectsTest {

  private static final Unjudged LIBRARY =
      new Unjudged("native_load", "libx.so", "acme.Codec", Fixture.adapter());

  private static final String SHELL =
      """
      tools:
        - tool: archive
          effects:
            - exec: { argv: [sh] }
      """;

  @TempDir Path directory;

  @Test
  void nativeCodeIsAnEntryThatNothingAuthorisedOncePerLibrary() throws Exception {
    Fixture run = new Fixture(directory, "enforce", "");

    run.effects.useUnjudged(LIBRARY).ended(BodyState.RETURNED, null);
    run.effects.useUnjudged(LIBRARY).ended(BodyState.RETURNED, null);
    run.effects
        .useUnjudged(new Unjudged("native_load", "liby.so", "acme.Codec", Fixture.adapter()))
        .ended(BodyState.RAISED, new UnsatisfiedLinkError("liby.so"));

    assertThat(run.story()).isEqualTo("root allow outcome(returned) allow outcome(raised)");
    assertThat(run.entries().get(1))
        .containsEntry("scope", "agent.native")
        .containsEntry("policy", "unlisted");
    assertThat(run.records().get(0)).containsEntry("findings", List.of("native_load"));
    assertThat((Map<?, ?>) run.records().get(0).get("action"))
        .isEqualTo(
            Map.of(
                "type",
                "native_load",
                "target",
                "libx.so",
                "by",
                "acme.Codec",
                "args_disclosed",
                false));
  }

  @Test
  void aLibraryIsTheOneAtItsPathAndNotOneOfThatName() throws Exception {
    Fixture run = new Fixture(directory, "enforce", "");

    load(run, "/app/libx.so", BodyState.RETURNED);
    load(run, "/other/libx.so", BodyState.RETURNED);
    load(run, "/app/libx.so", BodyState.RETURNED);
    load(run, "/other/libx.so", BodyState.RETURNED);

    assertThat(run.story()).isEqualTo("root allow outcome(returned) allow outcome(returned)");
    for (int i = 0; i < 3; i += 2) {
      assertThat((Map<?, ?>) run.records().get(i).get("action"))
          .extracting("target")
          .isEqualTo("libx.so");
    }
  }

  @Test
  void aLibraryThatFailsToLoadHasAnEntryAgainWhenItIsLoaded() throws Exception {
    Fixture run = new Fixture(directory, "enforce", "");

    load(run, "/app/libx.so", BodyState.RAISED);
    load(run, "/app/libx.so", BodyState.RAISED);
    load(run, "/app/libx.so", BodyState.RETURNED);
    load(run, "/app/libx.so", BodyState.RETURNED);

    assertThat(run.story())
        .isEqualTo("root allow outcome(raised) allow outcome(raised) allow outcome(returned)");
  }

  private static void load(Fixture run, String path, BodyState end) {
    run.effects
        .useUnjudged(new Unjudged("native_load", path, "acme.Codec", Fixture.adapter()))
        .ended(end, end == BodyState.RAISED ? new UnsatisfiedLinkError(path) : null);
  }

  @Test
  void nativeCodeIsRefusedEachTimeWhereTheWordSaysSo() throws Exception {
    Fixture run = new Fixture(directory, "enforce", "unbound: { native: refuse }");
    CallScope scope = run.effects.resolve(run.call("archive", "{\"name\":\"r1\"}"));
    run.effects.bodies().enter(scope, run.body("archive", "{\"name\":\"r1\"}"), run.plan);

    for (int i = 0; i < 2; i++) {
      assertThatThrownBy(() -> run.effects.useUnjudged(LIBRARY))
          .hasMessage(
              "[CS-UNBOUND] Refused: this use of native code was never previewed. Nothing was"
                  + " executed. You may use a tool that declares this effect, or continue without"
                  + " it.");
    }
    assertThat(run.story()).isEqualTo("root allow deny(CS-UNBOUND) deny(CS-UNBOUND)");
    assertThat(run.entries().get(2)).containsEntry("tool", "archive");
    assertThat(run.effects.bodies().swallowedIn(scope)).isNotNull();
  }

  @Test
  void inObserveModeItsRecordSaysWhatWouldHaveBeen() throws Exception {
    Fixture run = new Fixture(directory, "observe", "unbound: { native: refuse }");

    run.effects.useUnjudged(LIBRARY).ended(BodyState.RETURNED, null);

    assertThat(run.story()).isEqualTo("root allow outcome(returned)");
    assertThat(run.records().get(0)).containsEntry("would_refuse", "CS-UNBOUND");
  }

  @Test
  void nativeCodeThatCannotBeRecordedDoesNotComeIn() throws Exception {
    Fixture run = new Fixture(directory, "enforce", "");
    run.ledger.close();

    assertThatThrownBy(() -> run.effects.useUnjudged(LIBRARY))
        .hasMessageStartingWith("[CS-INTERNAL]");
  }

  @Test
  void aBarredStartIsRefusedAlthoughItWasPreviewedAndSpendsNothing() throws Exception {
    Fixture run = new Fixture(directory, "enforce", SHELL);
    CallScope scope = run.effects.resolve(run.call("archive", "{\"name\":\"r1\"}"));
    run.effects.bodies().enter(scope, run.body("archive", "{\"name\":\"r1\"}"), run.plan);

    assertThatThrownBy(() -> run.effects.commit(shell(true)))
        .hasMessageStartingWith("[CS-POLICY] Refused: the policy in force does not allow this");
    assertThatThrownBy(() -> run.effects.peek(List.of(shell(true))))
        .hasMessageStartingWith("[CS-POLICY]");
    run.effects.commit(shell(false)).ended(BodyState.RETURNED, null);

    assertThat(run.story())
        .isEqualTo("root allow deny(CS-POLICY) deny(CS-POLICY) allow outcome(returned)");
    assertThat(run.records().get(1)).containsEntry("findings", List.of("unbound_stdin"));
  }

  private static Observation shell(boolean barred) {
    return new Observation(
        Verb.EXEC,
        Fixture.intent("sh"),
        "sh",
        List.of(),
        Fixture.adapter(),
        null,
        barred,
        List.of("unbound_stdin"));
  }
}
