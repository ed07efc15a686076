package dev.countersign.scope;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.countersign.EffectRefusedException;
import dev.countersign.config.BindRule;
import dev.countersign.config.Redirects;
import dev.countersign.config.Times;
import dev.countersign.effect.Verb;
import dev.countersign.guardrail.GuardrailCompiler;
import dev.countersign.guardrail.Verdict;
import dev.countersign.ledger.BodyState;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The rules of {@code layers} (spec 3.1) on the way of every effect, and what the books say. */
class PolicyTest {

  private static final String SMALL = "{\"name\":\"a\",\"amount\":1}";
  private static final String LARGE = "{\"name\":\"a\",\"amount\":60000}";
  private static final String CEILING = "invoke of \"refund\" where arguments.amount > 50000";

  @TempDir private Path directory;

  private Fixture run;

  private Fixture run(String mode, String more, String... rules) throws Exception {
    StringBuilder yaml = new StringBuilder(more).append("\nlayers:\n");
    yaml.append("  - level: platform\n    version: 1\n    rules:");
    yaml.append(rules.length == 0 ? " []" : "\n");
    for (String rule : rules) {
      yaml.append("      - ").append(rule).append('\n');
    }
    run = new Fixture(directory, mode, yaml.toString());
    return run;
  }

  private static String rule(String id, String when, String verdict) {
    return "{ id: "
        + id
        + ", when: '"
        + when
        + "', verdict: "
        + verdict
        + ", reason: because "
        + id
        + " }";
  }

  @Test
  void whatARuleDeniesIsRefusedAtItsResolutionAndTheBooksNameTheRule() throws Exception {
    run("enforce", "", rule("ceiling", CEILING, "deny"));
    assertThat(code(run.effects.resolve(run.call("refund", LARGE)))).isEqualTo("CS-POLICY");
    assertThat(run.story()).isEqualTo("root deny(CS-POLICY)");

    Map<String, Object> record = run.records().get(0);
    GuardrailCompiler.Compiled compiled = GuardrailCompiler.compile(CEILING, Verdict.DENY);
    assertThat(record)
        .containsEntry("verdict", "deny")
        .containsEntry("verdict_reason", "because ceiling");
    assertThat((Map<?, ?>) record.get("policy"))
        .isEqualTo(
            Map.of(
                "cascade_layer",
                "platform",
                "matched_policy_id",
                "ceiling",
                "matched_policy_hash",
                ((Map<?, ?>) record.get("policy")).get("matched_policy_hash"),
                "policy_bundle_hash",
                run.judging.now().permits()));
    assertThat(record.get("guardrail"))
        .isEqualTo(
            Map.of(
                "guardrail_id",
                "ceiling",
                "guardrail_sentence_hash",
                compiled.sentenceHash(),
                "guardrail_compiler_version",
                GuardrailCompiler.VERSION,
                "compiled_predicate_hash",
                compiled.predicateHash()));
    List<?> reasons = (List<?>) run.entries().get(1).get("reasons");
    assertThat((Map<?, ?>) reasons.get(0))
        .extracting("code", "constraint")
        .containsExactly("CS-POLICY", "policy");
  }

  @Test
  void whatItDoesNotDenyIsAllowedByDefault() throws Exception {
    run("enforce", "", rule("ceiling", CEILING, "deny"));
    assertThat(run.effects.resolve(run.call("refund", SMALL)).refusal()).isNull();
    assertThat(run.records().get(0))
        .containsEntry("verdict", "allow")
        .containsEntry("verdict_reason", "default")
        .doesNotContainKey("guardrail");
  }

  @Test
  void aRuleThatAllowsIsNamedAsWell() throws Exception {
    run("enforce", "default: deny", rule("small", "invoke where arguments.amount <= 10", "allow"));
    assertThat(run.effects.resolve(run.call("refund", SMALL)).refusal()).isNull();
    assertThat(run.records().get(0)).containsEntry("verdict_reason", "because small");
    assertThat(code(run.effects.resolve(run.call("refund", LARGE)))).isEqualTo("CS-POLICY");
    assertThat(run.records().get(1))
        .containsEntry("verdict", "deny")
        .containsEntry("verdict_reason", "default");
  }

  @Test
  void nobodyCanApproveYet() throws Exception {
    run("enforce", "", rule("ask", CEILING, "requires_approval"));
    assertThat(code(run.effects.resolve(run.call("refund", LARGE)))).isEqualTo("CS-APPROVAL");
    assertThat(run.records().get(0)).containsEntry("verdict", "requires_approval");
  }

  @Test
  void aToolCanRequireApprovalByItself() throws Exception {
    run("enforce", "tools: [{ tool: \"ref*\", approval: human }, { tool: refund }]");
    assertThat(code(run.effects.resolve(run.call("refund", SMALL)))).isEqualTo("CS-APPROVAL");
    assertThat(run.effects.resolve(run.call("other", SMALL)).refusal()).isNull();
    assertThat(run.records().get(0)).containsEntry("verdict_reason", "approval: human");
  }

