package dev.countersign.it.apps;

import com.example.acts.apps.BatchApp;
import com.example.acts.apps.BuildApp;
import com.example.acts.apps.ChildJvmApp;
import com.example.acts.apps.ComposedToolsApp;
import com.example.acts.apps.ConnectionPoolApp;
import com.example.acts.apps.FanOutApp;
import com.example.acts.apps.HealthCheckApp;
import com.example.acts.apps.LazyPoolApp;
import com.example.acts.apps.LogAppenderApp;
import com.example.acts.apps.MavenApp;
import com.example.acts.apps.RetriesApp;
import com.example.acts.apps.SchedulerApp;
import com.example.acts.apps.StaticInitialiserApp;
import dev.countersign.it.AgentRun;
import dev.countersign.it.AgentRunAssert;
import dev.countersign.it.Enforced;
import dev.countersign.it.Jdk;
import dev.countersign.it.Jdks;
import dev.countersign.it.OnEachJdk;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Applications in miniature under {@code enforce}, each with the configuration that its owner would
 * write: nothing of their work is refused or changed, and an attack in the same application is
 * refused, so that the configuration is not simply open.
 */
class ApplicationsIT {

  static Stream<Arguments> applications() {
    return Jdks.tested()
        .flatMap(
            jdk ->
                Stream.of(
                    application("scheduler", SchedulerApp.class, jdk),
                    application("health-check", HealthCheckApp.class, jdk),
                    application("composed-tools", ComposedToolsApp.class, jdk),
                    application("lazy-pool", LazyPoolApp.class, jdk),
                    application("log-appender", LogAppenderApp.class, jdk),
                    application("child-jvm", ChildJvmApp.class, jdk),
                    application("build", BuildApp.class, jdk),
                    application("retries", RetriesApp.class, jdk),
                    application("batch", BatchApp.class, jdk),
                    application("connection-pool", ConnectionPoolApp.class, jdk),
                    application("fan-out", FanOutApp.class, jdk)));
  }

  private static Arguments application(String name, Class<?> application, Jdk jdk) {
    return Arguments.of(name, application, jdk);
  }

  @ParameterizedTest(name = "{0} on {2}")
  @MethodSource("applications")
  void worksAsItDoesWithoutTheAgent(String name, Class<?> application, Jdk jdk) {
    Enforced.in(run(name, application, jdk));
  }

  /** Its attack is the work of a class that a tool initialises and that no tool declares. */
  @OnEachJdk
  void staticInitialisersWorkAsTheyDoWithoutTheAgent(Jdk jdk) {
    Enforced.in(run("static-initialiser", StaticInitialiserApp.class, jdk), "CS-UNBOUND");
  }

  /** The real thing, where the machine has it: a script that finds a JVM and starts it. */
  @OnEachJdk
  void mavenWorksAsItDoesWithoutTheAgent(Jdk jdk) {
    boolean here =
        Stream.of(System.getenv("PATH").split(File.pathSeparator))
            .anyMatch(directory -> Files.isExecutable(Path.of(directory, "mvn")));
    Assumptions.assumeTrue(here, "no mvn on PATH: BuildApp stands for it alone");

    AgentRun run = run("maven", MavenApp.class, jdk);

    Enforced.in(run);
    AgentRunAssert.assertThat(run).printedSomewhere("0 and a log\n");
  }

  private static AgentRun run(String name, Class<?> application, Jdk jdk) {
    return AgentRun.on(jdk)
        .withBothCompilers()
        .with("apps/" + name + ".yaml")
        .main(application, "application");
  }
}
