package dev.countersign.it.launch;

import static dev.countersign.it.AgentRunAssert.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.example.acts.launch.AssistantActs;
import com.example.acts.launch.LaunchActs;
import dev.countersign.it.AgentRun;
import dev.countersign.it.Enforced;
import dev.countersign.it.Jdk;
import dev.countersign.it.Jdks;
import dev.countersign.it.OnEachJdk;
import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Class data that an earlier run left: CDS archives of JDK 17, AOT caches of JDK 25. What is in a
 * cache is loaded before any agent runs, {@code ProcessImpl} and the application's tools included.
 */
class ArchivesIT {

  private static final Jdk JDK_17 = Jdks.jdk(17);
  private static final Jdk JDK_25 = Jdks.jdk(25);

  @TempDir private static Path temp;

  /** Archives hold classes of jars only. */
  private static Path jar;

  @BeforeAll
  static void pack() throws IOException {
    jar = Jars.executable(temp.resolve("app.jar"), LaunchActs.class);
  }

  /** The cache has what the agent weaves; {@code AOTMode=on} starts no JVM without it. */
  @Test
  void anAotCacheWithTheWovenClassesInIt() {
    Path cache = recorded(JDK_25, "-XX:AOTCacheOutput=archive", "--add-modules", "java.instrument");

    AgentRun run =
        application(JDK_25)
            .jvm("-XX:AOTCache=" + cache, "-XX:AOTMode=on", "--add-modules", "java.instrument")
            .program(List.of("-jar", jar.toString()), "application");
    AgentRun required =
        application(JDK_25)
            .configured(
                """
                bundle: launch
                version: 1
                mode: enforce
                exec: { native: required }
                """)
            .jvm("-XX:AOTCache=" + cache, "-XX:AOTMode=on", "--add-modules", "java.instrument")
            .program(List.of("-jar", jar.toString()), "application");

    Enforced.in(run);
    assertThat(run.agentLines())
        .anyMatch(line -> line.contains("hole: java.lang.ProcessImpl was loaded before the agent"));
    assertThat(required).notStarted("java.lang.ProcessImpl was loaded before the agent");
  }

  /** The same with a framework's methods and the tools themselves in the cache. */
  @Test
  void anAotCacheWithLangChain4jInIt() {
    String path =
        Stream.concat(Stream.of(jar), AgentRun.Builder.jars(PackagingIT.LIBRARIES).stream())
            .map(Path::toString)
            .collect(Collectors.joining(File.pathSeparator));
    List<String> program = List.of("-cp", path, AssistantActs.class.getName());
    Path cache =
        recorded(program, JDK_25, "-XX:AOTCacheOutput=archive", "--add-modules", "java.instrument");

    Enforced.in(
        AgentRun.on(JDK_25)
            .withBothCompilers()
            .with("assistant.yaml")
            .jvm("-XX:AOTCache=" + cache, "-XX:AOTMode=on", "--add-modules", "java.instrument")
            .program(program, "application"));
  }

  /** The JVM rejects the cache as a whole, says so, and starts without. */
  @Test
  void anAotCacheOfAJvmThatLacksTheModuleOfAgents() {
    Path cache = recorded(JDK_25, "-XX:AOTCacheOutput=archive");

    AgentRun run =
        application(JDK_25)
            .jvm("-XX:AOTCache=" + cache)
            .program(List.of("-jar", jar.toString()), "application");

    assertEnforced(run);
    assertThat(run.stdout()).contains("jdk.module.addmods");
  }

  /** The archive's boot class path is that of a JVM with the agent, so it is used. */
  @Test
  void aCdsArchiveThatKnowsTheAgentsJar() {
    Path archive =
        recorded(
            JDK_17, "-XX:ArchiveClassesAtExit=archive", "-Xbootclasspath/a:" + AgentRun.agentJar());

    AgentRun run =
        application(JDK_17)
            .jvm("-XX:SharedArchiveFile=" + archive, "-Xshare:on")
            .program(List.of("-jar", jar.toString()), "application");

    assertEnforced(run);
    assertThat(run.stdout()).doesNotContain("[cds");
  }

  @Test
  void aCdsArchiveThatDoesNot() {
    Path archive = recorded(JDK_17, "-XX:ArchiveClassesAtExit=archive");

    AgentRun run =
        application(JDK_17)
            .jvm("-XX:SharedArchiveFile=" + archive)
            .program(List.of("-jar", jar.toString()), "application");

    assertEnforced(run);
    assertThat(run.stdout()).contains("Unable to use shared archive");
  }

  @Test
  void aStaticCdsArchive() {
    Path classes = recorded(JDK_17, "-XX:DumpLoadedClassList=archive");
    AgentRun dump =
        AgentRun.on(JDK_17)
            .withBothCompilers()
            .jvm(
                "-Xshare:dump",
                "-XX:SharedClassListFile=" + classes,
                "-XX:SharedArchiveFile=archive",
                "-Xbootclasspath/a:" + AgentRun.agentJar())
            .program(List.of("-cp", jar.toString()));
    assertThat(dump).succeeded().created("archive");

    AgentRun run =
        application(JDK_17)
            .jvm("-XX:SharedArchiveFile=" + dump.work().resolve("archive"), "-Xshare:on")
            .program(List.of("-jar", jar.toString()), "application");

    assertEnforced(run);
  }

  /**
   * Recording with the agent: JDK 25 would be killed by a fault of its own while it writes, JDK 17
   * writes only with a flag that is for tests. Neither runs the application.
   */
  @OnEachJdk
  void anArchiveIsNotRecordedWithTheAgent(Jdk jdk) {
    AgentRun.Builder recording = application(jdk);
    if (jdk.feature() == 17) {
      recording.jvm(
          "-XX:+UnlockDiagnosticVMOptions",
          "-XX:+AllowArchivingWithJavaAgent",
          "-XX:ArchiveClassesAtExit=archive");
    } else {
      recording.jvm("-XX:AOTMode=record", "-XX:AOTConfiguration=archive");
    }

    AgentRun run = recording.program(List.of("-jar", jar.toString()), "application");

    assertThat(run).exitedWith(78);
    assertThat(run.stderr()).contains("--add-modules java.instrument");
    assertThat(run.stdout()).doesNotContain("main");
    assertThat(run.after()).doesNotContainKeys("judged", "fired");
  }

  /** Runs the application without the agent, so that the JVM leaves {@code archive}. */
  private static Path recorded(Jdk jdk, String... options) {
    return recorded(List.of("-jar", jar.toString()), jdk, options);
  }

  private static Path recorded(List<String> program, Jdk jdk, String... options) {
    AgentRun training =
        AgentRun.on(jdk).withBothCompilers().jvm(options).program(program, "application");
    assertThat(training).created("archive").created("fired");
    return training.work().resolve("archive");
  }

  private static AgentRun.Builder application(Jdk jdk) {
    return AgentRun.on(jdk)
        .withBothCompilers()
        .with("launch.yaml")
        .jvm("-Djava.util.logging.SimpleFormatter.format=%4$s %5$s%n");
  }

  /** The JVM's own lines about an archive are on standard output, with the agent and without. */
  private static void assertEnforced(AgentRun run) {
    assertThat(run).succeeded().created("judged").denied("NIKA-SEC-011").booksVerify();
    assertThat(run.stdout()).contains("attack: [NIKA-SEC-011] Refused: ");
    assertThat(run.after()).doesNotContainKey("fired");
  }
}
