package dev.countersign.it.launch;

import static org.assertj.core.api.Assertions.assertThat;

import com.example.acts.launch.LaunchActs;
import com.example.acts.launch.OddProvider;
import com.example.acts.launch.OwnFileSystemProvider;
import com.example.acts.launch.OwnLoader;
import com.example.acts.launch.OwnLogManager;
import dev.countersign.it.AgentRun;
import dev.countersign.it.AgentRunAssert;
import dev.countersign.it.Enforced;
import dev.countersign.it.Jdk;
import dev.countersign.it.Jdks;
import dev.countersign.it.OnEachJdk;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Options that people start JVMs with: the same application under each, with and without us. */
class LaunchesIT {

  private static final String ODD = "odd.properties";

  static Stream<Arguments> launches() {
    List<Arguments> rows = new ArrayList<>();
    Jdks.tested()
        .forEach(
            jdk -> {
              add(rows, jdk, "hardened", hardened(jdk));
              add(
                  rows,
                  jdk,
                  "interpreted",
                  "-Xint",
                  "-XX:+UseSerialGC",
                  "-Xmx32m",
                  "-Xshare:off",
                  "-Xss256k",
                  "-Djdk.lang.Process.launchMechanism=FORK");
              add(
                  rows,
                  jdk,
                  "turkish",
                  "-Duser.language=tr",
                  "-Duser.country=TR",
                  "-Duser.timezone=Europe/Istanbul",
                  "-Dfile.encoding=ISO-8859-1");
              add(
                  rows,
                  jdk,
                  "ownFileSystem",
                  property(
                      "java.nio.file.spi.DefaultFileSystemProvider", OwnFileSystemProvider.class));
              add(
                  rows,
                  jdk,
                  "ownLoaderAndLogManager",
                  property("java.system.class.loader", OwnLoader.class),
                  property("java.util.logging.manager", OwnLogManager.class),
                  // JDK 25 warns of such a loader, with the time, on standard output.
                  "-Xlog:disable");
            });
    return rows.stream();
  }

  /** Nothing to write to, nothing to attach to, every check that the JVM has. */
  private static String[] hardened(Jdk jdk) {
    List<String> options =
        new ArrayList<>(
            List.of(
                "-ea",
                "-esa",
                "-Djava.io.tmpdir=missing",
                "-Duser.home=missing",
                "-XX:-EnableDynamicAgentLoading",
                "-XX:+DisableAttachMechanism"));
    if (jdk.feature() >= 24) {
      options.add("--illegal-native-access=deny");
      options.add("--sun-misc-unsafe-memory-access=deny");
    }
    return options.toArray(new String[0]);
  }

  private static void add(List<Arguments> rows, Jdk jdk, String name, String... options) {
    rows.add(Arguments.of(name, jdk, List.of(options)));
  }

  private static String property(String name, Class<?> value) {
    return "-D" + name + "=" + value.getName();
  }

  @ParameterizedTest(name = "{0} on {1}")
  @MethodSource("launches")
  void theApplicationIsTheSameAndTheAttackIsRefused(String name, Jdk jdk, List<String> options) {
    Enforced.in(
        application(jdk).jvm(options.toArray(new String[0])).main(LaunchActs.class, "application"));
  }

  /** Alpine's and a container's locale. */
  @OnEachJdk
  void posixLocale(Jdk jdk) {
    Enforced.in(
        application(jdk)
            .environment("LC_ALL", "POSIX")
            .environment("LANG", "")
            .main(LaunchActs.class, "application"));
  }

  static Stream<Arguments> providers() {
    return Jdks.tested()
        .flatMap(
            jdk ->
                Stream.of(OddProvider.class, OddProvider.NamedSun.class, OddProvider.Throwing.class)
                    .map(provider -> Arguments.of(provider, jdk)));
  }

  /**
   * Whoever is first among the security providers, ours are the JDK's digests and the kernel's
   * random bytes: the books verify, ids are no zeros, and the provider is not even initialised
   * before the application asks for one.
   */
  @ParameterizedTest(name = "{0} on {1}")
  @MethodSource("providers")
  void securityProvidersOfTheApplication(Class<?> provider, Jdk jdk) {
    AgentRun run =
        application(jdk)
            .file(ODD, "security.provider.1=" + provider.getName() + "\nsecurity.provider.2=SUN\n")
            .jvm("-Djava.security.properties=" + ODD)
            .main(LaunchActs.class, "application");

    Enforced.in(run);
    assertThat(run.stdout().lines())
        .startsWith("main")
        .containsOnlyOnce("provider initialised")
        .doesNotContain("provider gives random bytes");
  }

  /** The JVM itself asks a system class loader for agents, and starts nothing without. */
  @OnEachJdk
  void aSystemLoaderThatTakesNoAgents(Jdk jdk) {
    AgentRun run =
        application(jdk)
            .jvm(property("java.system.class.loader", OwnLoader.Closed.class))
            .main(LaunchActs.class, "application");

    assertThat(run.exitCode()).isNotZero();
    assertThat(run.stderr()).contains("appendToClassPathForInstrumentation");
    assertThat(run.after()).isEmpty();
  }

  static Stream<String> policies() {
    return Stream.of(
        "grant { permission java.util.PropertyPermission \"*\", \"read\"; };\n",
        "grant codeBase \"file:"
            + AgentRun.agentJar()
            + "\" { permission java.security.AllPermission; };\n");
  }

  /** JDK 17's security manager with a policy under which checks would fail: closed. */
  @ParameterizedTest
  @MethodSource("policies")
  void aSecurityManagerThatDoesNotLetChecksWork(String policy) {
    AgentRun run =
        application(Jdks.jdk(17))
            .file("policy", policy)
            .jvm("-Djava.security.manager", "-Djava.security.policy==policy")
            .main(LaunchActs.class, "application");

    AgentRunAssert.assertThat(run)
        .notStarted("grant java.security.AllPermission to all code")
        .touchedNothing();
  }

  @Test
  void aSecurityManagerThatDoes() {
    Enforced.in(
        application(Jdks.jdk(17))
            .file("policy", "grant { permission java.security.AllPermission; };\n")
            .jvm("-Djava.security.manager", "-Djava.security.policy==policy")
            .main(LaunchActs.class, "application"));
  }

  /** The one that applications really put first. */
  @OnEachJdk
  void bouncyCastleFirst(Jdk jdk) {
    AgentRun run =
        application(jdk)
            .libraries("bcprov")
            .file(
                ODD,
                "security.provider.1=org.bouncycastle.jce.provider.BouncyCastleProvider\n"
                    + "security.provider.2=SUN\n")
            .jvm("-Djava.security.properties=" + ODD)
            .main(LaunchActs.class, "application");

    Enforced.in(run);
    assertThat(run.stdout().lines()).contains("BC");
  }

  private static AgentRun.Builder application(Jdk jdk) {
    return AgentRun.on(jdk)
        .withBothCompilers()
        .with("launch.yaml")
        .jvm("-Djava.util.logging.SimpleFormatter.format=%4$s %5$s%n");
  }
}
