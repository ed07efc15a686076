package dev.countersign.scope;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.countersign.EffectRefusedException;
import dev.countersign.RefusalCode;
import dev.countersign.config.AgentRule;
import dev.countersign.config.MethodPattern;
import dev.countersign.config.Position;
import dev.countersign.config.ToolRule;
import dev.countersign.ledger.Authority;
import dev.countersign.ledger.BodyState;
import dev.countersign.ledger.Ceiling;
import dev.countersign.ledger.Measure;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What happens in an agent's method is its node's, and no more than the node may (spec 5.9). */
class AgentsTest {

  private static final String TOOLS =
      "tools:\n"
          + "  - tool: search\n"
          + "  - tool: archive\n"
          + "    effects: [ { exec: { argv: [cp, \"${args.name}\"] } } ]\n";

  private static final AgentRule RESEARCHER = rule("researcher", "acme.Researcher#ask()");
  private static final AgentRule WRITER = rule("writer", "acme.Writer#write()");

  @TempDir Path temp;

  @AfterEach
  void carryNothing() {
    ThreadCell.current().swap(null);
  }

  @Test
  void theParentsToolIsNotTheSubAgents() throws Exception {
    Fixture run = new Fixture(temp, "enforce", TOOLS);
    CallScope frame = run.effects.agents().enter(RESEARCHER, authority("tool.search"), null);
    CallScope own = run.effects.resolve(run.call("search", "{\"name\":\"x\"}"));
    assertThat(own.refusal()).isNull();
    run.effects.end(own, null);
    CallScope parents = run.effects.resolve(run.call("archive", "{\"name\":\"x\"}"));
    assertThat(parents.refusal().code()).isEqualTo("CS-POLICY");
    run.effects.end(parents, null);
    leave(run, frame);

    CallScope again = run.effects.resolve(run.call("archive", "{\"name\":\"x\"}"));
    assertThat(again.refusal()).isNull();
    run.effects.end(again, null);
    assertThat(run.story())
        .isEqualTo(
            "root spawn allow outcome(returned) deny(CS-POLICY) done allow outcome(returned)");
    List<Map<String, Object>> entries = run.entries();
    assertThat(entries.get(2).get("node")).isEqualTo(entries.get(1).get("node"));
    assertThat(entries.get(4).get("node")).isEqualTo(entries.get(1).get("node"));
    assertThat(entries.get(6).get("node")).isEqualTo(entries.get(0).get("node"));
    Map<?, ?> actor = (Map<?, ?>) run.records().get(0).get("actor");
    assertThat(actor.get("agent")).isEqualTo("researcher");
  }

  @Test
  void aPreviewGrantsNothingThatTheNodeDoesNotHold() throws Exception {
    Fixture run = new Fixture(temp, "enforce", TOOLS);
    CallScope call = run.effects.resolve(run.call("archive", "{\"name\":\"x\"}"));
    run.effects.bodies().enter(call, run.body("archive", "{\"name\":\"x\"}"), run.plan);
    CallScope frame = run.effects.agents().enter(RESEARCHER, authority("tool.*", "exec.git"), null);

    EffectRefusedException refused = refusal(run, "cp", "x");
    assertThat(refused.code()).isEqualTo("CS-POLICY");
    assertThat(run.effects.bodies().swallowedIn(call)).isSameAs(refused);
    leave(run, frame);
    // The use was given back: its own call still has it.
    run.effects.commit(run.exec("cp", "x")).ended(BodyState.RETURNED, null);
    Map<String, Object> deny = run.entries().get(3);
    assertThat(deny).containsEntry("disposition", "out_of_authority");
    assertThat((Map<?, ?>) deny.get("context")).extracting("parent").isEqualTo(call.callId());
    assertThat(deny.get("tool")).isEqualTo("archive");
  }

