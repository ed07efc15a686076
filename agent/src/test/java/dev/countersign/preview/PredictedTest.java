package dev.countersign.preview;

import static org.assertj.core.api.Assertions.assertThat;

import dev.countersign.Change;
import dev.countersign.canonical.Canonical;
import dev.countersign.canonical.Json;
import dev.countersign.config.Configuration;
import dev.countersign.config.ConfigurationException;
import dev.countersign.config.ToolRule;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PredictedTest {

  private static final String HEAD = "bundle: b\nversion: 1\nmode: enforce\ntools:\n  - tool: t\n";

  private static ToolRule rule(String entry) {
    String yaml = HEAD + entry.indent(4) + "ledger: { dir: d }\n";
    try {
      return Configuration.parse("F", yaml.getBytes(StandardCharsets.UTF_8)).tools().get(0);
    } catch (ConfigurationException wrong) {
      throw new IllegalArgumentException(wrong);
    }
  }

  @SuppressWarnings("unchecked") // the tests write objects
  private static List<Change> of(String entry, String arguments) {
    return Predicted.of(rule(entry), (Map<String, Object>) Json.parse(arguments));
  }

  @Test
  void aStart() {
    List<Change> changes =
        of(
            "disclose: true\n"
                + "effects: [ { exec: { argv: [git, clone, --, '${args.url}', '${args.dir}'] } } ]",
            "{\"url\":\"https://example.com/x\",\"dir\":\"/d\"}");
    assertThat(changes).hasSize(1);
    Change change = changes.get(0);
    assertThat(change.action()).isEqualTo("exec");
    assertThat(change.target()).isEqualTo("git");
    assertThat(change.summary())
        .isEqualTo("Start git: url → argv[3] \"https://example.com/x\", dir → argv[4] \"/d\"");
    assertThat(change.hasBefore() || change.hasAfter()).isFalse();
    assertThat(change.x())
        .containsEntry("x-argv", List.of("git", "clone", "--", "https://example.com/x", "/d"))
        .containsEntry("x-arguments", Map.of("url", List.of("argv[3]"), "dir", List.of("argv[4]")));
  }

  @Test
  void aRequest() {
    Change change =
        of(
                "disclose: true\n"
                    + "times: 2\n"
                    + "effects: [ { times: 3, send: { method: POST, url: 'https://e.com/r/${args.id}',"
                    + " body: { json: { amount: '${args.amount}' } } } } ]",
                "{\"id\":\"7\",\"amount\":12.5}")
            .get(0);
    assertThat(change.action()).isEqualTo("POST");
    assertThat(change.target()).isEqualTo("https://e.com/r/7");
    assertThat(change.summary())
        .isEqualTo(
            "POST https://e.com/r/7: id → URL path \"7\", amount → body.amount 12.5; left to the"
                + " tool: headers (none is compared); up to 6 times");
    assertThat(change.x()).containsEntry("x-body", "json").containsEntry("x-times", 6L);
  }

  @Test
  void whoDecidesSeesWhatIsNoSecret() {
    List<Change> changes =
        of(
            "effects: [ { exec: { argv: [a, '${args.v}', '${args.l...}'], dir: '/${args.v}' } },"
                + " { send: { method: POST, url: 'https://e.com/${args.v}?q=${args.v}',"
                + " headers: { x: '${args.v}' }, body: { json: '${args}' } } },"
                + " { send: { method: GET, url: '${args.u}' } } ]",
            "{\"v\":\"VALUE\",\"l\":[\"--token\",\"hunter2\"],\"u\":\"https://ann:pw@VALUE.com/?key=hunter2\"}");
    assertThat(changes).hasSize(3);
    assertThat(ChangeJson.plain(changes).toString())
        .contains("v → argv[1] \"VALUE\"", "https://e.com/VALUE?q=VALUE")
        .doesNotContain("hunter2", "ann:pw");
    assertThat(changes.get(2).target()).isEqualTo("https://***@VALUE.com/?key=***");
  }

  @Test
  void aToolWithoutEffectsPredictsNothing() {
    assertThat(of("disclose: true", "{\"a\":1}")).isEmpty();
  }

  @Test
  void whateverTheArgumentsAreTheChangesAreBounded() {
    List<Object> many = new ArrayList<>();
    for (int i = 0; i < 1000; i++) {
      many.add("v".repeat(5000) + i);
    }
    ToolRule rule =
        rule(
            "disclose: true\n"
                + "effects: [ { each: args.l, exec: { argv: [a, '${item}', '${args.l...}'] } } ]");
    List<Change> changes = Predicted.of(rule, Map.of("l", many));
    assertThat(changes).hasSize(Predicted.MOST + 1);
    assertThat(changes.get(Predicted.MOST).summary())
        .isEqualTo("936 more effects, not listed here");
    assertThat(Canonical.rho(ChangeJson.plain(changes)).length).isLessThan(400_000);
  }

  @Test
  void aNameOrValueThatImitatesTheRestStaysQuoted() {
    Change change =
        of(
                "disclose: true\neffects: [ { exec: { argv: [a, '${args.v}'] } } ]",
                "{\"v\":\"x\\\"\\n; up to 3 times\"}")
            .get(0);
    assertThat(change.summary()).isEqualTo("Start a: v → argv[1] \"x\\\"\\\\u{a}; up to 3 times\"");
    assertThat(change.summary().lines()).hasSize(1);
  }

  @Test
  void theDigestIsOverWhatIsShown() {
    String entry = "disclose: true\neffects: [ { exec: { argv: [a, '${args.v}'] } } ]";
    assertThat(Predicted.digest(of(entry, "{\"v\":\"1\"}")))
        .isEqualTo(Predicted.digest(of(entry, "{\"v\":\"1\"}")))
        .isNotEqualTo(Predicted.digest(of(entry, "{\"v\":\"2\"}")))
        .matches("sha256:[0-9a-f]{64}");
  }
}
