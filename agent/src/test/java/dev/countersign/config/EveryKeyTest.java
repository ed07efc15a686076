package dev.countersign.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.countersign.canonical.Json;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Every key of spec 5 is served or refused with that reason; parser, schema and documentation agree
 * on which.
 */
class EveryKeyTest {

  /** The table of spec 5.9, with the keys of 5.2 to 5.7 that it refers to as "above". */
  private static final List<String> SPEC =
      List.of(
          "bundle",
          "version",
          "mode",
          "default",
          "layers",
          "frameworks",
          "tools",
          "bind",
          "ambient",
          "unbound",
          "exec",
          "send",
          "preview_ttl",
          "agents",
          "handoff",
          "actor",
          "run",
          "digests",
          "ledger",
          "state",
          "policy",
          "receipts",
          "approvals",
          "approvals.dir",
          "approvals.keys",
          "approvals.ttl",
          "approvals.from",
          "approvals.method",
          "handoff[].method",
          "handoff[].peer",
          "agents[].agent",
          "agents[].method",
          "agents[].authority",
          "agents[].authority.scopes",
          "agents[].authority.constraints",
          "agents[].authority.ttl",
          "agents[].authority.constraints[].max_calls",
          "tools[].spend", // the arguments that constraints measure calls by
          "tools[].rows",
          "agents[].authority.constraints[].applies_to",
          "agents[].authority.constraints[].max_rows",
          "agents[].authority.constraints[].max_spend",
          "agents[].authority.constraints[].egress",
          "agents[].authority.constraints[].allow",
          "agents[].authority.constraints[].deny",
          "agents[].authority.constraints[].prefix",
          "state.dir",
          "layers[].level",
          "layers[].version",
          "layers[].rules",
          "layers[].rules[].id",
          "layers[].rules[].when",
          "layers[].rules[].verdict",
          "layers[].rules[].reason",
          "tools[].tool",
          "tools[].method",
          "tools[].effects",
          "tools[].times",
          "tools[].approval",
          "tools[].approval_from",
          "tools[].authorised",
          "tools[].lossy",
          "tools[].exclude",
          "tools[].preview",
          "tools[].preflight",
          "tools[].require_preview",
          "tools[].disclose",
          "tools[].pin",
          "tools[].effects_order",
          "tools[].effects[].exec",
          "tools[].effects[].send",
          "tools[].effects[].times",
          "tools[].effects[].shared",
          "tools[].effects[].each",
          "tools[].effects[].redirects",
          "bind[].resolve",
          "bind[].exec",
          "bind[].send",
          "bind[].invoke",
          "bind[].tool",
          "bind[].sink",
          "bind[].times",
          "bind[].shared",
          "bind[].redirects",
          "bind[].exec.argv",
          "bind[].exec.dir",
          "bind[].exec.env",
          "bind[].exec.stdio",
          "bind[].invoke.tool",
          "bind[].invoke.arguments",
          "ambient[].exec",
          "ambient[].send",
          "ambient[].times",
          "ambient[].redirects",
          "exec template.argv",
          "exec template.dir",
          "exec template.env",
          "exec template.stdio",
          "exec template.env.set",
          "exec template.env.unset",
          "exec template.stdio.stdin",
          "exec template.stdio.stdout",
          "exec template.stdio.stderr",
          "exec template.stdio.merge",
          "send template.method",
          "send template.url",
          "send template.headers",
          "send template.body",
          "send template.proxy",
          "send template.body.raw",
          "send template.body.json",
          "send template.body.form",
          "send template.body.multipart",
          "unbound.in_tool",
          "unbound.elsewhere",
          "unbound.sockets",
          "unbound.native",
          "unbound.elsewhere.exec",
          "unbound.elsewhere.send",
          "unbound.elsewhere.invoke",
          "exec.env_ignore",
          "exec.stdin",
          "exec.native",
          "send.exempt",
          "send.header_ignore",
          "send.secret_headers",
          "send.max_body",
          "send.spool",
          "send.address",
          "send.private_hosts",
          "actor.agent",
          "actor.principal",
          "actor.clearance",
          "actor.team",
          "actor.org_unit",
          "actor.scopes",
          "actor.role",
          "actor.from",
          "run.id",
          "digests.recipe_v1",
          "ledger.dir",
          "ledger.durability",
          "ledger.rotate",
          "ledger.rotate.size",
          "ledger.rotate.age",
          "ledger.params_hashes",
          "ledger.learn",
          "ledger.anchor_key",
          "ledger.kid",
          "policy.source",
          "policy.root",
          "policy.interval",
          "policy.ca",
          "policy.proxy",
          "policy.on_rollback",
          "policy.on_tamper",
          "policy.on_stale",
          "policy.stale_grace",
          "policy.max_jump",
          "policy.labels",
          "receipts.checkpoint",
          "receipts.key",
          "receipts.checkpoint.every",
          "receipts.checkpoint.key");

