package dev.countersign.scope;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.countersign.EffectRefusedException;
import dev.countersign.config.AgentRule;
import dev.countersign.config.MethodPattern;
import dev.countersign.config.Position;
import dev.countersign.ledger.Authority;
import dev.countersign.ledger.BodyState;
import dev.countersign.ledger.Params;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Hand-offs are decided and written like effects (spec 5.9), in every mode. */
class HopsTest {

  private static final Hop HOP =
      new Hop("billing", Fixture.adapter(), Params.of(Map.of("arg0", "o-1")));

  @TempDir Path temp;

  @AfterEach
  void carryNothing() {
    ThreadCell.current().swap(null);
  }

  @Test
  void aHopIsAllowedAndEndsWithItsMethod() throws Exception {
    Fixture run = new Fixture(temp, "enforce", "tools: []");
    Firing hop = run.effects.agents().handOff(HOP);
    assertThat(run.story()).isEqualTo("root allow");
    hop.ended(BodyState.RAISED, new IllegalStateException());
    assertThat(run.story()).isEqualTo("root allow outcome(raised)");
    Map<?, ?> decision = run.records().get(0);
    Map<?, ?> action = (Map<?, ?>) decision.get("action");
    assertThat(action.get("type")).isEqualTo("handoff");
    assertThat(action.get("target")).isEqualTo("billing");
    assertThat(action.get("args_hash")).asString().startsWith("sha256:");
    assertThat(action.containsKey("args")).isFalse();
    assertThat(run.entries().get(1).get("scope")).isEqualTo("agent.handoff");
  }

  @Test
  void whatNoRuleAllowsIsNotHandedOn() throws Exception {
    Fixture run = new Fixture(temp, "enforce", "default: deny");
    assertThat(refusal(run).code()).isEqualTo("CS-POLICY");
    assertThat(run.story()).isEqualTo("root deny(CS-POLICY)");
    assertThat(run.records().get(0).get("verdict_reason")).isEqualTo("default");
  }

  @Test
  void observeLetsItPassAndSaysSo() throws Exception {
    Fixture run = new Fixture(temp, "observe", "default: deny");
    run.effects.agents().handOff(HOP).ended(BodyState.RETURNED, null);
    assertThat(run.story()).isEqualTo("root allow outcome(returned)");
    assertThat(run.entries().get(1).get("policy")).isEqualTo("unlisted");
    assertThat(run.records().get(0).get("verdict")).isEqualTo("deny");
    assertThat(run.records().get(0).get("would_refuse")).isEqualTo("CS-POLICY");
  }

  @Test
  void aSubAgentNeedsItInItsAuthority() throws Exception {
    Fixture run = new Fixture(temp, "enforce", "tools: []");
    CallScope without = run.effects.agents().enter(agent("a"), authority("tool.*"), null);
    assertThat(refusal(run).code()).isEqualTo("CS-POLICY");
    run.effects.agents().leave(without);
    run.effects.agents().end(without);
    CallScope with = run.effects.agents().enter(agent("b"), authority("agent.handoff"), null);
    run.effects.agents().handOff(HOP).ended(BodyState.RETURNED, null);
    run.effects.agents().leave(with);
    run.effects.agents().end(with);
    assertThat(run.story())
        .isEqualTo("root spawn deny(CS-POLICY) done spawn allow outcome(returned) done");
  }

  @Test
  void observeLetsASubAgentHandOnWhatItMayNot() throws Exception {
    Fixture run = new Fixture(temp, "observe", "tools: []");
    CallScope frame = run.effects.agents().enter(agent("a"), authority("tool.*"), null);
    run.effects.agents().handOff(HOP).ended(BodyState.RETURNED, null);
    run.effects.agents().leave(frame);
    run.effects.agents().end(frame);
    assertThat(run.story()).isEqualTo("root spawn allow outcome(returned) done");
    assertThat(run.entries().get(2).get("policy")).isEqualTo("unlisted");
  }

  @Test
  void aKilledAgentHandsNothingOn() throws Exception {
    Fixture run = new Fixture(temp, "enforce", "tools: []");
    run.ledger.kill("n0", null, "test");
    assertThat(refusal(run).code()).isIn("CS-POLICY", "CS-INTERNAL");
    assertThat(run.story()).doesNotContain("allow");
  }

  @Test
  void theCallOfAnAgentIsAHopWhereReceiptsAreKept() throws Exception {
    Fixture run = new Fixture(temp, "enforce", "tools: []");
    Hop hop = new Hop("researcher", Fixture.adapter(), Params.NONE);
    CallScope frame = run.effects.agents().enter(agent("researcher"), authority("tool.*"), hop);
    run.effects.agents().leave(frame);
    run.effects.agents().end(frame);
    frame.hop().ended(BodyState.RETURNED, null);
    assertThat(run.story()).isEqualTo("root spawn allow done outcome(returned)");
    // The root's, whatever the agents in between were given.
    assertThat(run.entries().get(2).get("node")).isEqualTo(run.entries().get(0).get("node"));
  }

  @Test
  void argumentsAreKeptWhereAnEntrySaysSoAndTheyCanBe() throws Exception {
    Fixture run =
        new Fixture(
            temp,
            "enforce",
            "tools:\n"
                + "  - { tool: archive, disclose: true,"
                + " effects: [ { exec: { argv: [cp, \"${args.name}\"] } } ] }\n"
                + "  - { tool: quiet }\n");
    CallScope call = run.effects.resolve(run.call("archive", "{\"name\":\"x\"}"));
    run.effects.bodies().enter(call, run.body("archive", "{\"name\":\"x\"}"), "plan-1");
    run.effects.commit(run.exec("cp", "x")).ended(BodyState.RETURNED, null);
    run.effects.end(call, null);
    run.effects.end(run.effects.resolve(run.call("quiet", "{\"name\":\"x\"}")), null);
    // A JSON number that its reader would round: the hash would be that of another value.
    String huge = "{\"name\":\"x\",\"n\":9007199254740993}";
    run.effects.end(run.effects.resolve(run.call("archive", huge)), null);
    List<Object> disclosed =
        run.records().stream()
            .filter(record -> record.get("record").equals("decision"))
            .map(record -> ((Map<?, ?>) record.get("action")).get("args"))
            .map(args -> args instanceof Map<?, ?> map ? (Object) map.keySet() : "none")
            .toList();
    assertThat(disclosed.get(0)).hasToString("[name]");
    assertThat(disclosed.get(1)).asString().contains("argv");
    assertThat(disclosed.subList(2, 4)).containsExactly("none", "none");
  }

  private static EffectRefusedException refusal(Fixture run) {
    return catchThrowableOfType(
        EffectRefusedException.class, () -> run.effects.agents().handOff(HOP));
  }

  private static AgentRule agent(String name) {
    return new AgentRule(
        name,
        MethodPattern.parse("acme." + name.toUpperCase(java.util.Locale.ROOT) + "#ask()"),
        List.of(),
        List.of(),
        null,
        new Position(1, 1, "agents"));
  }

  private static Authority authority(String... scopes) {
    return new Authority(List.of(scopes), List.of(), null);
  }
}
