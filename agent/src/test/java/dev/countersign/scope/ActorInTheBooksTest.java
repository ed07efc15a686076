package dev.countersign.scope;

import static org.assertj.core.api.Assertions.assertThat;

import dev.countersign.canonical.Sha256;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Spec 3.4: the decision record says who acted, and pins the state that the decision was about. */
class ActorInTheBooksTest {

  @TempDir private Path directory;

  @Test
  void theMemberStateThatIsConfiguredIsPinned() throws Exception {
    Map<?, ?> actor =
        recorded("actor: { agent: a, principal: p, clearance: secret, scopes: [y, x], role: r }");

    assertThat(actor.get("agent")).isEqualTo("a");
    assertThat(actor.get("principal")).isEqualTo("p");
    assertThat(actor.get("clearance_at_decision")).isEqualTo("secret");
    assertThat(actor.get("member_state_hash"))
        .isEqualTo(sha256("{\"clearance\":\"secret\",\"role\":\"r\",\"scopes\":[\"y\",\"x\"]}"));
  }

  @Test
  void everyMemberCounts() throws Exception {
    assertThat(recorded("actor: { team: t, org_unit: o }").get("member_state_hash"))
        .isEqualTo(sha256("{\"org_unit\":\"o\",\"team\":\"t\"}"));
  }

  @Test
  void whereNoneIsConfiguredNoneIsPinned() throws Exception {
    assertThat(recorded("actor: { agent: a }")).hasToString("{agent=a}");
  }

  private Map<?, ?> recorded(String rules) throws Exception {
    Fixture run = new Fixture(directory, "enforce", rules);
    CallScope scope = run.effects.resolve(run.call("ping", "{}"));
    run.effects.bodies().enter(scope, run.body("ping", null), run.plan);
    return (Map<?, ?>) run.records().get(0).get("actor");
  }

  private static String sha256(String jcs) {
    return "sha256:" + Sha256.hex(jcs.getBytes(StandardCharsets.UTF_8));
  }
}
