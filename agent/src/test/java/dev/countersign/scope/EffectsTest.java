package dev.countersign.scope;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.countersign.EffectRefusedException;
import dev.countersign.ledger.BodyState;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EffectsTest {

  private static final String ARCHIVE =
      """
      tools:
        - tool: archive
          effects:
            - exec: { argv: [cp, --, "${args.name}", /data] }
      """;

  @TempDir Path directory;

  // The three fixtures of the source proposal (NEP-0015, reference implementation).

  @Test
  void theHonestStepIsGreenEndToEnd() throws Exception {
    Fixture run = new Fixture(directory, "enforce", ARCHIVE);

    CallScope scope = run.effects.resolve(run.call("archive", "{\"name\":\"r1\"}"));
    Firing body =
        run.effects.bodies().enter(scope, run.body("archive", "{\"name\":\"r1\"}"), run.plan);
    run.effects.commit(run.exec("cp", "--", "r1", "/data")).ended(BodyState.RETURNED, null);
    body.ended(BodyState.RETURNED, null);
    run.effects.bodies().ended(scope);
    run.effects.end(scope, null);

    assertThat(run.story()).isEqualTo("root allow allow outcome(returned) outcome(returned)");
    assertThat(run.records().get(2))
        .containsEntry("commit_digest", run.records().get(1).get("preview_digest"));
  }

  @Test
  void oneBitOfRenderedArgvIsRefused() throws Exception {
    Fixture run = new Fixture(directory, "enforce", ARCHIVE);
    CallScope scope = run.effects.resolve(run.call("archive", "{\"name\":\"r1\"}"));
    run.effects.bodies().enter(scope, run.body("archive", "{\"name\":\"r1\"}"), run.plan);

    assertThatThrownBy(() -> run.effects.commit(run.exec("cp", "--", "r0", "/data")))
        .isInstanceOf(EffectRefusedException.class)
        .hasMessageStartingWith("[NIKA-SEC-011] Refused: this process start changed");
    assertThat(run.story()).isEqualTo("root allow deny(NIKA-SEC-011)");
    Map<?, ?> divergence = (Map<?, ?>) run.records().get(1).get("divergence");
    assertThat(divergence.get("paths")).isEqualTo(List.of("/intent/argv/2"));
  }

  @Test
  void aZeroArgumentToolWhoseContextAloneChangedIsRefused() throws Exception {
    for (String changed : List.of("plan", "pin", "lock")) {
      Path own = java.nio.file.Files.createDirectory(directory.resolve(changed));
      Fixture run = new Fixture(own, "enforce", "");
      CallScope scope = run.effects.resolve(run.call("ping", "{}"));
      run.plan = changed.equals("plan") ? "plan-2" : run.plan;
      run.pin = changed.equals("pin") ? "pin-2" : run.pin;
      run.lock = changed.equals("lock") ? "lock-2" : run.lock;

      assertThatThrownBy(() -> run.effects.bodies().enter(scope, run.body("ping", null), run.plan))
          .hasMessageStartingWith("[NIKA-SEC-011]");
      run.effects.end(scope, null);
      assertThat(run.story()).isEqualTo("root allow outcome(raised)");
      Map<?, ?> divergence = (Map<?, ?>) run.records().get(1).get("divergence");
      assertThat(divergence.get("paths").toString()).isEqualTo("[/ctx/" + name(changed) + "]");
    }
  }

  private static String name(String changed) {
    return changed.equals("pin") ? "tool_pin" : changed;
  }

  @Test
  void aPreviewIsSpentByOneCommit() throws Exception {
    Fixture run = new Fixture(directory, "enforce", ARCHIVE);
    run.effects.resolve(run.call("archive", "{\"name\":\"r1\"}"));
    run.effects.commit(run.exec("cp", "--", "r1", "/data"));

    assertThatThrownBy(() -> run.effects.commit(run.exec("cp", "--", "r1", "/data")))
        .hasMessageStartingWith("[CS-REPLAY]");
  }

  @Test
  void timesOfTheToolMultipliesThatOfItsEffects() throws Exception {
    Fixture run =
        new Fixture(
            directory,
            "enforce",
            ARCHIVE
                .replace("- tool: archive", "- tool: archive\n    times: 2")
                .replace("- exec:", "- times: 2\n        exec:"));
    run.effects.resolve(run.call("archive", "{\"name\":\"r1\"}"));
    for (int use = 1; use <= 4; use++) {
      run.effects.commit(run.exec("cp", "--", "r1", "/data")).ended(BodyState.RETURNED, null);
    }

    assertThatThrownBy(() -> run.effects.commit(run.exec("cp", "--", "r1", "/data")))
        .hasMessageStartingWith("[CS-REPLAY]");
    assertThat(run.records().get(8)).containsEntry("use", 4L);
  }

  @Test
  void anEffectThatNothingDeclaredIsUnbound() throws Exception {
    Fixture run = new Fixture(directory, "enforce", "");
    run.effects.resolve(run.call("archive", "{\"name\":\"r1\"}"));

    assertThatThrownBy(() -> run.effects.commit(run.exec("rm", "-rf", "/")))
        .hasMessageStartingWith("[CS-UNBOUND]");
  }

  @Test
  void aThreadThatLostItsScopeFindsThePreviewByExactIntent() throws Exception {
    Fixture run = new Fixture(directory, "enforce", ARCHIVE);
    run.effects.resolve(run.call("archive", "{\"name\":\"r1\"}"));
    ThreadCell.current().swap(null);

    run.effects.commit(run.exec("cp", "--", "r1", "/data")).ended(BodyState.RETURNED, null);

    assertThat(run.story()).isEqualTo("root allow allow outcome(returned)");
  }

  @Test
  void lostContextOpensNoDoorToADeclaredProgram() throws Exception {
    Fixture run = new Fixture(directory, "enforce", ARCHIVE);

    assertThatThrownBy(() -> run.effects.commit(run.exec("/bin/cp", "--", "evil", "/data")))
        .hasMessageStartingWith("[CS-UNBOUND]");
    assertThat(run.effects.commit(run.exec("true"))).isSameAs(Firing.UNRECORDED);
  }

  @Test
  void aPreviewOfAnEarlierAttemptNeverCommitsALaterOne() throws Exception {
    Fixture run = new Fixture(directory, "enforce", ARCHIVE);
    CallScope first = run.effects.resolve(run.call("archive", "{\"name\":\"r1\"}", "call-1"));
    run.effects.end(first, null);
    CallScope second = run.effects.resolve(run.call("archive", "{\"name\":\"r2\"}", "call-1"));

    assertThat(second.attempt()).isEqualTo(2);
    assertThatThrownBy(() -> run.effects.commit(run.exec("cp", "--", "r1", "/data")))
        .hasMessageStartingWith("[NIKA-SEC-011]");
  }

  @Test
  void nothingCommitsInAClosedScope() throws Exception {
    Fixture run = new Fixture(directory, "enforce", ARCHIVE);
    CallScope scope = run.effects.resolve(run.call("archive", "{\"name\":\"r1\"}"));
    run.effects.end(scope, null);
    ThreadCell.current().swap(scope);

    assertThatThrownBy(() -> run.effects.commit(run.exec("cp", "--", "r1", "/data")))
        .hasMessageStartingWith("[CS-EXPIRED]");
  }

  @Test
  void argumentsWithoutACanonicalFormAreDeniedAtTheResolution() throws Exception {
    Fixture run = new Fixture(directory, "enforce", ARCHIVE);

    CallScope scope = run.effects.resolve(run.call("archive", null));

    assertThat(scope.refusal()).hasMessageStartingWith("[CS-UNSUPPORTED]");
    assertThatThrownBy(() -> run.effects.bodies().enter(scope, run.body("archive", "{}"), run.plan))
        .isSameAs(scope.refusal());
    run.effects.end(scope, null);
    assertThat(run.story()).isEqualTo("root deny(CS-UNSUPPORTED)");
  }

  @Test
  void aWholeOfTwoPartsNeedsTwoUses() throws Exception {
    Fixture run = new Fixture(directory, "enforce", ARCHIVE);
    run.effects.resolve(run.call("archive", "{\"name\":\"r1\"}"));
    Observation part = run.exec("cp", "--", "r1", "/data");

    run.effects.peek(List.of(part));
    assertThatThrownBy(() -> run.effects.peek(List.of(part, part)))
        .hasMessageStartingWith("[CS-REPLAY]");
    run.effects.commit(part).ended(BodyState.RETURNED, null);
    assertThat(run.story()).isEqualTo("root allow deny(CS-REPLAY) allow outcome(returned)");
  }

  @Test
  void aWholeOutsideAnyCallIsRefusedForTheProgramThatAToolDeclares() throws Exception {
    Fixture run = new Fixture(directory, "enforce", ARCHIVE);

    run.effects.peek(List.of(run.exec("true"), run.exec("false")));
    assertThatThrownBy(() -> run.effects.peek(List.of(run.exec("true"), run.exec("cp", "x"))))
        .hasMessageStartingWith("[CS-UNBOUND]");
    assertThat(run.effects.unlistedCount()).isZero();
  }

  @Test
  void whatHasNoCanonicalFormIsNamedInTheRecord() throws Exception {
    Fixture run = new Fixture(directory, "enforce", ARCHIVE);

    run.effects.resolve(run.call("archive", "{\"name\":[\"a list\"]}"));

    assertThat(run.records().get(0).get("detail").toString()).contains("argv[2]");
  }

  @Test
  void whatCannotBeWrittenDoesNotFire() throws Exception {
    Fixture run = new Fixture(directory, "enforce", ARCHIVE);
    run.effects.resolve(run.call("archive", "{\"name\":\"r1\"}"));
    run.ledger.close();

    assertThatThrownBy(() -> run.effects.commit(run.exec("cp", "--", "r1", "/data")))
        .hasMessageStartingWith("[CS-INTERNAL]");
  }

  @Test
  void ambientEffectsCommitInAnyFrame() throws Exception {
    Fixture run =
        new Fixture(
            directory, "enforce", "ambient:\n  - times: any\n    exec: { argv: [stty, size] }\n");

    run.effects.commit(run.exec("stty", "size")).ended(BodyState.RETURNED, null);
    run.effects.resolve(run.call("archive", "{}"));
    run.effects.commit(run.exec("stty", "size")).ended(BodyState.RETURNED, null);

    assertThat(run.story()).isEqualTo("root allow outcome(returned) allow allow outcome(returned)");
    assertThat(run.records().get(0)).containsEntry("coverage", "ambient");
  }

  @Test
  void whatIsSharedMayStartOutsideAnyCallAfterACallDidTheSame() throws Exception {
    Fixture shared =
        new Fixture(
            directory, "enforce", ARCHIVE.replace("- exec:", "- shared: true\n        exec:"));
    archiveThenTheSameOutside(shared);

    assertThat(shared.effects.unlistedCount()).isEqualTo(1);
  }

  @Test
  void whatIsNotSharedIsAReplayOutsideAnyCallAfterACallDidTheSame() throws Exception {
    Fixture run = new Fixture(directory, "enforce", ARCHIVE);

    assertThatThrownBy(() -> archiveThenTheSameOutside(run)).hasMessageStartingWith("[CS-REPLAY]");
  }

  private static void archiveThenTheSameOutside(Fixture run) {
    CallScope scope = run.effects.resolve(run.call("archive", "{\"name\":\"r1\"}"));
    run.effects.commit(run.exec("cp", "--", "r1", "/data")).ended(BodyState.RETURNED, null);
    run.effects.end(scope, null);
    run.effects.commit(run.exec("cp", "--", "r1", "/data"));
  }

  @Test
  void aPlaceholderLeavesOneValueToTheTool() throws Exception {
    Fixture run = new Fixture(directory, "enforce", ARCHIVE.replace("/data]", "\"${any:tmp}\"]"));
    run.effects.resolve(run.call("archive", "{\"name\":\"r1\"}"));

    run.effects.commit(run.exec("cp", "--", "r1", "/tmp/4711")).ended(BodyState.RETURNED, null);

    assertThat(run.records().get(1)).containsEntry("coverage", "partial");
    assertThat(run.entries().get(3))
        .containsEntry("invoked_params_hash", run.entries().get(2).get("authorized_params_hash"));
  }

  @Test
  void observeLetsEverythingHappenAndSaysWhatWouldHaveBeenRefused() throws Exception {
    Fixture run = new Fixture(directory, "observe", ARCHIVE);
    CallScope scope = run.effects.resolve(run.call("archive", "{\"name\":\"r1\"}"));
    Firing body =
        run.effects.bodies().enter(scope, run.body("archive", "{\"name\":\"r2\"}"), run.plan);
    run.effects.commit(run.exec("cp", "--", "r2", "/data")).ended(BodyState.RETURNED, null);
    body.ended(BodyState.RETURNED, null);
    run.effects.bodies().ended(scope);
    run.effects.end(scope, null);

    assertThat(run.story()).isEqualTo("root allow allow outcome(returned) outcome(returned)");
    assertThat(run.entries().get(2)).containsEntry("policy", "unlisted");
    assertThat(run.records().get(1)).containsEntry("would_refuse", "NIKA-SEC-011");
    assertThat(run.records().get(3)).containsKey("divergence");
  }

  /** Out of memory between a call's allow and the moment when its caller has it, say. */
  @Test
  void aResolutionThatFailsHalfWayLeavesNoCallThatWaits() throws Exception {
    AtomicBoolean failing = new AtomicBoolean(true);
    PreviewIndex index =
        new PreviewIndex() {
          @Override
          void yielded(Preview preview) {
            if (failing.getAndSet(false)) {
              throw new OutOfMemoryError("as meant");
            }
            super.yielded(preview);
          }
        };
    Fixture run = new Fixture(directory, "enforce", ARCHIVE, index);

    assertThatThrownBy(() -> run.effects.resolve(run.call("archive", "{\"name\":\"r1\"}")))
        .isInstanceOf(OutOfMemoryError.class);

    assertThat(run.effects.bodies().waitingFor(Fixture.METHOD)).isEmpty();
    assertThat(run.effects.currentCall()).isNull();
    assertThatThrownBy(() -> run.effects.commit(run.exec("cp", "--", "r1", "/data")))
        .as("what it declared was forgotten with it")
        .isInstanceOf(EffectRefusedException.class);

    CallScope next = run.effects.resolve(run.call("archive", "{\"name\":\"r1\"}"));
    assertThat(run.effects.bodies().waitingFor(Fixture.METHOD)).containsExactly(next);
  }

  @Test
  void whatIsNeverCarriedOutIsForgottenWhenItsTimeIsOver() throws Exception {
    Fixture run = new Fixture(directory, "enforce", "preview_ttl: 1ms\n" + ARCHIVE);
    for (int i = 0; i < 3; i++) {
      run.effects.resolveReturned(run.call("archive", "{\"name\":\"r" + i + "\"}"));
      CallScope only = run.effects.bodies().waitingFor(Fixture.METHOD).get(0);
      while (only.isOpen()) {
        Thread.onSpinWait();
      }
    }
    CallScope next = run.effects.resolve(run.call("archive", "{\"name\":\"r4\"}"));

    assertThat(run.effects.bodies().waitingFor(Fixture.METHOD)).containsExactly(next);
  }

  @Test
  void anExemptionIsMadeBeforeAThreadIsInIt() throws Exception {
    Fixture run = new Fixture(directory, "enforce", "");

    CallScope made = run.effects.exemptions().fresh(null);
    assertThat(made).isNotNull();
    assertThat(run.effects.exemptions().current()).as("whoever makes it can still fail").isNull();

    CallScope entered = run.effects.exemptions().enter(null);
    assertThat(run.effects.exemptions().current()).isSameAs(entered);
    assertThat(run.effects.exemptions().fresh(null)).as("one is the innermost already").isNull();
    run.effects.exemptions().leave(entered);
    assertThat(run.effects.exemptions().current()).isNull();
  }

  @Test
  void aFrameThatLetsNothingOutUnseenIsOneOfItsOwn() throws Exception {
    Fixture run = new Fixture(directory, "enforce", "");
    Seal seal = (frame, way, body) -> {};

    CallScope around = run.effects.exemptions().enter(null);
    assertThat(run.effects.exemptions().seal()).isNull();
    CallScope sealed = run.effects.exemptions().enter(seal);
    assertThat(run.effects.exemptions().seal()).isSameAs(seal);
    Object captured = Carry.capture();
    run.effects.exemptions().leave(sealed);
    run.effects.exemptions().end(sealed);

    assertThat(run.effects.exemptions().current()).isSameAs(around);
    assertThat(Exemptions.sealIn(captured)).as("what began in it waited").isSameAs(seal);
    run.effects.exemptions().leave(around);
  }
}