  @Test
  void observeAllowsAndSaysWhatItWouldHaveDone() throws Exception {
    run("observe", "", rule("ceiling", CEILING, "deny"));
    assertThat(run.effects.resolve(run.call("refund", LARGE)).refusal()).isNull();
    assertThat(run.entries().get(1)).containsEntry("policy", "unlisted");
    assertThat(run.records().get(0))
        .containsEntry("verdict", "deny")
        .containsEntry("would_refuse", "CS-POLICY");
  }

  @Test
  void aDeclaredEffectIsJudgedWhereItFires() throws Exception {
    run(
        "enforce",
        "tools: [{tool: archive, effects: [{exec: {argv: [tar, x]}}, {exec: {argv: [tar, \"${any}\"]}}]}]",
        rule("no-secrets", "exec of \"tar\" where argv[any] contains \"secret\"", "deny"));
    open("archive");
    run.effects.commit(run.exec("tar", "x")).ended(BodyState.RETURNED, null);
    assertRefused("CS-POLICY", () -> run.effects.commit(run.exec("tar", "/secret")));
    // Its preview was not spent by that.
    run.effects.commit(run.exec("tar", "/public")).ended(BodyState.RETURNED, null);
    assertThat(run.story())
        .isEqualTo("root allow allow outcome(returned) deny(CS-POLICY) allow outcome(returned)");
  }

  @Test
  void anAmbientEffectIsJudgedInAnyFrame() throws Exception {
    run(
        "enforce",
        "ambient: [{exec: {argv: [stty, \"${any}\"]}}]",
        rule("no-sane", "exec where argv[1] = \"sane\"", "deny"));
    assertRefused("CS-POLICY", () -> run.effects.commit(run.exec("stty", "sane")));
    assertRefused("CS-POLICY", () -> run.effects.peek(List.of(run.exec("stty", "sane"))));
    run.effects.commit(run.exec("stty", "size"));
    assertThat(run.story()).isEqualTo("root deny(CS-POLICY) deny(CS-POLICY) allow");
  }

  @Test
  void anUnboundEffectIsJudgedByRulesAndNotByTheDefault() throws Exception {
    run(
        "enforce",
        "default: deny\nunbound: { in_tool: allow }",
        rule("no-curl", "exec of \"curl\"", "deny"),
        rule("tools", "invoke", "allow"));
    assertRefused("CS-POLICY", () -> run.effects.commit(run.exec("/usr/bin/curl", "x")));
    run.effects.commit(run.exec("ls"));
    assertThat(run.effects.unlistedCount()).isEqualTo(1);
    open("archive");
    assertRefused("CS-POLICY", () -> run.effects.commit(run.exec("curl", "x")));
    run.effects.commit(run.exec("ls"));
  }

  @Test
  void anEffectWithoutACanonicalFormIsNotPassedOver() throws Exception {
    run("enforce", "", rule("no-curl", "exec of \"curl\"", "deny"));
    Observation unreadable =
        new Observation(Verb.EXEC, null, "ls", List.of(), Fixture.adapter(), "a reason");
    assertRefused("CS-POLICY", () -> run.effects.commit(unreadable));
  }

  @Test
  void whatAResolutionPointYieldsIsRefusedThere() throws Exception {
    run("enforce", "", rule("no-curl", "exec of \"curl\"", "deny"));
    BindRule bind =
        new BindRule(null, null, null, null, null, null, Times.ONCE, false, Redirects.REFUSE, null);
    assertRefused(
        "CS-POLICY",
        () ->
            run.effects.preview(
                Verb.EXEC, Fixture.intent("curl"), bind, () -> null, Fixture.adapter()));
    assertThat(run.story()).isEqualTo("root deny(CS-POLICY)");
  }

  @Test
  void theActorOfTheConfigurationIsAskedAbout() throws Exception {
    run(
        "enforce",
        "actor: { agent: bot, clearance: internal, scopes: [pay] }",
        rule("cleared", "invoke where not actor.clearance = \"secret\"", "deny"));
    assertThat(code(run.effects.resolve(run.call("refund", SMALL)))).isEqualTo("CS-POLICY");
  }

  private void open(String tool) {
    CallScope scope = run.effects.resolve(run.call(tool, "{}"));
    assertThat(scope.refusal()).isNull();
    run.effects.bodies().enter(scope, run.body(tool, null), run.plan);
  }

  private static String code(CallScope scope) {
    return scope.refusal().code();
  }

  private static void assertRefused(String code, ThrowingCallable act) {
    assertThatThrownBy(act)
        .isInstanceOfSatisfying(
            EffectRefusedException.class, refused -> assertThat(refused.code()).isEqualTo(code));
  }
}
