package dev.countersign.scope;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.countersign.EffectRefusedException;
import dev.countersign.config.Mode;
import dev.countersign.effect.Glob;
import dev.countersign.judge.Emergency;
import dev.countersign.judge.Judge;
import dev.countersign.ledger.BodyState;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An exception changes what it is about, and nothing beside it (spec 3.2). */
class EmergencyTest {

  private static final String RULES =
      "layers:\n"
          + "  - { level: team, version: 1, rules: [\n"
          + "    { id: no-tar, when: 'exec of \"tar\"', verdict: deny, reason: not that },\n"
          + "    { id: no-both, when: 'exec of \"both\"', verdict: deny, reason: by the team } ] }\n"
          + "  - { level: platform, version: 1, rules: [\n"
          + "    { id: no-both-either, when: 'exec of \"both\"', verdict: deny, reason: nor by them },\n"
          + "    { id: no-drop, when: 'invoke of \"drop\"', verdict: deny, reason: never } ] }\n"
          + "tools:\n"
          + "  - { tool: archive, effects: [ { exec: { argv: [tar] } }, { exec: { argv: [both] } } ] }\n"
          + "  - { tool: other, effects: [ { exec: { argv: [zip] } } ] }\n";

  @TempDir Path directory;

  private static Emergency rule(String id) {
    return new Emergency("bg-1", id, List.of(), List.of(), () -> false);
  }

  private static Emergency part(String sink, String tool) {
    return new Emergency(
        "bg-1",
        null,
        sink == null ? List.of() : List.of(sink),
        tool == null ? List.of() : List.of(new Glob(tool)),
        () -> false);
  }

  private static Emergency all(String id, BooleanSupplier over) {
    return new Emergency(id, null, List.of(), List.of(), over);
  }

  private static void loosen(Fixture run, Emergency exception) {
    Judge judge = run.judging.now();
    run.judging.adopt(judge.under(Mode.ENFORCE, exception, List.of()), () -> {});
  }

  private CallScope in(Fixture run, String tool) {
    ThreadCell.current().swap(null);
    CallScope scope = run.effects.resolve(run.call(tool, "{}"));
    run.effects.bodies().enter(scope, run.body(tool, "{}"), "plan-1");
    return scope;
  }

  private static void refuses(Fixture run, String code, String... argv) {
    assertThatThrownBy(() -> run.effects.commit(run.exec(argv)))
        .isInstanceOf(EffectRefusedException.class)
        .hasMessageContaining(code);
  }

  @Test
  void whatAnExceptionLetThroughDoesNotBeginAfterItsEnd() throws Exception {
    AtomicBoolean over = new AtomicBoolean();
    Fixture run = new Fixture(directory, "enforce", RULES);
    loosen(run, all("bg-1", over::get));
    ThreadCell.current().swap(null);
    CallScope begins = run.effects.resolve(run.call("drop", "{}"));
    run.effects
        .bodies()
        .enter(begins, run.body("drop", "{}"), "plan-1")
        .ended(BodyState.RETURNED, null);
    run.effects.bodies().ended(begins);
    run.effects.end(begins, null);
    CallScope late = run.effects.resolve(run.call("drop", "{}"));
    assertThat(late.refusal()).isNull();

    over.set(true);

    assertThatThrownBy(() -> run.effects.bodies().enter(late, run.body("drop", "{}"), "plan-1"))
        .hasMessageContaining("[CS-EXPIRED]");
    ThreadCell.current().swap(null);
  }

  private static List<Map<String, Object>> execs(Fixture run) throws Exception {
    List<Map<String, Object>> found = new ArrayList<>();
    for (Map<String, Object> record : run.records()) {
      if ("exec".equals(record.get("verb"))) {
        found.add(record);
      }
    }
    return found;
  }

  @Test
  void aDisabledRuleRefusesNothingAndIsRecordedAsIfItDid() throws Exception {
    Fixture run = new Fixture(directory, "enforce", RULES);
    in(run, "archive");
    refuses(run, "CS-POLICY", "tar");
    loosen(run, rule("no-tar"));
    in(run, "archive");
    run.effects.commit(run.exec("tar")).ended(BodyState.RETURNED, null);
    refuses(run, "CS-REPLAY", "tar");
    Map<String, Object> allowed = execs(run).get(1);
    assertThat(allowed)
        .containsEntry("breakglass", "bg-1")
        .containsEntry("would_refuse", "CS-POLICY")
        .containsEntry("verdict", "deny")
        .containsEntry("mode", "enforce");
    assertThat((Map<?, ?>) allowed.get("policy")).hasFieldOrPropertyWithValue("empty", false);
    assertThat(((Map<?, ?>) allowed.get("policy")).get("matched_policy_id")).isEqualTo("no-tar");
    assertThat(execs(run).get(2)).doesNotContainKey("breakglass");
  }

