package dev.countersign.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.countersign.canonical.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ConfigCommandTest {

  private static final String GOOD =
      """
      bundle: refunds-bot
      version: 3
      mode: enforce
      unbound: { in_tool: refuse, elsewhere: { exec: observe } }
      tools:
        - tool: render_pdf
          times: any
          effects:
            - exec: { argv: [wk, "${args.in}", --, "${any}", 1.50], env: { set: { LANG: C }, unset: [A] } }
      bind:
        - resolve: com.acme.Planner#plan(java.lang.String)
          exec: "${return}"
      actor: { scopes: [a, "true", "- x"], team: "1:30" }
      ledger: { dir: /var/lib/countersign }
      """;

  @TempDir private Path directory;

  @Test
  void aGoodFileIsSummedUpAndItsWarningsAndHolesAreNamed() {
    Ran ran = Ran.reading(GOOD, "config", "check");
    assertThat(ran.exit()).isZero();
    assertThat(ran.out())
        .isEqualTo(
            "standard input: in order: bundle refunds-bot version 3, mode enforce, 1 tool, 1 bind, 0 ambient effects, 1"
                + " warning, 1 hole\n");
    assertThat(ran.err())
        .isEqualTo(
            "countersign: warning: standard input:9:28 tools[0].effects[0].exec.argv[1]: a value of the call stands before \"--\""
                + " and may be read as an option\n"
                + "countersign: hole: tools.render_pdf.effects[0] leaves argv[3] to the tool (${any}). A changed value there is"
                + " not refused.\n");
  }

  @Test
  void aBadFileIsAFindingWithItsPlaces() throws IOException {
    Path file = Files.writeString(directory.resolve("c.yaml"), "bundel: b\n");
    Ran ran = Ran.with("config", "check", file.toString());
    assertThat(ran.exit()).isEqualTo(Exit.FAILED);
    assertThat(ran.out()).isEmpty();
    assertThat(ran.err())
        .startsWith(
            "countersign: " + file + ":1:1 bundel: unknown key. Did you mean \"bundle\"?\n");
  }

  @Test
  void aFileThatIsNotThereCannotBeChecked() {
    Ran ran = Ran.with("config", "check", directory.resolve("none").toString());
    assertThat(ran.exit()).isEqualTo(Exit.CANNOT);
    assertThat(ran.err()).contains("there is no such file").doesNotContain("\tat ");
  }

  @Test
  void programsGetOneDocumentEitherWay() {
    Map<?, ?> good =
        (Map<?, ?>) Json.parse(Ran.reading(GOOD, "config", "check", "-", "--format", "json").out());
    assertThat(good.get("ok")).isEqualTo(true);
    assertThat((List<?>) good.get("warnings")).hasSize(1);
    assertThat((List<?>) good.get("holes")).hasSize(1);
    Ran bad = Ran.reading("x: 1", "config", "check", "--format=json");
    assertThat(bad.exit()).isEqualTo(Exit.FAILED);
    Map<?, ?> first =
        (Map<?, ?>) ((List<?>) ((Map<?, ?>) Json.parse(bad.out())).get("errors")).get(0);
    assertThat(first.get("line")).isEqualTo(1L);
    assertThat(first.get("path")).isEqualTo("x");
  }

  @Test
  void whatShowPrintsIsAConfigurationThatMeansTheSame() {
    String yaml = Ran.reading(GOOD, "config", "show").out();
    assertThat(yaml).contains("preview_ttl: ", "in_tool: refuse", "native: best-effort");
    Ran again = Ran.reading(yaml, "config", "show");
    assertThat(again.err()).isEmpty();
    assertThat(again.out()).isEqualTo(yaml);
    String json = Ran.reading(GOOD, "config", "show", "--format", "json").out();
    assertThat(Ran.reading(json, "config", "show").out()).isEqualTo(yaml);
    assertThat(Ran.reading(yaml, "config", "show", "--format", "json").out()).isEqualTo(json);
  }

  @Test
  void theSchemaIsOneJsonDocument() {
    Map<?, ?> schema = (Map<?, ?>) Json.parse(Ran.with("config", "schema").out());
    assertThat(schema.containsKey("$defs")).isTrue();
  }

  @Test
  void anUnknownFormatIsAUsageError() {
    Ran ran = Ran.reading(GOOD, "config", "check", "--format", "xml");
    assertThat(ran.exit()).isEqualTo(Exit.USAGE);
    assertThat(ran.err()).startsWith("countersign: ").contains("--help");
  }
}