  @Test
  void aPartOfAWholeIsRefusedBeforeTheWholeBegins() throws Exception {
    Fixture run = new Fixture(temp, "enforce", "");
    CallScope frame = run.effects.agents().enter(RESEARCHER, authority("exec.git"), null);

    assertThatThrownBy(
            () -> run.effects.peek(List.of(run.exec("git", "log"), run.exec("sh", "-c", "x"))))
        .isInstanceOf(EffectRefusedException.class)
        .hasMessageStartingWith("[CS-POLICY]");
    leave(run, frame);
    assertThat(run.story()).isEqualTo("root spawn deny(CS-POLICY) done");
  }

  @Test
  void nothingOfAnAgentHappensUncounted() throws Exception {
    Fixture run = new Fixture(temp, "enforce", "");
    Authority one = new Authority(List.of("exec.*"), List.of(new Ceiling(null, 1)), null);
    CallScope frame = run.effects.agents().enter(RESEARCHER, one, null);
    run.effects.commit(run.exec("git", "log")).ended(BodyState.RETURNED, null);
    assertThat(refusal(run, "git", "log").code()).isEqualTo("CS-POLICY");
    leave(run, frame);
    run.effects.commit(run.exec("git", "log"));

    assertThat(run.story()).isEqualTo("root spawn allow outcome(returned) deny(CS-POLICY) done");
    assertThat(run.effects.unlistedCount()).isEqualTo(1);
  }

  /** A call that does not say what it takes takes nothing, and does not happen either. */
  @ParameterizedTest
  @CsvSource({
    "'{\"order\":{\"amount\":7.5}}', '', ",
    "'{\"order\":{\"amount\":7.51}}', CS-POLICY, ceiling_exceeded",
    "'{\"order\":{\"amount\":1e30}}', CS-POLICY, ceiling_exceeded",
    "'{\"order\":{\"amount\":-1}}', CS-POLICY, unmetered",
    "'{\"order\":{\"amount\":\"1\"}}', CS-POLICY, unmetered",
    "'{\"order\":{\"amount\":null}}', CS-POLICY, unmetered",
    "'{\"order\":{\"amount\":[1]}}', CS-POLICY, unmetered",
    "'{\"order\":{}}', CS-POLICY, unmetered",
    "'{\"amount\":1}', CS-POLICY, unmetered",
    "'{}', CS-POLICY, unmetered",
  })
  void whatACallSpendsIsWhatItsArgumentSays(String json, String code, String reason)
      throws Exception {
    Fixture run =
        new Fixture(
            temp,
            "enforce",
            "tools: [ { tool: pay, spend: args.order.amount }, { tool: search } ]");
    Ceiling ceiling = Ceiling.of(Measure.SPEND, null, new BigDecimal("10"));
    Authority most = new Authority(List.of("tool.*"), List.of(ceiling), null);
    CallScope frame = run.effects.agents().enter(RESEARCHER, most, null);
    pay(run, "pay", "{\"order\":{\"amount\":2.5}}");
    // Asked as often as anybody likes, nothing is counted (spec 4).
    ToolRule rule = run.effects.standing().judge().ruleFor("pay");
    Map<String, Object> arguments = run.call("pay", json).arguments();
    for (int i = 0; i < 3; i++) {
      RefusalCode foretold = run.effects.standing().refused("pay", rule, arguments);
      assertThat(foretold == null ? "" : foretold.code()).isEqualTo(code);
    }
    CallScope call = pay(run, "pay", json);
    assertThat(call.refusal() == null ? "" : call.refusal().code()).isEqualTo(code);
    // What was refused has taken nothing, and another tool takes none.
    CallScope rest = pay(run, "pay", "{\"order\":{\"amount\":7.5}}");
    assertThat(rest.refusal() == null).isEqualTo(!code.isEmpty());
    assertThat(pay(run, "search", "{}").refusal()).isNull();
    leave(run, frame);
    // Nothing above the agent has a ceiling.
    assertThat(pay(run, "pay", json).refusal()).isNull();

    if (reason != null) {
      Map<String, Object> deny = run.entries().get(4);
      assertThat(deny).containsEntry("event", "deny");
      assertThat((Map<?, ?>) ((List<?>) deny.get("reasons")).get(1))
          .extracting("code", "constraint", "limit", "requested")
          .containsExactly(reason, "max_spend", "10", null);
    }
  }

