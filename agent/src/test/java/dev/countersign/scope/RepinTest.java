package dev.countersign.scope;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.countersign.EffectRefusedException;
import dev.countersign.judge.Emergency;
import dev.countersign.judge.Judge;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What judges changes between calls, never within one (spec 3.3). */
class RepinTest {

  private static final String TAR = "tools: [{tool: archive, effects: [{exec: {argv: [tar]}}]}]";
  private static final String ZIP = "tools: [{tool: archive, effects: [{exec: {argv: [zip]}}]}]";

  @TempDir Path directory;

  @Test
  void aCallKeepsWhatItBeganWith() throws Exception {
    Fixture run = new Fixture(directory, "enforce", TAR);
    Judge next = run.judge(2, "enforce", ZIP);
    CallScope open = run.effects.resolve(run.call("archive", "{}"));
    run.effects.bodies().enter(open, run.body("archive", "{}"), "plan-1");
    run.judging.adopt(next, () -> run.ledger.act("repin", Map.of()));
    // Not by the new object, which does not know it.
    run.effects.commit(run.exec("tar")).ended(dev.countersign.ledger.BodyState.RETURNED, null);
    assertThatThrownBy(() -> run.effects.commit(run.exec("zip")))
        .isInstanceOf(EffectRefusedException.class);
    run.effects.bodies().ended(open);
    run.effects.end(open, null);

    CallScope later = run.effects.resolve(run.call("archive", "{}"));
    run.effects.bodies().enter(later, run.body("archive", "{}"), "plan-1");
    run.effects.commit(run.exec("zip"));

    List<String> hashes = new ArrayList<>();
    for (Map<String, Object> record : run.records()) {
      if (record.get("policy") instanceof Map<?, ?> policy) {
        hashes.add(policy.get("policy_bundle_hash").equals(next.permits()) ? "next" : "first");
      } else if ("agent.repin".equals(record.get("act"))) {
        hashes.add("repin");
      }
    }
    assertThat(hashes).containsExactly("first", "first", "first", "repin", "next", "next");
  }

  @Test
  void aCallInsideAnOpenOneTakesTheNewObjectAndItsRecordSaysSo() throws Exception {
    Fixture run = new Fixture(directory, "enforce", TAR);
    CallScope outer = run.effects.resolve(run.call("archive", "{}"));
    run.effects.bodies().enter(outer, run.body("archive", "{}"), "plan-1");
    Judge next = run.judge(2, "enforce", ZIP);
    run.judging.adopt(next, () -> {});
    CallScope inner = run.effects.resolve(run.call("archive", "{}"));
    assertThat(inner.judge()).isSameAs(next);
    Map<String, Object> last = run.records().get(run.records().size() - 1);
    assertThat(((Map<?, ?>) last.get("policy")).get("policy_bundle_hash"))
        .isEqualTo(next.permits());
  }

  @Test
  void nothingIsJudgedByAnObjectWhoseAdoptionIsNotInTheBooks() throws Exception {
    Fixture run = new Fixture(directory, "enforce", TAR);
    boolean[] full = {true};
    List<String> written = new ArrayList<>();
    run.judging.adopt(run.judge(2, "enforce", TAR), () -> written.add("first"));
    run.judging.adopt(
        run.judge(3, "enforce", TAR),
        () -> {
          if (full[0]) {
            throw new IllegalStateException("disk full");
          }
          written.add("second");
        });
    assertThatThrownBy(() -> run.effects.resolve(run.call("archive", "{}")))
        .hasMessage("disk full");
    assertThatThrownBy(() -> run.effects.commit(run.exec("ls"))).hasMessage("disk full");
    full[0] = false;
    run.effects.end(run.effects.resolve(run.call("archive", "{}")), null);
    assertThat(written).containsExactly("first", "second");
  }

  @Test
  void ofManyCallsThatMeetANewObjectOneWritesAndNoneIsBeforeIt() throws Exception {
    Fixture run = new Fixture(directory, "enforce", TAR);
    int threads = 8;
    ExecutorService pool = Executors.newFixedThreadPool(threads);
    try {
      for (int round = 2; round < 22; round++) {
        Judge next = run.judge(round, "enforce", TAR);
        AtomicInteger written = new AtomicInteger();
        CountDownLatch ready = new CountDownLatch(threads);
        List<Future<Integer>> seen = new ArrayList<>();
        for (int i = 0; i < threads; i++) {
          seen.add(
              pool.submit(
                  () -> {
                    ready.countDown();
                    ready.await();
                    Judge taken;
                    do {
                      taken = run.judging.take();
                    } while (taken != next);
                    return written.get();
                  }));
        }
        ready.await();
        run.judging.adopt(next, written::incrementAndGet);
        for (Future<Integer> each : seen) {
          assertThat(each.get()).isEqualTo(1);
        }
      }
    } finally {
      pool.shutdownNow();
    }
  }

