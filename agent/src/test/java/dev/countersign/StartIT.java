package dev.countersign;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A JVM that starts with the packaged agent, or that does not start. */
class StartIT {

  private static final String JAR = System.getProperty("countersign.jar");

  @TempDir Path directory;
  private Path config;

  @BeforeEach
  void configure() throws IOException {
    config = directory.resolve("countersign.yaml");
    Files.writeString(
        config,
        "bundle: start\nversion: 1\nmode: enforce\nledger: { dir: "
            + directory.resolve("ledger")
            + " }\n");
  }

  @Test
  void leavesStandardOutputToTheApplication() throws Exception {
    Run run = agent(JAR + "=" + config).main("hello");
    assertThat(run.exit).isZero();
    assertThat(run.out).isEqualTo("hello\n");
    assertThat(run.err).contains("mode enforce").contains("sites woven");
  }

  @Test
  void doesNotStartWithoutAConfiguration() throws Exception {
    Run run = agent(JAR).main("hello");
    assertThat(run.exit).isEqualTo(78);
    assertThat(run.out).isEmpty();
    assertThat(run.err)
        .contains("not starting this JVM (exit 78): no configuration is given")
        .contains("COUNTERSIGN_CONFIG");
  }

  @Test
  void doesNotStartWithAConfigurationThatIsNotThere() throws Exception {
    assertThat(agent(JAR + "=" + directory.resolve("absent.yaml")).main("hello").exit)
        .isEqualTo(78);
  }

  /** B22. */
  @Test
  void isTakenOnceWhenItIsGivenTwice() throws Exception {
    Run run = agent(JAR + "=" + config, JAR + "=" + config).main("hello");
    assertThat(run.exit).isZero();
    assertThat(run.out).isEqualTo("hello\n");
    assertThat(run.err).containsOnlyOnce("attached already").containsOnlyOnce("sites woven");
  }

  @Test
  void startsUnderAnotherName() throws Exception {
    Path renamed = directory.resolve("renamed.jar");
    Files.copy(Path.of(JAR), renamed);
    Run run = agent(renamed + "=" + config).main("hello");
    assertThat(run.exit).isZero();
    assertThat(run.err).contains("sites woven");
  }

  /** B23. */
  @Test
  void showsTheApplicationNoWayToTakeItOff() throws Exception {
    Run run = agent(JAR + "=" + config).main("reach");
    assertThat(run.exit).as(run.err).isZero();
    assertThat(run.out)
        .contains("hidden: dev.countersign.agent.Startup")
        .contains("hidden: dev.countersign.weave.Weaver")
        .contains("hidden: dev.countersign.shaded.asm.ClassReader")
        .contains("final: HANDLER")
        .contains("no Instrumentation in ");
  }

  @Test
  void doctorStartsATrialAndLeavesTheLedgerAlone() throws Exception {
    Run run = run(List.of("-jar", JAR, "doctor", "--config", config.toString()));
    assertThat(run.exit).as(run.err).isZero();
    assertThat(run.out)
        .contains("Woven: ")
        .contains("java.lang.ProcessImpl.start (method)")
        .contains("java.lang.Runtime.load0 (method)")
        .contains("exec.program: of a process start, the request is bound: not what ")
        .contains("native: what native code does is not bound");
    assertThat(directory.resolve("ledger")).doesNotExist();
  }

  @Test
  void keepsAStatusFileThatOnlyItsOwnerReads() throws Exception {
    assertThat(agent(JAR + "=" + config).main("hello").exit).isZero();
    List<Path> status = new ArrayList<>();
    try (DirectoryStream<Path> files =
        Files.newDirectoryStream(directory.resolve("ledger"), "*.status.json")) {
      files.forEach(status::add);
    }
    assertThat(status).hasSize(1);
    assertThat(Files.readString(status.get(0))).contains("\"state\":\"woven\"");
    assertThat(Files.getPosixFilePermissions(status.get(0))).hasSize(2);
  }

  private static Agents agent(String... agents) {
    return new Agents(agents);
  }

  private static Run run(List<String> arguments) throws Exception {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(arguments);
    Path err = Files.createTempFile("start", ".err");
    ProcessBuilder builder = new ProcessBuilder(command).redirectError(err.toFile());
    builder.environment().remove("JAVA_TOOL_OPTIONS");
    builder.environment().remove("COUNTERSIGN_CONFIG");
    Process process = builder.start();
    String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    int exit = process.waitFor();
    String errors = Files.readString(err);
    Files.delete(err);
    return new Run(exit, out, errors);
  }

  private record Run(int exit, String out, String err) {}

  private record Agents(String[] agents) {
    Run main(String act) throws Exception {
      List<String> arguments = new ArrayList<>();
      arguments.add("-Xverify:all");
      arguments.add("-XX:-PrintWarnings");
      for (String agent : agents) {
        arguments.add("-javaagent:" + agent);
      }
      arguments.add("-cp");
      arguments.add(
          new File(
                  StartApplication.class
                      .getProtectionDomain()
                      .getCodeSource()
                      .getLocation()
                      .toURI())
              .toString());
      arguments.add(StartApplication.class.getName());
      arguments.add(act);
      return run(arguments);
    }
  }
}