  @Test
  void whatAnotherRuleRefusesAsWellStaysRefused() throws Exception {
    Fixture run = new Fixture(directory, "enforce", RULES);
    loosen(run, rule("no-both"));
    in(run, "archive");
    refuses(run, "CS-POLICY", "both");
    loosen(run, rule("no-both-either"));
    in(run, "archive");
    refuses(run, "CS-POLICY", "both");
    refuses(run, "CS-POLICY", "tar");
    ThreadCell.current().swap(null);
    assertThat(run.effects.resolve(run.call("drop", "{}")).refusal())
        .hasMessageContaining("CS-POLICY");
  }

  @Test
  void whatOnlyADisabledRuleRefusedOutsideOfToolsHasAnEntry() throws Exception {
    Fixture run =
        new Fixture(
            directory,
            "enforce",
            "layers: [ { level: team, version: 1, rules: [ { id: no-ls, when: 'exec of \"ls\"',"
                + " verdict: requires_approval, reason: ask } ] } ]\n"
                + "unbound: { elsewhere: allow }\n");
    refuses(run, "CS-APPROVAL", "ls");
    loosen(run, rule("no-ls"));
    run.effects.commit(run.exec("cat")).ended(BodyState.RETURNED, null);
    assertThat(execs(run)).as("allowed without an entry").hasSize(1);
    run.effects.commit(run.exec("ls")).ended(BodyState.RETURNED, null);
    assertThat(execs(run).get(1))
        .containsEntry("breakglass", "bg-1")
        .containsEntry("would_refuse", "CS-APPROVAL");
  }

  @Test
  void aPartIsObservedAndTheRestIsRefused() throws Exception {
    Fixture run = new Fixture(directory, "enforce", RULES);
    loosen(run, part("exec", null));
    in(run, "archive");
    run.effects.commit(run.exec("tar")).ended(BodyState.RETURNED, null);
    run.effects.commit(run.exec("unheard-of")).ended(BodyState.RETURNED, null);
    ThreadCell.current().swap(null);
    assertThat(run.effects.resolve(run.call("drop", "{}")).refusal())
        .hasMessageContaining("CS-POLICY");
    assertThat(execs(run))
        .allSatisfy(
            record ->
                assertThat(record)
                    .containsEntry("breakglass", "bg-1")
                    .containsEntry("mode", "observe")
                    .containsKey("would_refuse"));

    loosen(run, part(null, "oth*"));
    in(run, "other");
    run.effects.commit(run.exec("unheard-of")).ended(BodyState.RETURNED, null);
    run.effects.peek(List.of(run.exec("unheard-of"), run.exec("nor-of-this")));
    int before = run.records().size();
    in(run, "archive");
    refuses(run, "CS-POLICY", "tar");
    assertThatThrownBy(() -> run.effects.peek(List.of(run.exec("unheard-of"))))
        .isInstanceOf(EffectRefusedException.class);
    assertThat(run.records().subList(before, run.records().size()))
        .allSatisfy(record -> assertThat(record).doesNotContainKey("breakglass"));
  }

  @Test
  void aPartIsFrozenWhereNothingElseIsRefused() throws Exception {
    Fixture run = new Fixture(directory, "observe", RULES);
    CallScope open = in(run, "archive");
    CallScope other = in(run, "other");
    Judge judge = run.judging.now();
    run.judging.adopt(judge.under(Mode.OBSERVE, null, List.of(part("exec", "archive"))), () -> {});
    assertThat(run.effects.enforcing()).as("what is checked is held").isTrue();
    ThreadCell.current().swap(open);
    refuses(run, "CS-POLICY", "tar");
    ThreadCell.current().swap(other);
    run.effects.commit(run.exec("unheard-of")).ended(BodyState.RETURNED, null);
    ThreadCell.current().swap(null);
    run.effects.commit(run.exec("both-or-none")).ended(BodyState.RETURNED, null);
    assertThat(run.effects.resolve(run.call("drop", "{}")).refusal()).isNull();
    in(run, "archive");
    refuses(run, "CS-POLICY", "tar");
    assertThat(execs(run))
        .extracting(record -> record.get("mode"))
        .containsExactly("enforce", "observe", "enforce");
    // And with an exception beside it.
    run.judging.adopt(
        judge.under(Mode.ENFORCE, all("bg-2", () -> false), List.of(part("exec", "archive"))),
        () -> {});
    in(run, "archive");
    refuses(run, "CS-POLICY", "tar");
    in(run, "other");
    run.effects.commit(run.exec("unheard-of")).ended(BodyState.RETURNED, null);
  }