  @Test
  void theModeOfACallIsThatOfItsBeginning() throws Exception {
    Fixture run = new Fixture(directory, "observe", TAR);
    CallScope open = run.effects.resolve(run.call("archive", "{}"));
    run.effects.bodies().enter(open, run.body("archive", "{}"), "plan-1");
    run.judging.adopt(run.judge(2, "enforce", TAR), () -> {});
    run.effects.commit(run.exec("unheard-of"));
    run.effects.bodies().ended(open);
    run.effects.end(open, null);
    CallScope later = run.effects.resolve(run.call("archive", "{}"));
    run.effects.bodies().enter(later, run.body("archive", "{}"), "plan-1");
    assertThatThrownBy(() -> run.effects.commit(run.exec("unheard-of")))
        .hasMessageContaining("NIKA-SEC-011");
  }

  @Test
  void closedMeansEveryEffectAlsoOfOpenCalls() throws Exception {
    Fixture run = new Fixture(directory, "enforce", TAR);
    CallScope open = run.effects.resolve(run.call("archive", "{}"));
    run.effects.bodies().enter(open, run.body("archive", "{}"), "plan-1");
    run.judging.close("tamper");
    assertThatThrownBy(() -> run.effects.commit(run.exec("tar"))).hasMessageContaining("CS-POLICY");
    assertThat(run.effects.resolve(run.call("other", "{}")).refusal())
        .hasMessageContaining("CS-POLICY");
    ThreadCell.current().swap(null);
    assertThatThrownBy(() -> run.effects.commit(run.exec("ls"))).hasMessageContaining("CS-POLICY");
    assertThatThrownBy(() -> run.effects.invokedElsewhere(run.body("x", "{}")))
        .hasMessageContaining("CS-POLICY");
    run.judging.close(null);
    run.effects.commit(run.exec("ls"));
  }

  @Test
  void whatBeganWhileNothingWasRefusedIsRefusedOnceTheMachineIsClosed() throws Exception {
    Fixture run = new Fixture(directory, "observe", TAR);
    Judge observes = run.judging.now();
    CallScope open = run.effects.resolve(run.call("archive", "{}"));
    run.effects.bodies().enter(open, run.body("archive", "{}"), "plan-1");
    CallScope waiting = run.effects.resolve(run.call("archive", "{}"));
    CallScope unfit = run.effects.resolve(run.call("archive", null));
    assertThat(unfit.refusal()).as("observe lets it run").isNull();

    // As a machine is closed (PolicyWatch.adopt): what judges from now on refuses, then all does.
    run.judging.adopt(
        observes.under(dev.countersign.config.Mode.ENFORCE, null, List.of()), () -> {});
    run.effects.commit(run.exec("unheard-of"));
    run.judging.close("tamper");
    ThreadCell.current().swap(open);
    assertThatThrownBy(() -> run.effects.commit(run.exec("tar"))).hasMessageContaining("CS-POLICY");
    ThreadCell.current().swap(waiting);
    assertThatThrownBy(
            () -> run.effects.bodies().enter(waiting, run.body("archive", "{}"), "plan-1"))
        .hasMessageContaining("CS-POLICY");
    ThreadCell.current().swap(unfit);
    for (int body = 0; body < 2; body++) {
      assertThatThrownBy(
              () -> run.effects.bodies().enter(unfit, run.body("archive", null), "plan-1"))
          .hasMessageContaining("CS-POLICY");
    }
    List<Map<String, Object>> records = run.records();
    Map<String, Object> refused =
        records.stream()
            .filter(r -> "exec".equals(r.get("verb")) && "deny".equals(r.get("verdict")))
            .findFirst()
            .orElseThrow();
    assertThat(refused)
        .containsEntry("mode", "enforce")
        .containsEntry("verdict_reason", "CS-POLICY");

    run.judging.adopt(observes, () -> {});
    run.judging.close(null);
    ThreadCell.current().swap(open);
    run.effects.commit(run.exec("tar"));

    // An exception loosens what is closed as well.
    run.judging.adopt(
        observes.under(
            dev.countersign.config.Mode.ENFORCE,
            new Emergency("bg-1", null, List.of(), List.of(), () -> false),
            List.of()),
        () -> {});
    run.judging.close("stale");
    ThreadCell.current().swap(null);
    run.effects.commit(run.exec("unheard-of"));
  }

  @Test
  void underAnExceptionEveryAllowNamesItAndWhatWouldHaveBeen() throws Exception {
    Fixture run = new Fixture(directory, "enforce", TAR);
    Judge strict = run.judging.now();
    run.judging.adopt(
        strict.under(
            dev.countersign.config.Mode.ENFORCE,
            new Emergency("bg-1", null, List.of(), List.of(), () -> false),
            List.of()),
        () -> {});
    CallScope open = run.effects.resolve(run.call("archive", "{}"));
    run.effects.bodies().enter(open, run.body("archive", "{}"), "plan-1");
    run.effects.commit(run.exec("unheard-of"));
    List<Map<String, Object>> allows = new ArrayList<>();
    for (Map<String, Object> record : run.records()) {
      if ("allow".equals(record.get("verdict"))) {
        allows.add(record);
      }
    }
    assertThat(allows).extracting(r -> r.get("breakglass")).containsExactly("bg-1", "bg-1");
    assertThat(allows).extracting(r -> r.get("would_refuse")).containsExactly(null, "NIKA-SEC-011");
    assertThat(run.judging.now().permits()).isEqualTo(strict.permits());
  }
}
