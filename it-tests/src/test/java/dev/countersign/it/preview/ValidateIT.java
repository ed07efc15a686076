package dev.countersign.it.preview;

import static dev.countersign.it.AgentRunAssert.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.example.acts.preview.Validations;
import dev.countersign.Change;
import dev.countersign.it.AgentRun;
import dev.countersign.it.Books;
import dev.countersign.it.Jdk;
import dev.countersign.it.Jdks;
import dev.countersign.it.OnEachJdk;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Calls of real tools are validated from inside their application, by a JMX client and by the
 * command line: nothing is written for it, nothing spent, and who is denied is told nothing.
 */
class ValidateIT {

  private static final String CONFIG =
      """
      bundle: it-validate
      version: 1
      mode: enforce
      frameworks: auto
      state: { dir: "%s" }
      layers:
        - level: org
          version: 1
          rules:
            - id: not-mallory
              when: invoke where actor.principal = "mallory"
              verdict: deny
              reason: the-reason-of-the-rule
      tools:
        - tool: copy
          effects:
            - exec: { argv: [cp, --, "${args.from}", "${args.to}"] }
        - tool: move
          effects:
            - exec: { argv: [mv, --, "${args.from}", "${args.to}"] }
        - tool: anInt
          approval: human
      """;

  /** A test's own directory may have a longer path than a socket can have. */
  private static AgentRun.Builder application(Jdk jdk, Path state) {
    return AgentRun.on(jdk).configured(CONFIG.formatted(state)).file("page", "for everybody\n");
  }

  @OnEachJdk
  void toolsOfLangChain4j(Jdk jdk) throws IOException {
    Path state = Files.createTempDirectory("cs");
    AgentRun run =
        application(jdk, state)
            .libraries(
                "langchain4j-1",
                "langchain4j-core",
                "jackson",
                "jspecify",
                "slf4j-api",
                "opennlp",
                "byte-buddy")
            .main(
                com.example.acts.langchain4j.ValidateActs.class,
                "validated",
                state.toString(),
                AgentRun.agentJar().toString());

    assertThat(run).succeeded().deniedNothing().booksVerify();
    List<String> lines = run.stdout().lines().toList();
    assertThat(lines)
        .containsSubsequence(
            "before any call: valid +module_lookup +acl +schema [exec cp]",
            "copy: copied",
            "move: copied",
            "preview ran",
            "allowed: valid +module_lookup +acl +schema +module_preview"
                + " [copy sentinel-of-the-preview]",
            "without a preview: valid +module_lookup +acl +schema [exec mv]",
            "preview ran",
            "missing: invalid +module_lookup +acl -schema CS-UNSUPPORTED +module_preview"
                + " [copy sentinel-of-the-preview]",
            "preview ran",
            "another type: invalid +module_lookup +acl -schema CS-UNSUPPORTED +module_preview"
                + " [copy sentinel-of-the-preview]",
            "denied: invalid +module_lookup -acl CS-POLICY +schema",
            "discloses: false",
            "unknown: invalid -module_lookup CS-UNBOUND",
            "hostile: invalid +module_lookup -acl CS-POLICY -schema CS-UNSUPPORTED",
            "exit: 0",
            "exit: 1",
            "books unchanged: true",
            "copy: copied",
            "answer: done");
    // In its application three times, and for the command line that was not denied.
    assertThat(lines).filteredOn("preview ran"::equals).hasSize(4);
    assertThat(run.stdout())
        .contains(
            "jmx: {\"valid\":false,\"checks\":[{\"check\":\"module_lookup\",\"passed\":true,"
                + "\"error\":null,\"warnings\":[]},{\"check\":\"acl\",\"passed\":false,"
                + "\"error\":{\"code\":\"CS-POLICY\",")
        .contains("change  copy  sentinel-of-the-preview  Copies it")
        .contains("the call would be allowed")
        .contains("\"check\": \"acl\"")
        .doesNotContain("the-reason-of-the-rule");
    assertThat(lines).filteredOn(line -> line.contains("sentinel")).hasSize(4);
    assertThat(run.after()).containsEntry("copied", "for everybody\n");
    assertThat(Books.of(run).allowedScopes())
        .containsExactly("tool.copy", "exec.cp", "tool.move", "exec.mv", "tool.copy", "exec.cp");
    remove(state);
  }

  @OnEachJdk
  void toolsOfSpringAi(Jdk jdk) throws IOException {
    Path state = Files.createTempDirectory("cs");
    AgentRun.Builder builder = application(jdk, state);
    try (Stream<Path> jars =
        Files.list(Path.of("lines", "spring-ai-2.0", "target", "lib").toAbsolutePath())) {
      jars.sorted().forEach(builder::classPath);
    }
    AgentRun run =
        builder.main(com.example.acts.springai.ValidateActs.class, "validated", state.toString());

    assertThat(run).succeeded().deniedNothing().booksVerify();
    assertThat(run.stdout().lines())
        .containsSubsequence(
            "CP 0",
            "allowed: valid +module_lookup +acl +schema [exec cp]",
            "missing: invalid +module_lookup +acl -schema CS-UNSUPPORTED [exec cp]",
            "denied: invalid +module_lookup -acl CS-POLICY +schema",
            "approval: valid +module_lookup +acl +schema approval",
            "books unchanged: true",
            "CP 0");
    assertThat(run.after()).containsEntry("copied", "for everybody\n");
    assertThat(Books.of(run).allowedScopes())
        .containsExactly("tool.copy", "exec.cp", "tool.copy", "exec.cp");
    remove(state);
  }

  /** Whoever brings a copy of the public classes is answered by the agent's own, or told so. */
  @Test
  void withoutAnAgentItIsSaid() throws Exception {
    Path copy = Path.of(Change.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    AgentRun run =
        AgentRun.on(Jdks.tested().findFirst().orElseThrow())
            .configured("bundle: it-validate\nversion: 1\nmode: enforce\n")
            .classPath(copy)
            .main(Validations.class);

    assertThat(run).succeeded();
    assertThat(run.stdout().lines())
        .containsExactly("attached: true", "unknown: invalid -module_lookup CS-UNBOUND");
    assertThat(run.withoutAgent().stdout().lines())
        .startsWith("attached: false")
        .anyMatch(line -> line.contains("Start this JVM with -javaagent:countersign-agent.jar"));
  }

  private static void remove(Path directory) throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      for (Path file : files.toList()) {
        Files.delete(file);
      }
    }
    Files.delete(directory);
  }
}