  @Test
  void aFrozenToolIsNotCalled() throws Exception {
    Fixture run = new Fixture(directory, "observe", RULES);
    run.judging.adopt(
        run.judging.now().under(Mode.OBSERVE, null, List.of(part("invoke", "archive"))), () -> {});
    assertThat(run.effects.resolve(run.call("archive", "{}")).refusal())
        .hasMessageContaining("CS-POLICY");
    ThreadCell.current().swap(null);
    assertThat(run.effects.resolve(run.call("other", "{}")).refusal()).isNull();
  }

  /** The time is over on the path of a call: nobody has looked at the source since. */
  @Test
  void whatIsOverIsOverForACallThatBeganBefore() throws Exception {
    AtomicBoolean over = new AtomicBoolean();
    Emergency[] exceptions = {
      all("bg-1", over::get),
      new Emergency("bg-1", null, List.of("exec"), List.of(), over::get),
      new Emergency("bg-1", null, List.of(), List.of(new Glob("archive")), over::get),
      new Emergency("bg-1", "no-tar", List.of(), List.of(), over::get)
    };
    for (int i = 0; i < exceptions.length; i++) {
      over.set(false);
      Path own = Files.createDirectory(directory.resolve("run" + i));
      Fixture run = new Fixture(own, "enforce", RULES);
      loosen(run, exceptions[i]);
      in(run, "archive");
      run.effects.commit(run.exec("tar")).ended(BodyState.RETURNED, null);
      assertThat(run.effects.enforcing()).as("what is checked is held, " + i).isTrue();

      in(run, "archive");
      over.set(true);
      refuses(run, "CS-POLICY", "tar");
      assertThat(execs(run).get(0)).containsEntry("breakglass", "bg-1");
      assertThat(execs(run).get(1))
          .doesNotContainKey("breakglass")
          .containsEntry("verdict", "deny")
          .containsEntry("mode", "enforce");
    }
  }

  /** Its time may be over between the question whether to refuse and the record of the answer. */
  @Test
  void whatItLetHappenNamesItWheneverItEnds() throws Exception {
    int happened = 0;
    int refused = 0;
    for (int asked = 0; asked < 12; asked++) {
      AtomicInteger left = new AtomicInteger(asked);
      AtomicBoolean counts = new AtomicBoolean();
      Path own = Files.createDirectory(directory.resolve("run" + asked));
      Fixture run = new Fixture(own, "enforce", RULES);
      loosen(run, all("bg-1", () -> counts.get() && left.getAndDecrement() <= 0));
      in(run, "archive");
      counts.set(true);
      try {
        run.effects.commit(run.exec("unheard-of")).ended(BodyState.RETURNED, null);
        happened++;
      } catch (EffectRefusedException over) {
        refused++;
      }
      ThreadCell.current().swap(null);
      for (Map<String, Object> record : execs(run)) {
        assertThat(record.containsKey("breakglass"))
            .as("over after %s questions: %s", asked, record)
            .isEqualTo(record.containsKey("would_refuse"));
      }
    }
    assertThat(happened).isPositive();
    assertThat(refused).isPositive();
  }

  @Test
  void whatIsOverOfAClosedMachineRefusesEverything() throws Exception {
    AtomicBoolean over = new AtomicBoolean();
    Fixture run = new Fixture(directory, "observe", RULES);
    loosen(run, all("bg-1", over::get));
    run.judging.close("stale");
    in(run, "archive");
    run.effects.commit(run.exec("unheard-of")).ended(BodyState.RETURNED, null);
    over.set(true);
    refuses(run, "CS-POLICY", "unheard-of");
  }

  @Test
  void endsByTheClockThatNobodySets() {
    assertThat(Emergency.endsAt(System.nanoTime() - 1).getAsBoolean()).isTrue();
    assertThat(Emergency.endsAt(System.nanoTime() + Long.MAX_VALUE / 2).getAsBoolean()).isFalse();
  }
}
