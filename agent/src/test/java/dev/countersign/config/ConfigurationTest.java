package dev.countersign.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import dev.countersign.canonical.Json;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ConfigurationTest {

  private static final String LEAST = "bundle: b\nversion: 1\nmode: observe\nledger: { dir: d }\n";

  @Test
  void theTenLinesOfTheSpec() throws Exception {
    Configuration read = read(BadConfigurationsTest.resource("ten-lines.yaml"));
    assertThat(read.bundle()).isEqualTo("refunds-bot");
    assertThat(read.version()).isEqualTo(3);
    assertThat(read.mode()).isEqualTo(Mode.ENFORCE);
    assertThat(read.frameworks()).containsExactly("auto");
    assertThat(read.unbound())
        .isEqualTo(
            new Unbound(
                Word.REFUSE, Word.ALLOW, Word.ALLOW, Word.ALLOW, Word.OBSERVE, Word.OBSERVE));
    assertThat(read.tools()).hasSize(1);
    assertThat(read.tools().get(0).tool().text()).isEqualTo("clone_repo");
    assertThat(read.tools().get(0).effects()).hasSize(1);
    assertThat(read.tools().get(0).effects().get(0).position())
        .isEqualTo(new Position(9, 9, "tools[0].effects[0]"));
    assertThat(read.ledger().dir()).isEqualTo("/var/lib/countersign");
    assertThat(read.sha256()).matches("[0-9a-f]{64}");
    assertThat(read.warnings()).isEmpty();
    assertThat(read.holes()).isEmpty();
  }

  @Test
  void theLeastHasTheDefaultsOfTheSpec() throws Exception {
    Configuration read = read(LEAST);
    assertThat(read.previewTtl()).isEqualTo(Duration.ofMinutes(10));
    assertThat(read.actor().agent()).isEqualTo("b");
    assertThat(read.runId()).isNull();
    assertThat(read.recipeV1()).isFalse();
    assertThat(read.ledger().recordParamsHashes()).isTrue();
    assertThat(read.exec()).isEqualTo(new ExecRules(List.of(), false, false));
    assertThat(read.frameworks()).containsExactly("auto");
  }

  @Test
  void theJudgingObjectHoldsTheJudgingKeysAsWrittenAndNoOther() throws Exception {
    Configuration read =
        read(
            LEAST
                + "preview_ttl: 5m\nactor: { role: r }\ntools:\n  - { tool: off, times: 2, effects: [{exec: {argv: [head, -n, 5, 1.50]}}] }\n");
    assertThat(read.judging())
        .containsOnly(
            entry("bundle", "b"),
            entry("version", 1L),
            entry("mode", "observe"),
            entry("preview_ttl", "5m"),
            entry(
                "tools",
                List.of(
                    Map.of(
                        "tool",
                        "off",
                        "times",
                        2L,
                        "effects",
                        List.of(
                            Map.of(
                                "exec",
                                Map.of(
                                    "argv",
                                    List.of(
                                        "head", "-n", 5L, new java.math.BigDecimal("1.50")))))))));
  }

  @Test
  void jsonMeansTheSameAsYaml() throws Exception {
    Configuration json =
        read(
            "{\n\t\"bundle\": \"\\ud83d\\ude00\\/\", \"version\": 1, \"mode\": \"enforce\",\n\t\"frameworks\": [\"langchain4j\"],"
                + "\"ledger\": {\"dir\": \"d\"}, \"tools\": [{\"tool\": \"a\", \"times\": \"any\"}]}");
    assertThat(json.bundle()).isEqualTo("😀/");
    assertThat(json.frameworks()).containsExactly("langchain4j");
    assertThat(json.tools().get(0).times()).isEqualTo(Times.ANY);
  }

  @Test
  void theFirstEntryThatMatchesIsInForce() throws Exception {
    Configuration read =
        read(
            LEAST
                + "tools: [{tool: a, times: 2}, {tool: \"a*\", times: 3}, {tool: ab, times: 4}]\n");
    assertThat(read.firstFor("a")).isSameAs(read.tools().get(0));
    assertThat(read.firstFor("ab")).isSameAs(read.tools().get(1));
    assertThat(read.firstFor("b")).isNull();
  }

  @Test
  void nothingInItCanBeChanged() throws Exception {
    Configuration read = read(LEAST + "tools: [{tool: a}]\nbind: []\n");
    org.assertj.core.api.Assertions.assertThatThrownBy(() -> read.tools().clear())
        .isInstanceOf(UnsupportedOperationException.class);
    org.assertj.core.api.Assertions.assertThatThrownBy(() -> read.judging().clear())
        .isInstanceOf(UnsupportedOperationException.class);
  }

  @Test
  void bindingsCarryTheirMethodsAndExtractors() throws Exception {
    Configuration read =
        read(
            LEAST
                + "bind:\n"
                + "  - resolve: com.acme.Planner#plan(java.lang.String)\n"
                + "    exec: \"${return}\"\n"
                + "  - resolve: com.acme.Dispatcher#dispatch(java.lang.String,java.lang.String)\n"
                + "    tool: refund\n"
                + "    invoke: { tool: \"${arg0}\", arguments: \"${json:arg1}\" }\n"
                + "    sink: com.acme.Refunds#create(java.lang.String,long)\n");
    BindRule exec = read.bind().get(0);
    assertThat(exec.resolve().className()).isEqualTo("com.acme.Planner");
    assertThat(exec.exec().needsResult()).isTrue();
    assertThat(exec.invoke()).isNull();
    BindRule invoke = read.bind().get(1);
    assertThat(invoke.sink().parameters()).isEqualTo("(Ljava/lang/String;J)");
    assertThat(invoke.invoke().needsResult()).isFalse();
    assertThat(invoke.tool().matches("refund")).isTrue();
  }

  @Test
  void aPlaceholderIsAHoleThatSaysWhereItIs() throws Exception {
    Configuration read =
        read(
            LEAST
                + "tools:\n  - tool: render_pdf\n    effects:\n"
                + "      - exec: { argv: [wk, a, b, c, \"${any}\"] }\n"
                + "ambient:\n  - exec: { argv: [stty, \"${any:size}\"] }\n");
    assertThat(read.holes())
        .containsExactly(
            "tools.render_pdf.effects[0] leaves argv[4] to the tool (${any}). A changed value there is not refused.",
            "ambient[0] leaves argv[1] to the tool (${any:size}). A changed value there is not refused.");
  }

  @Test
  void whatIsInForceReadsBackAsTheSame() throws Exception {
    Configuration first =
        read(
            LEAST
                + "unbound: { in_tool: observe, elsewhere: { invoke: refuse } }\npreview_ttl: 90s\nexec: { native: required }\n"
                + "tools:\n  - { tool: a, times: any, effects: [{ exec: { argv: [x, \"${any}\"] }, shared: true, times: 3 }] }\n"
                + "run: { id: r }\n");
    Configuration again =
        read(
            new String(
                dev.countersign.canonical.Canonical.jcs(first.inForce()), StandardCharsets.UTF_8));
    assertThat(again.inForce()).isEqualTo(first.inForce());
    assertThat(again.unbound()).isEqualTo(first.unbound());
    assertThat(again.previewTtl()).isEqualTo(Duration.ofSeconds(90));
    assertThat(again.tools().get(0).effects().get(0).times()).isEqualTo(new Times(3));
    assertThat(
            Json.parse(
                new String(
                    dev.countersign.canonical.Canonical.jcs(first.inForce()),
                    StandardCharsets.UTF_8)))
        .isNotNull();
  }

  private static Configuration read(String text) throws ConfigurationException {
    return Configuration.parse("F", text.getBytes(StandardCharsets.UTF_8));
  }
}