  @Test
  void theParserKnowsExactlyTheKeysOfTheSpec() {
    TreeSet<String> known = new TreeSet<>();
    for (Keys keys : Keys.all()) {
      keys.served().forEach(key -> known.add(path(keys, key)));
      keys.later().forEach(key -> known.add(path(keys, key)));
    }
    assertThat(known).isEqualTo(new TreeSet<>(SPEC));
  }

  private static String path(Keys keys, String key) {
    return keys.name().isEmpty() ? key : keys.name() + '.' + key;
  }

  @ParameterizedTest
  @MethodSource("dev.countersign.config.Keys#all")
  void theSchemaServesAndRefusesTheSameKeys(Keys keys) throws Exception {
    Map<?, ?> schema = schema();
    String name = definition(keys);
    Map<?, ?> map =
        name.isEmpty() ? schema : (Map<?, ?>) ((Map<?, ?>) schema.get("$defs")).get(name);
    List<Object> served = new ArrayList<>();
    List<Object> later = new ArrayList<>();
    ((Map<?, ?>) map.get("properties"))
        .forEach(
            (key, value) -> (((Map<?, ?>) value).containsKey("not") ? later : served).add(key));
    assertThat(map.get("additionalProperties")).isEqualTo(false);
    assertThat(served).containsExactlyInAnyOrderElementsOf(List.<Object>copyOf(keys.served()));
    assertThat(later).containsExactlyInAnyOrderElementsOf(List.<Object>copyOf(keys.later()));
  }

  private static String definition(Keys keys) {
    return switch (keys.name()) {
      case "layers[]" -> "layer";
      case "layers[].rules[]" -> "rule";
      case "tools[]" -> "tool";
      case "tools[].effects[]" -> "effect";
      case "bind[]" -> "bind";
      case "bind[].exec" -> "bind_exec";
      case "bind[].invoke" -> "invoke";
      case "ambient[]" -> "ambient";
      case "exec template" -> "template";
      case "exec template.env" -> "template_env";
      case "exec template.stdio" -> "template_stdio";
      case "send template" -> "send_template";
      case "send template.body" -> "template_body";
      case "unbound.elsewhere" -> "elsewhere";
      case "ledger.rotate" -> "rotate";
      case "agents[]" -> "agent";
      case "handoff[]" -> "handoff";
      case "agents[].authority" -> "authority";
      case "agents[].authority.constraints[]" -> "constraint";
      case "receipts.checkpoint" -> "checkpoint";
      default -> keys.name();
    };
  }

  @ParameterizedTest
  @CsvSource({
    "unbound.in_tool, refuse",
    "unbound.sockets, observe",
    "unbound.native, observe",
    "exec.stdin, allow",
    "exec.native, best-effort",
    "send.max_body, 8MiB",
    "send.spool, 1GiB",
    "send.address, any",
    "ledger.durability, write",
    "ledger.params_hashes, record",
    "digests.recipe_v1, false"
  })
  void theSchemaNamesTheDefaultsThatAreInForce(String path, String expected) throws Exception {
    String[] step = path.split("\\.");
    Map<?, ?> property = (Map<?, ?>) properties(step[0]).get(step[1]);
    assertThat(property.get("default")).hasToString(expected);
    Configuration least = parse(LEAST);
    assertThat(((Map<?, ?>) least.inForce().get(step[0])).get(step[1])).hasToString(expected);
  }

