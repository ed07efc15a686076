package dev.countersign.it.tools;

import static dev.countersign.it.AgentRunAssert.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.example.acts.tools.CrowdActs;
import dev.countersign.it.AgentRun;
import dev.countersign.it.Books;
import dev.countersign.it.Jdk;
import dev.countersign.it.Jdks;
import dev.countersign.it.OnEachJdk;
import org.junit.jupiter.api.Test;

/**
 * What agents are known to break where there are very many threads, classes or loaders: F08, F10,
 * F11, F12. What then stands in the books has its own tests, {@code faults.LoadIT}.
 */
class CrowdIT {

  private static AgentRun.Builder on(Jdk jdk) {
    return AgentRun.on(jdk).withBothCompilers().with("crowd.yaml").libraries("byte-buddy");
  }

  /** The agent is on the path of every class that is loaded, so it must need none of them. */
  @OnEachJdk
  void f08ManyThreadsLoadClassesAtOnceFiftyTimes(Jdk jdk) {
    AgentRun run = on(jdk).main(CrowdActs.class, "classesOnManyThreads");

    assertThat(run).succeeded().printed("counted 3200").deniedNothing().booksVerify();
    assertThat(run.applicationErrorLines()).isEmpty();
    assertThat(Books.of(run).toolAllows()).hasSize(3200);
    assertThat(Books.of(run).allows("exec.true")).hasSize(16);
  }

  /**
   * One carrier: a check that waited for another virtual thread would wait for ever. {@code
   * faults.LoadIT} has ten thousand.
   */
  @Test
  void f10VirtualThreadsOnOneCarrierStartProcesses() {
    AgentRun run =
        on(Jdks.jdk(25))
            .jvm("-Djdk.virtualThreadScheduler.parallelism=1")
            .jvm("-Djdk.virtualThreadScheduler.maxPoolSize=1")
            .main(CrowdActs.class, "virtualThreads");

    assertThat(run).succeeded().printed("counted 500").deniedNothing().booksVerify();
    Books books = Books.of(run);
    assertThat(books.toolAllows()).hasSize(500);
    assertThat(books.allows("exec.true")).hasSize(100);
    assertThat(books.events("outcome")).hasSameSizeAs(books.events("allow"));
  }

  /** Work goes by the call that it was submitted in, never by what its thread does now. */
  @OnEachJdk
  void f11ATaskOfAnEarlierCallStartsNothingOfTheNextOne(Jdk jdk) {
    AgentRun run = on(jdk).main(CrowdActs.class, "taskOfAnEarlierCall");

    assertThat(run)
        .succeeded()
        .printed("left behind", "[CS-EXPIRED]")
        .denied("CS-EXPIRED")
        .created("b.own")
        .booksVerify();
    assertThat(run.after()).doesNotContainKey("b");
    AgentRun plain = run.withoutAgent();
    assertThat(plain.stdout()).isEqualTo("left behind\nexit 0\n");
    assertThat(plain.after()).containsKeys("b", "b.own");
  }

  /** Nothing of ours keeps a class loader of the application, whatever it called. */
  @OnEachJdk
  void f12LoadersOfToolsAreCollected(Jdk jdk) {
    AgentRun run =
        on(jdk).jvm("-XX:MaxMetaspaceSize=64m").main(CrowdActs.class, "deployedAgainAndAgain");

    assertThat(run)
        .succeeded()
        .printed("deployed 200, collected 200")
        .sameAsWithoutAgent()
        .deniedNothing()
        .booksVerify();
    assertThat(Books.of(run).allows("tool.deployed")).hasSize(200);
  }
}
