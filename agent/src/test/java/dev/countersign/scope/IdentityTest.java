package dev.countersign.scope;

import static org.assertj.core.api.Assertions.assertThat;

import dev.countersign.EffectRefusedException;
import dev.countersign.config.AgentRule;
import dev.countersign.config.Configuration;
import dev.countersign.ledger.Authority;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Who acts, where a method says it: in the scope in which it was said, and nowhere else. */
class IdentityTest {

  private static final String RULES =
      "actor: { agent: desk, from: 'acme.Session#user()' }\n"
          + "layers: [ { level: team, version: 1, rules: [ { id: clerks, when: 'invoke of \"refund\" where"
          + " actor.role != \"clerk\"', verdict: deny, reason: clerks only },"
          + " { id: no-ls, when: 'exec of \"ls\" where actor.role = \"trainee\"', verdict: deny, reason:"
          + " not for trainees } ] } ]\n"
          + "tools: [ { tool: refund }, { tool: lookup, effects: [ { exec: { argv: [ls] } } ] } ]\n";

  private static final Map<String, Object> CLERK = Map.of("role", "clerk");
  private static final Map<String, Object> TRAINEE = Map.of("role", "trainee");

  @TempDir Path directory;

  private Fixture run;

  @BeforeEach
  void runs() throws Exception {
    run = new Fixture(directory, "enforce", RULES);
  }

  private CallScope frame() throws Exception {
    AgentRule rule =
        Configuration.parse(
                "agents",
                ("bundle: x\nversion: 1\nmode: enforce\nledger: { dir: d }\nagents: [ { agent: handler,"
                        + " method: 'acme.Handler#handle()', authority: { scopes: ['tool.*', 'exec.*'] } }"
                        + " ]\n")
                    .getBytes(StandardCharsets.UTF_8))
            .agents()
            .get(0);
    return run.effects
        .agents()
        .enter(rule, new Authority(List.of("tool.*", "exec.*"), List.of(), null), null);
  }

  /** The code that a call is refused with; null where it is not. */
  private String call(String tool) {
    CallScope call = run.effects.resolve(run.call(tool, "{}"));
    EffectRefusedException refusal = call.refusal();
    run.effects.end(call, null);
    return refusal == null ? null : refusal.code();
  }

  private Map<?, ?> lastActor() throws Exception {
    List<Map<String, Object>> records = run.records();
    for (int i = records.size() - 1; i >= 0; i--) {
      if ("decision".equals(records.get(i).get("record"))) {
        return (Map<?, ?>) records.get(i).get("actor");
      }
    }
    throw new AssertionError("no decision");
  }

  @Test
  void whoWasSaidInAFrameActsInIt() throws Exception {
    CallScope frame = frame();
    assertThat(call("refund")).as("before anybody said").isEqualTo("CS-POLICY");
    assertThat(lastActor()).isEqualTo(Map.of("agent", "handler", "member_state", "unknown"));
    run.effects.identified("anna", CLERK);
    assertThat(call("refund")).isNull();
    assertThat(lastActor().get("principal")).isEqualTo("anna");
    assertThat(lastActor().get("member_state_hash")).asString().startsWith("sha256:");
    run.effects.identified("ben", TRAINEE);
    assertThat(call("refund")).as("the last one counts").isEqualTo("CS-POLICY");
    assertThat(lastActor().get("principal")).isEqualTo("ben");
    run.effects.identified("anna", CLERK);
    run.effects.identified(null, null);
    assertThat(call("refund")).as("nobody is known again").isEqualTo("CS-POLICY");
    run.effects.identified(null, Map.of());
    assertThat(call("refund")).as("the role is missing").isEqualTo("CS-POLICY");
    assertThat(lastActor()).isEqualTo(Map.of("agent", "handler"));
    run.effects.agents().leave(frame);
    run.effects.agents().end(frame);
  }

  @Test
  void outsideOfAnyScopeItIsHeldNowhere() throws Exception {
    run.effects.identified("anna", CLERK);
    assertThat(call("refund")).isEqualTo("CS-POLICY");
    CallScope frame = frame();
    assertThat(call("refund")).isEqualTo("CS-POLICY");
    run.effects.identified("anna", CLERK);
    run.effects.agents().leave(frame);
    run.effects.agents().end(frame);
    assertThat(call("refund")).as("behind the frame").isEqualTo("CS-POLICY");
    assertThat(lastActor()).isEqualTo(Map.of("agent", "desk", "member_state", "unknown"));
  }

  @Test
  void aToolsOwnCountsForWhatHappensInIt() throws Exception {
    CallScope frame = frame();
    run.effects.identified("anna", CLERK);
    CallScope open = run.effects.resolve(run.call("lookup", "{}"));
    run.effects.bodies().enter(open, run.body("lookup", "{}"), "plan-1");
    run.effects.identified("ben", TRAINEE);
    assertThat(refused("ls")).isEqualTo("CS-POLICY");
    run.effects.identified("anna", CLERK);
    assertThat(refused("ls")).isNull();
    run.effects.bodies().ended(open);
    run.effects.end(open, null);
    assertThat(call("refund")).as("the frame's own").isNull();
    run.effects.agents().leave(frame);
    run.effects.agents().end(frame);
  }

  private String refused(String program) {
    try {
      run.effects.commit(run.exec(program));
      return null;
    } catch (EffectRefusedException refused) {
      return refused.code();
    }
  }

  @Test
  void aThreadOfAPoolHasTheScopeThatItCarriesAndNobodyElsesUser() throws Exception {
    ExecutorService pool = Executors.newSingleThreadExecutor();
    try {
      CallScope frame = frame();
      run.effects.identified("anna", CLERK);
      String inTheFrame =
          pool.submit(
                  () -> {
                    Object before = Carry.enter(frame);
                    try {
                      return String.valueOf(call("refund"));
                    } finally {
                      Carry.restore(before);
                    }
                  })
              .get();
      assertThat(inTheFrame).isEqualTo("null");
      assertThat(pool.submit(() -> call("refund")).get())
          .as("the next task")
          .isEqualTo("CS-POLICY");
      run.effects.agents().leave(frame);
      run.effects.agents().end(frame);
      String afterItsEnd =
          pool.submit(
                  () -> {
                    ThreadCell.current().swap(frame);
                    try {
                      return call("refund");
                    } finally {
                      ThreadCell.current().swap(null);
                    }
                  })
              .get();
      assertThat(afterItsEnd).isEqualTo("CS-POLICY");
    } finally {
      pool.shutdownNow();
    }
  }
}
