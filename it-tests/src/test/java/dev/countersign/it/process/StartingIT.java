package dev.countersign.it.process;

import static dev.countersign.it.AgentRunAssert.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.example.acts.HelloActs;
import com.example.acts.process.CommandActs;
import com.example.acts.process.LoaderActs;
import com.example.acts.process.PatchActs;
import dev.countersign.it.ActTable;
import dev.countersign.it.AgentRun;
import dev.countersign.it.Jdk;
import dev.countersign.it.OnEachJdk;

/**
 * JVMs in which the agent cannot do its work, and small ones in which it can (F04, F06, F09, B18).
 */
class StartingIT {

  private static final String LEAST = "bundle: starting\nversion: 1\nmode: enforce\n";

  /**
   * F06: one method of one JDK class is missing, and the JVM says which instead of running blind.
   */
  @OnEachJdk
  void f06AJdkThatLacksASinkIsNotStarted(Jdk jdk) {
    AgentRun patched =
        AgentRun.on(jdk).libraries("byte-buddy").main(PatchActs.class, "renamePipeline");
    assertThat(patched).succeeded();
    AgentRun.Builder builder =
        AgentRun.on(jdk).jvm("--patch-module", "java.base=" + patched.work().resolve("patch"));

    AgentRun enforcing = builder.configured(LEAST).main(HelloActs.class, "hello");
    assertThat(enforcing).notStarted("java.lang.ProcessBuilder.startPipeline could not be woven");
    assertThat(enforcing.withoutAgent()).printed("hello");

    AgentRun observing =
        builder.configured(LEAST.replace("enforce", "observe")).main(HelloActs.class, "hello");
    assertThat(observing).succeeded().printed("hello").booksVerify();
    assertThat(observing.agentLines())
        .anyMatch(
            line -> line.startsWith("countersign: hole: java.lang.ProcessBuilder.startPipeline"));
  }

  /** B18: what another system does with a command line is not known here. */
  @OnEachJdk
  void b18AnotherOperatingSystemIsNotStarted(Jdk jdk) {
    AgentRun.Builder builder = AgentRun.on(jdk).jvm("-Dos.name=Windows 11");

    AgentRun enforcing = builder.configured(LEAST).main(HelloActs.class, "hello");
    assertThat(enforcing)
        .notStarted("process starts are understood on Linux only, this is Windows 11");
    assertThat(enforcing.withoutAgent()).printed("hello");

    AgentRun observing =
        builder.configured(LEAST.replace("enforce", "observe")).main(HelloActs.class, "hello");
    assertThat(observing).succeeded().printed("hello");
    assertThat(observing.agentLines())
        .anyMatch(line -> line.contains("hole: process starts are understood on Linux only"));
  }

  /**
   * Who asked for signed books does not get unsigned ones; {@code EndsIT} starts with a good key.
   */
  @OnEachJdk
  void aKeyThatCannotSignIsNotStarted(Jdk jdk) {
    AgentRun.Builder builder = AgentRun.on(jdk).file("key.pem", "no key\n");
    AgentRun checkpoint =
        builder
            .configured(LEAST + "receipts: { checkpoint: { key: \"@work@/key.pem\" } }\n")
            .main(HelloActs.class, "hello");
    assertThat(checkpoint).notStarted("receipts.checkpoint.key: ");
    assertThat(checkpoint.withoutAgent()).printed("hello");
    AgentRun anchor =
        builder
            .configured(
                LEAST
                    + "ledger: { dir: \"@work@/../ledger\", anchor_key: \"@work@/key.pem\", kid: k }\n")
            .main(HelloActs.class, "hello");
    assertThat(anchor).notStarted("ledger.anchor_key: ");
  }

  /** F04: nothing but {@code java.base}, and the same verdicts. */
  @OnEachJdk
  void f04TheSmallestJvmIsEnough(Jdk jdk) {
    String table =
        """
        -    honest           ended +judged  ended +judged
        B03  commandReplaced  ended +fired   NIKA-SEC-011 none  /intent/argv/1
        """;
    ActTable.of(
            on -> AgentRun.on(on).with("processes.yaml").jvm("--limit-modules", "java.base"),
            CommandActs.class,
            table)
        .shows(jdk);
  }

  /** F09: whoever is first, and whatever lock it holds. */
  @OnEachJdk
  void f09AStartUnderAClassLoadersLockEnds(Jdk jdk) {
    String all = "ended +elsewhere,+inLoader,+inLoaderAgain,+notFound";
    String table = "F09  startWhileAClassIsFound  " + all + "  " + all + "\n";
    ActTable.of(on -> AgentRun.on(on).with("processes.yaml"), LoaderActs.class, table).shows(jdk);
  }
}