  private static CallScope pay(Fixture run, String tool, String json) {
    CallScope call = run.effects.resolve(run.call(tool, json));
    run.effects.end(call, null);
    return call;
  }

  @Test
  void anotherNodesPreviewIsNotInSight() throws Exception {
    Fixture run = new Fixture(temp, "enforce", TOOLS + "unbound: { elsewhere: refuse }\n");
    CallScope call = run.effects.resolve(run.call("archive", "{\"name\":\"x\"}"));
    Object carried = Carry.capture();
    ThreadCell.current().swap(null);
    CallScope frame = run.effects.agents().enter(RESEARCHER, authority("tool.*", "exec.*"), null);
    assertThat(refusal(run, "cp", "x").code()).isEqualTo("CS-UNBOUND");
    assertThat(run.effects.bodies().waitingFor(Fixture.METHOD)).isEmpty();
    leave(run, frame);
    // A thread that lost its context still finds it.
    assertThat(run.effects.bodies().waitingFor(Fixture.METHOD)).containsExactly(call);
    run.effects.commit(run.exec("cp", "x")).ended(BodyState.RETURNED, null);
    Carry.enter(carried);
    run.effects.end(call, null);
  }

  @Test
  void whatAnAgentDoesInsideACallIsInsideIt() throws Exception {
    Fixture run = new Fixture(temp, "enforce", TOOLS);
    CallScope outer = run.effects.agents().enter(RESEARCHER, authority("tool.*"), null);
    CallScope exempt = run.effects.exemptions().enter(null);
    assertThat(run.effects.isInsideCall()).isFalse();
    CallScope call = run.effects.resolve(run.call("search", "{\"name\":\"x\"}"));
    assertThat(run.effects.isInsideCall()).isTrue();
    CallScope frame = run.effects.agents().enter(WRITER, authority("tool.*"), null);
    assertThat(run.effects.currentCall()).isNull();
    assertThat(run.effects.isInsideCall()).isTrue();
    leave(run, frame);
    run.effects.end(call, null);
    assertThat(run.effects.isInsideCall()).isFalse();
    run.effects.exemptions().leave(exempt);
    leave(run, outer);
  }

  @Test
  void workOnAnotherThreadIsTheNodes() throws Exception {
    Fixture run = new Fixture(temp, "enforce", TOOLS);
    CallScope frame = run.effects.agents().enter(RESEARCHER, authority("tool.search"), null);
    Object carried = Carry.capture();
    leave(run, frame);
    // Submitted while the method ran, run after it ended.
    Object before = Carry.enter(carried);
    CallScope late = run.effects.resolve(run.call("search", "{\"name\":\"x\"}"));
    assertThat(late.refusal().code()).isEqualTo("CS-EXPIRED");
    run.effects.end(late, null);
    Carry.restore(before);
    assertThat(run.story()).isEqualTo("root spawn done deny(CS-EXPIRED)");
  }

  @Test
  void recursionMakesNoNodeAndNestingDoes() throws Exception {
    Fixture run = new Fixture(temp, "enforce", TOOLS);
    CallScope frame = run.effects.agents().enter(RESEARCHER, authority("tool.*"), null);
    assertThat(run.effects.agents().enter(RESEARCHER, authority("tool.*"), null)).isNull();
    CallScope nested = run.effects.agents().enter(WRITER, authority("tool.*", "exec.*"), null);
    assertThat(nested.node().authority().scopes()).containsExactly("tool.*");
    CallScope third = run.effects.agents().enter(RESEARCHER, authority("tool.*"), null);
    assertThat(third).isNotNull();
    leave(run, third);
    leave(run, nested);
    leave(run, frame);
    assertThat(run.story()).isEqualTo("root spawn spawn spawn done done done");
  }

