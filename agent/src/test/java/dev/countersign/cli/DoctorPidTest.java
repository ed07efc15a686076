package dev.countersign.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** {@code doctor --pid} finds the configuration of a process by itself (spec 6). */
@EnabledOnOs(OS.LINUX)
class DoctorPidTest {

  @TempDir private Path directory;
  private Process process;

  @BeforeEach
  void agentAndConfiguration() throws Exception {
    Manifest manifest = new Manifest();
    manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
    manifest
        .getMainAttributes()
        .put(new Attributes.Name("Premain-Class"), "dev.countersign.agent.CountersignAgent");
    try (OutputStream file = Files.newOutputStream(directory.resolve("ours.jar"))) {
      new JarOutputStream(file, manifest).close();
    }
    Files.writeString(
        directory.resolve("c.yaml"),
        "{bundle: b, version: 1, mode: observe, ledger: {dir: books}}");
    Files.createDirectory(directory.resolve("books"));
  }

  @AfterEach
  void end() {
    if (process != null) {
      process.destroyForcibly();
    }
  }

  @Test
  void theAgentsArgumentNamesIt() throws Exception {
    start(null, "-javaagent:other.jar=x", "-javaagent:ours.jar=c.yaml", "com.example.Main");
    assertThat(doctor().exit()).as(doctor().err()).isEqualTo(Exit.CLEAN);
  }

  @Test
  void theEnvironmentNamesItWhereTheArgumentDoesNot() throws Exception {
    start("c.yaml", "-javaagent:ours.jar", "com.example.Main");
    assertThat(doctor().exit()).as(doctor().err()).isEqualTo(Exit.CLEAN);
  }

  @Test
  void aProcessWithoutTheAgentIsSaidToBeOne() throws Exception {
    start("c.yaml", "com.example.Main");
    assertThat(doctor().exit()).isEqualTo(Exit.CANNOT);
    assertThat(doctor().err())
        .contains("its command line attaches no Countersign agent")
        .contains("doctor --pid " + process.pid() + " --config FILE");
  }

  @Test
  void aProcessThatIsNotThereIsSaidNotToBe() {
    Ran ran = Ran.with("doctor", "--pid", "999999999");
    assertThat(ran.exit()).isEqualTo(Exit.CANNOT);
    assertThat(ran.err()).contains("there is no such process");
  }

  @Test
  void withNeitherOptionItIsAUsageError() {
    Ran ran = Ran.with("doctor");
    assertThat(ran.exit()).isEqualTo(Exit.USAGE);
    assertThat(ran.err()).contains("--pid N or --config FILE");
  }

  private Ran doctor() {
    return Ran.with("doctor", "--pid", Long.toString(process.pid()));
  }

  /** A process whose command line looks like that of a JVM, and which waits for its input. */
  private void start(String variable, String... arguments) throws Exception {
    List<String> command = new ArrayList<>(List.of("sh", "-c", "read line", "java"));
    command.addAll(List.of(arguments));
    ProcessBuilder builder = new ProcessBuilder(command).directory(directory.toFile());
    builder.environment().remove("COUNTERSIGN_CONFIG");
    builder.environment().remove("JAVA_TOOL_OPTIONS");
    if (variable != null) {
      builder.environment().put("COUNTERSIGN_CONFIG", variable);
    }
    process = builder.start();
    Files.writeString(
        directory.resolve("books").resolve("t-" + process.pid() + "-c.status.json"),
        "{\"woven\":[]}");
  }
}
