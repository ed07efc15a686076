package dev.countersign.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.countersign.canonical.Json;
import dev.countersign.observe.CommandSocket;
import dev.countersign.verify.SchemaCheck;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ValidateCommandTest {

  private static final String RESULT =
      "{\"valid\":true,\"checks\":[],\"requires_approval\":false,\"errors\":[],"
          + "\"predicted_changes\":[{\"action\":\"a\",\"target\":\"t\",\"summary\":\"s\\nFAILED\","
          + "\"x-n\":1e2}]}";

  @TempDir private Path directory;

  private Path config;

  @BeforeEach
  void write() throws IOException {
    config =
        Files.writeString(
            directory.resolve("countersign.yaml"),
            String.join(
                "\n",
                "bundle: desk",
                "version: 1",
                "mode: enforce",
                "ledger: { dir: " + directory.resolve("books") + " }",
                "layers:",
                "  - level: org",
                "    version: 1",
                "    rules:",
                "      - id: no-prod",
                "        when: invoke where arguments.url contains \"prod\" and actor.principal !="
                    + " \"ann\"",
                "        verdict: deny",
                "        reason: no-prod",
                "tools:",
                "  - tool: clone",
                "    effects:",
                "      - exec: { argv: [git, clone, --, \"${args.url}\"] }",
                "  - tool: wipe",
                "    approval: human",
                ""));
  }

  private Ran validate(String... more) {
    List<String> all = new ArrayList<>(List.of("validate", "--config", config.toString()));
    all.addAll(List.of(more));
    return Ran.with(all.toArray(new String[0]));
  }

  @Test
  void byAConfigurationAlone() throws IOException {
    Ran ran = validate("--tool", "clone", "--args", "{\"url\":\"u\"}");
    assertThat(ran.exit()).as(ran.err()).isZero();
    assertThat(ran.out())
        .startsWith("passed  module_lookup\npassed  acl\npassed  schema\n")
        .contains("change  exec  git  Start git: url → argv[3] \"u\"")
        .endsWith("the call would be allowed\n");
    assertThat(directory.resolve("books")).doesNotExist();
  }

  @Test
  void whatFailsIsExitCodeOneAndWhatNeedsAPersonThree() {
    Ran denied = validate("--tool", "clone", "--args", "{\"url\":\"prod\"}");
    assertThat(denied.exit()).isEqualTo(1);
    assertThat(denied.out())
        .contains("FAILED  acl  CS-POLICY  Refused: the policy in force does not allow this")
        .doesNotContain("change")
        .endsWith("the call would be refused\n");
    String prod = "{\"url\":\"prod\"}";
    assertThat(validate("--tool", "clone", "--args", prod, "--caller", "ann").exit()).isZero();
    assertThat(
            validate("--tool", "clone", "--args", prod, "--caller", "{\"principal\":\"ann\"}")
                .exit())
        .isZero();
    assertThat(validate("--tool", "clone").exit()).isEqualTo(1);
    assertThat(validate("--tool", "other").exit()).isEqualTo(1);
    Ran human = validate("--tool", "wipe");
    assertThat(human.exit()).isEqualTo(3);
    assertThat(human.out()).endsWith("the call needs a person's approval\n");
  }

  @Test
  void theJsonFitsItsSchema() {
    Ran schema = Ran.with("validate", "--schema");
    assertThat(schema.exit()).isZero();
    for (String tool : List.of("clone", "wipe", "other")) {
      Ran ran = validate("--tool", tool, "--format", "json");
      assertThat(SchemaCheck.of("validate.schema.json").fault(Json.parse(ran.out()))).isNull();
    }
  }

  @Test
  void badInputIsSaidByTheCodesOfAllCommands() {
    assertThat(Ran.with("validate").exit()).isEqualTo(2);
    assertThat(Ran.with("validate", "--tool", "t").exit()).isEqualTo(2);
    assertThat(validate("--tool", "t", "--pid", "1").exit()).isEqualTo(2);
    assertThat(validate().exit()).isEqualTo(2);
    Ran text = validate("--tool", "clone", "--args", "{\"url\":");
    assertThat(text.exit()).isEqualTo(1);
    assertThat(text.err()).contains("--args:1:8: ");
    assertThat(validate("--tool", "clone", "--args", "[1]").exit()).isEqualTo(1);
    assertThat(validate("--tool", "clone", "--caller", "{\"name\":\"x\"}").exit()).isEqualTo(2);
    assertThat(validate("--tool", "clone", "--caller", "{").exit()).isEqualTo(1);
    assertThat(
            Ran.with("validate", "--config", directory.resolve("none").toString(), "--tool", "t")
                .exit())
        .isEqualTo(4);
    assertThat(Ran.with("validate", "--state", directory.toString(), "--tool", "t").exit())
        .isEqualTo(4);
    assertThat(Ran.with("validate", "--help").out()).contains("--caller=WHO");
  }

  @Test
  void aRunningJvmIsAskedAndItsAnswerIsShownByteForByte() throws IOException {
    // A test's own directory may have a longer path than a socket can have.
    Path state = Files.createTempDirectory("cs");
    List<Object> asked = new ArrayList<>();
    CommandSocket socket =
        CommandSocket.listen(
            state.resolve("1-a.sock"),
            new CommandSocket.Commands() {
              @Override
              public byte[] answer(byte[] request) {
                return null;
              }

              @Override
              public byte[] later(byte[] request) {
                asked.add(Json.parse(request));
                return ("{\"ok\":true,\"result\":" + JsonText.quoted(RESULT) + "}")
                    .getBytes(StandardCharsets.UTF_8);
              }
            },
            () -> {});
    try {
      Ran ran =
          Ran.with(
              "validate",
              "--state",
              state.toString(),
              "--tool",
              "t",
              "--args",
              "{\"n\":9007199254740993,\"text\":\"" + "x".repeat(100_000) + "\"}",
              "--caller",
              "ann",
              "--format",
              "json");
      assertThat(ran.exit()).as(ran.err()).isZero();
      assertThat(ran.out()).contains("\"x-n\": 1e2");
      Map<?, ?> request = (Map<?, ?>) asked.get(0);
      assertThat(request.get("caller")).isEqualTo(Map.of("principal", "ann"));
      assertThat(((Map<?, ?>) request.get("inputs")).get("n")).isEqualTo(9007199254740993L);
      Ran people = Ran.with("validate", "--state", state.toString(), "--tool", "t");
      assertThat(people.out()).contains("change  a  t  s\\nFAILED\n");
      Ran large =
          Ran.with(
              "validate",
              "--state",
              state.toString(),
              "--tool",
              "t",
              "--args",
              "{\"text\":\"" + "x".repeat(1_000_000) + "\"}");
      assertThat(large.exit()).isEqualTo(1);
      assertThat(large.err()).contains("a running JVM takes 1000000.");
    } finally {
      socket.close();
      Files.delete(state);
    }
  }
}