  @Test
  void whatCannotBeHandedOnIsNotEntered() throws Exception {
    Fixture run = new Fixture(temp, "enforce", TOOLS);
    CallScope frame = run.effects.agents().enter(RESEARCHER, authority("tool.search"), null);
    assertThatThrownBy(() -> run.effects.agents().enter(WRITER, authority("exec.*"), null))
        .isInstanceOf(EffectRefusedException.class)
        .hasMessageContaining("does not allow this delegation to an agent");
    assertThat(ThreadCell.current().scope()).isSameAs(frame);
    leave(run, frame);
    assertThat(run.story()).isEqualTo("root spawn spawn_denied done");
  }

  @Test
  void aKilledNodeIsRefusedWhateverItHolds() throws Exception {
    Fixture run = new Fixture(temp, "enforce", TOOLS);
    CallScope frame = run.effects.agents().enter(RESEARCHER, authority("tool.*", "exec.*"), null);
    run.ledger.kill("n1", null, "test");
    CallScope call = run.effects.resolve(run.call("search", "{\"name\":\"x\"}"));
    assertThat(call.refusal().code()).isEqualTo("CS-POLICY");
    run.effects.end(call, null);
    assertThat(refusal(run, "ls").code()).isEqualTo("CS-POLICY");
    assertThatThrownBy(() -> run.effects.agents().enter(WRITER, authority("tool.*"), null))
        .hasMessageStartingWith("[CS-POLICY]");
    leave(run, frame);
    assertThat(run.story())
        .isEqualTo("root spawn kill deny(CS-POLICY) deny(CS-POLICY) spawn_denied");
  }

  @Test
  void whatIsLeftAloneElsewhereIsNotWhereEverythingWasKilled() throws Exception {
    Fixture run = new Fixture(temp, "enforce", TOOLS);
    assertThat(run.effects.outlook("http://api.example:80")).isEqualTo(Outlook.LEFT);
    run.ledger.kill(null, null, "test");
    assertThat(run.effects.outlook("http://api.example:80")).isNotEqualTo(Outlook.LEFT);
    assertThat(refusal(run, "ls").code()).isEqualTo("CS-POLICY");
  }

  @Test
  void observeRefusesNothingAndSaysWhat() throws Exception {
    Fixture run = new Fixture(temp, "observe", TOOLS);
    CallScope frame = run.effects.agents().enter(RESEARCHER, authority("tool.search"), null);
    CallScope nested = run.effects.agents().enter(WRITER, authority("exec.*"), null);
    CallScope call = run.effects.resolve(run.call("archive", "{\"name\":\"x\"}"));
    assertThat(call.refusal()).isNull();
    run.effects.end(call, null);
    leave(run, nested);
    leave(run, frame);
    assertThat(run.story()).isEqualTo("root spawn spawn allow outcome(returned) done done");
    assertThat(run.entries().get(3)).containsEntry("policy", "unlisted");
    assertThat(run.records().get(0))
        .containsEntry("would_refuse", "CS-POLICY")
        .containsEntry("findings", List.of("scope_not_granted"));
  }

  private static EffectRefusedException refusal(Fixture run, String... argv) {
    return catchThrowableOfType(
        EffectRefusedException.class, () -> run.effects.commit(run.exec(argv)));
  }

  private static void leave(Fixture run, CallScope frame) {
    run.effects.agents().leave(frame);
    run.effects.agents().end(frame);
  }

  private static Authority authority(String... scopes) {
    return new Authority(List.of(scopes), List.of(), null);
  }

  private static AgentRule rule(String agent, String method) {
    return new AgentRule(
        agent,
        MethodPattern.parse(method),
        List.of(),
        List.of(),
        null,
        new Position(1, 1, "agents"));
  }
}
