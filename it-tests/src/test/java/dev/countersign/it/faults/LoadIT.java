package dev.countersign.it.faults;

import static dev.countersign.it.AgentRunAssert.assertThat;
import static dev.countersign.it.faults.EndsIT.everyEffectHasItsAllow;
import static org.assertj.core.api.Assertions.assertThat;

import com.example.acts.faults.LoadActs;
import dev.countersign.it.AgentRun;
import dev.countersign.it.Books;
import dev.countersign.it.Jdk;
import dev.countersign.it.Jdks;
import dev.countersign.it.OnEachJdk;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Very many threads, and threads with very little left: an effect happens iff its allow stands. */
class LoadIT {

  private static AgentRun.Builder on(Jdk jdk) {
    return AgentRun.on(jdk).withBothCompilers().with("faults.yaml");
  }

  @OnEachJdk
  void twoHundredThreadsHaveOneChain(Jdk jdk) {
    AgentRun run = on(jdk).main(LoadActs.class, "twoHundredThreads");

    assertThat(run).succeeded().printed("all ended").deniedNothing().booksVerify();
    assertThat(everyEffectHasItsAllow(run, 4000).count()).isEqualTo(4000);
  }

  /** F10: with one carrier nobody may wait for a virtual thread that has none. */
  @ParameterizedTest(name = "{0} virtual threads, {1}, {2}")
  @CsvSource({
    "10000, -Djdk.virtualThreadScheduler.parallelism=1, write",
    "10000, -Dcountersign.it=default, write",
    "300, -Djdk.virtualThreadScheduler.parallelism=1, fsync"
  })
  void virtualThreadsAllGetThrough(int count, String option, String durability) {
    AgentRun run =
        AgentRun.on(Jdks.jdk(25))
            .withBothCompilers()
            .configured(
                AgentRun.config("faults.yaml")
                    + "ledger: { dir: \"@work@/../ledger\", durability: "
                    + durability
                    + " }\n")
            .jvm(option)
            .main(LoadActs.class, "virtualThreads", String.valueOf(count));

    assertThat(run).succeeded().printed("all ended").deniedNothing().booksVerify();
    AllowedNotes notes = everyEffectHasItsAllow(run, count);
    assertThat(notes.count()).isEqualTo(count);
    assertThat(notes.outcomes()).isEqualTo(count + 1);
  }

  /** Without a random byte there is no id, and without an id no effect (spec 2.2). */
  @OnEachJdk
  void withoutRandomBytesNothingHappensUnjudged(Jdk jdk) {
    AgentRun run =
        on(jdk)
            .jvm("--add-opens", "java.base/java.io=ALL-UNNAMED")
            .main(LoadActs.class, "withoutRandomBytes");

    assertThat(run).succeeded().printed("refused after some: true").booksVerify();
    AllowedNotes notes = everyEffectHasItsAllow(run, 1);
    assertThat(notes.count()).isEqualTo(AllowedNotes.happened(run).size());
    assertThat(run.agentLines()).isNotEmpty();
  }

  @OnEachJdk
  void interruptsNeitherStopACallNorGetLost(Jdk jdk) {
    AgentRun run = on(jdk).main(LoadActs.class, "interrupted");

    assertThat(run).succeeded().printed("lost their mark: 0").deniedNothing().booksVerify();
    assertThat(everyEffectHasItsAllow(run, 800).count()).isEqualTo(800);
  }

  @OnEachJdk
  void atTheEndOfTheStackAnEffectHappensWithItsAllowOrNotAtAll(Jdk jdk) {
    AgentRun run = on(jdk).main(LoadActs.class, "endOfStack");

    assertThat(run)
        .succeeded()
        .printed("some failed", "and then one was carried out")
        .booksVerify();
    everyEffectHasItsAllow(run, 82);
  }

  /**
   * The JVM runs a class as it is where its call of the agents fails, and ends before anybody would
   * look by himself: what was done without an allow is named in the books.
   */
  @OnEachJdk
  void aToolThatTheJvmDefinedPastTheAgentIsNamedInTheBooks(Jdk jdk) {
    AgentRun run = on(jdk).main(LoadActs.class, "firstUseAtTheEndOfTheStack");

    assertThat(run).succeeded().printed("ended").booksVerify();
    AllowedNotes notes = AllowedNotes.in(run.ledger());
    assertThat(AllowedNotes.happened(run)).anyMatch(id -> notes.allowed(id) == 0);
    assertThat(Books.of(run).lateHoles())
        .as(run.stderr())
        .singleElement()
        .asString()
        .startsWith("com.example.acts.faults.Notes was loaded where the stack ended");
  }

  @OnEachJdk
  void atTheEndOfTheMemoryAnEffectHappensWithItsAllowOrNotAtAll(Jdk jdk) {
    AgentRun run = on(jdk).jvm("-Xmx32m", "-XX:+UseSerialGC").main(LoadActs.class, "endOfMemory");

    assertThat(run)
        .succeeded()
        .printed("some failed", "and then one was carried out")
        .booksVerify();
    everyEffectHasItsAllow(run, 2);
  }
}