  @ParameterizedTest
  @ValueSource(strings = {"mode", "frameworks", "default"})
  void theSchemaAcceptsOnlyWordsThatTheParserAccepts(String key) throws Exception {
    Map<?, ?> property = (Map<?, ?>) ((Map<?, ?>) schema().get("properties")).get(key);
    Object words = property.get("enum");
    if (words == null) {
      words = ((Map<?, ?>) ((List<?>) property.get("anyOf")).get(0)).get("enum");
    }
    for (Object word : (List<?>) words) {
      Map<String, Object> document = new LinkedHashMap<>(parse(LEAST).inForce());
      document.put(key, word);
      assertThat(parse(json(document)).inForce().get(key)).isEqualTo(word);
    }
  }

  @ParameterizedTest
  @CsvSource({"authorised, model", "lossy, refuse", "approval, none"})
  void theSchemaAcceptsTheWordsOfAToolThatTheParserAccepts(String key, String without)
      throws Exception {
    Map<?, ?> property = (Map<?, ?>) properties("tool").get(key);
    assertThat(property.get("default")).isEqualTo(without);
    for (Object word : (List<?>) property.get("enum")) {
      String tool = "tools: [{tool: t, " + key + ": " + word + "}], ";
      Configuration read = parse(LEAST.replace("{bundle", "{" + tool + "bundle"));
      assertThat(((Map<?, ?>) ((List<?>) read.inForce().get("tools")).get(0)).get(key))
          .isEqualTo(word);
    }
  }

  @Test
  void theSchemaAcceptsThePinsThatTheParserAccepts() throws Exception {
    Map<?, ?> property = (Map<?, ?>) properties("tool").get("pin");
    assertThat(property.get("default")).isEqualTo("first-use");
    for (String pin : List.of("first-use", "off", "0a".repeat(32))) {
      assertThat(pin).matches((String) property.get("pattern"));
      Configuration read =
          parse(LEAST.replace("{bundle", "{tools: [{tool: t, pin: " + pin + "}], bundle"));
      assertThat(((Map<?, ?>) ((List<?>) read.inForce().get("tools")).get(0)).get("pin"))
          .isEqualTo(pin);
    }
    assertThat("0A".repeat(32)).doesNotMatch((String) property.get("pattern"));
  }

  @Test
  void theDocumentationNamesEveryServedKeyAndEveryRefusedOne() throws Exception {
    String page = java.nio.file.Files.readString(java.nio.file.Path.of("docs/configuration.md"));
    for (String key : SPEC) {
      String last = key.substring(key.lastIndexOf('.') + 1);
      assertThat(page).as(key).contains("`" + last + "`");
    }
    assertThat(page).contains(BadConfigurationsTest.resource("ten-lines.yaml"));
  }

  private static final String LEAST = "{bundle: b, version: 1, mode: observe, ledger: {dir: d}}";

  private static Map<?, ?> properties(String definition) throws Exception {
    return (Map<?, ?>)
        ((Map<?, ?>) ((Map<?, ?>) schema().get("$defs")).get(definition)).get("properties");
  }

  private static Map<?, ?> schema() throws Exception {
    return (Map<?, ?>) Json.parse(BadConfigurationsTest.resource("countersign.schema.json"));
  }

  private static String json(Map<String, Object> document) {
    return new String(dev.countersign.canonical.Canonical.jcs(document), StandardCharsets.UTF_8);
  }

  private static Configuration parse(String text) throws ConfigurationException {
    return Configuration.parse("F", text.getBytes(StandardCharsets.UTF_8));
  }
}
