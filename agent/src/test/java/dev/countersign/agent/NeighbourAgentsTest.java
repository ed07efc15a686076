package dev.countersign.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.JarOutputStream;
import java.util.zip.ZipEntry;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NeighbourAgentsTest {

  private static final File OWN = new File("countersign-agent.jar");
  private static final String OWN_OPTION = "-javaagent:countersign-agent.jar=countersign.yaml";

  @TempDir private Path directory;

  private static List<String> texts(String... arguments) {
    return NeighbourAgents.holes(arguments, OWN, List.of()).stream().map(Hole::text).toList();
  }

  @Test
  void oneAgentIsThisOne() {
    assertThat(texts("-Xmx1g", OWN_OPTION, "-Dx=-javaagent:y")).isEmpty();
  }

  @Test
  void othersAreNamedByTheirFileWithoutTheirOptions() {
    assertThat(texts("-javaagent:a/first.jar=key=secret", OWN_OPTION, "-javaagent:second.jar"))
        .satisfiesExactly(
            first ->
                assertThat(first)
                    .startsWith("the agent first.jar is on the command line before this one: ")
                    .doesNotContain("secret"),
            second ->
                assertThat(second).startsWith("the agent second.jar is on the command line: "));
  }

  @Test
  void nativeAgentsAreNamedWithoutTheirOptions() {
    assertThat(
            texts(
                OWN_OPTION,
                "-agentlib:jdwp=transport=dt_socket,server=y",
                "-agentpath:x/profiler.so=token=secret",
                "-Xrunhprof:heap=dump"))
        .satisfiesExactly(
            first -> assertThat(first).startsWith("the native agent jdwp is on the command line"),
            second -> assertThat(second).contains("profiler.so").doesNotContain("secret"),
            third -> assertThat(third).contains("hprof").doesNotContain("dump"));
  }

  @Test
  void aCopyOfThisAgentIsNoOther() throws IOException {
    Path copy = directory.resolve("copy.jar");
    try (OutputStream file = Files.newOutputStream(copy);
        JarOutputStream jar = new JarOutputStream(file)) {
      jar.putNextEntry(new ZipEntry("dev/countersign/agent/CountersignAgent.class"));
    }

    assertThat(texts("-javaagent:" + copy + "=x", OWN_OPTION, OWN_OPTION)).isEmpty();
  }

  @Test
  void whatDatadogSetsIsSaidUnlessItIsLeftOutAlready() {
    String[] arguments = {OWN_OPTION, "-javaagent:dd-java-agent-1.62.0.jar"};

    assertThat(texts(arguments)).singleElement().asString().endsWith("name it in exec.env_ignore");
    assertThat(NeighbourAgents.holes(arguments, OWN, List.of("_DD_ROOT_JAVA_SESSION_ID")))
        .singleElement()
        .extracting(Hole::text)
        .asString()
        .doesNotContain("env_ignore");
  }
}
