package dev.countersign.guardrail;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.countersign.canonical.Json;
import dev.countersign.effect.Verb;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CascadeTest {

  private static final Map<String, Object> ACTOR = Map.of("agent", "bot");

  private static final String LAYERS =
      """
      {"bundle":"b","version":1,"mode":"enforce",
       "layers":[
        {"level":"team","version":3,"rules":[
          {"id":"t-small","when":"invoke of \\"refund\\" where arguments.amount <= 10","verdict":"allow","reason":"small change"},
          {"id":"t-b","when":"invoke of \\"refund\\" where arguments.amount > 100","verdict":"requires_approval","reason":"ask b"},
          {"id":"t-a","when":"invoke of \\"refund\\" where arguments.amount > 100","verdict":"requires_approval","reason":"ask a"}]},
        {"level":"platform","version":1,"rules":[
          {"id":"p-big","when":"invoke where arguments.amount > 1000","verdict":"deny","reason":"never"},
          {"id":"p-ask","when":"invoke where arguments.amount > 500","verdict":"requires_approval","reason":"platform asks"},
          {"id":"p-five","when":"invoke of \\"refund\\" where arguments.amount = 5","verdict":"deny","reason":"not five"}]},
        {"level":"org","version":1,"rules":[
          {"id":"o-big","when":"any effect where actor.agent = \\"bot\\"","verdict":"allow","reason":"ours"}]}]}
      """;

  @ParameterizedTest
  @CsvSource({
    // tightest layer first among those with the strictest verdict
    "refund, 3, allow, t-small, team",
    // a deny of a wider layer sticks
    "refund, 5, deny, p-five, platform",
    // the smallest id
    "refund, 200, requires_approval, t-a, team",
    "refund, 600, requires_approval, t-a, team",
    "payout, 600, requires_approval, p-ask, platform",
    "refund, 2000, deny, p-big, platform",
    "payout, 2000, deny, p-big, platform",
    "payout, 1, allow, o-big, org",
  })
  void theStrictestVerdictOfAllLayersCounts(
      String tool, int amount, String verdict, String id, String layer) throws PolicyException {
    Judgment judgment = Cascade.of(object(LAYERS)).judge(Verb.INVOKE, invoke(tool, amount), ACTOR);
    assertThat(judgment.verdict().text()).isEqualTo(verdict);
    assertThat(judgment.policyId()).isEqualTo(id);
    assertThat(judgment.layer().text()).isEqualTo(layer);
    assertThat(judgment.guardrail().id()).isEqualTo(id);
  }

  @Test
  void theDefaultCountsWhereNoRuleMatches() throws PolicyException {
    Map<String, Object> deny = Map.of("default", "deny");
    assertThat(Cascade.of(deny).judge(Verb.INVOKE, invoke("x", 1), ACTOR).verdict())
        .isEqualTo(Verdict.DENY);
    Judgment judgment = Cascade.of(Map.of()).judge(Verb.INVOKE, invoke("x", 1), ACTOR);
    assertThat(judgment.verdict()).isEqualTo(Verdict.ALLOW);
    assertThat(judgment.reason()).isEqualTo("default");
    assertThat(judgment.matched()).isFalse();
  }

  @Test
  void theHashDoesNotDependOnTheOrderOfLayersAndRules() throws PolicyException {
    Map<String, Object> object = object(LAYERS);
    List<?> layers = (List<?>) object.get("layers");
    Map<String, Object> turned =
        Map.of(
            "bundle",
            "b",
            "version",
            1L,
            "mode",
            "enforce",
            "layers",
            List.of(layers.get(2), layers.get(1), layers.get(0)));
    assertThat(JudgingObject.hash(turned)).isEqualTo(JudgingObject.hash(object));
    assertThat(Cascade.of(object).hash()).isEqualTo(JudgingObject.hash(object));
    assertThat(Cascade.of(object).judge(Verb.INVOKE, invoke("refund", 3), ACTOR))
        .isEqualTo(Cascade.of(turned).judge(Verb.INVOKE, invoke("refund", 3), ACTOR));
  }

  /** A rule that cannot tell, because there is no intent to look at, is not passed over. */
  @Test
  void anEffectWithoutACanonicalFormMatchesWhatIsNoAllow() throws PolicyException {
    Cascade cascade = Cascade.of(object(LAYERS));
    assertThat(cascade.matched(Verb.INVOKE, null, ACTOR).policyId()).isEqualTo("p-big");
    assertThat(cascade.matched(Verb.EXEC, null, ACTOR)).isNull();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "'default':'maybe' | default",
        "'default':'requires_approval' | default",
        "'layers':{} | layers",
        "'layers':[1] | layers[0]",
        "'layers':[{'level':'world','version':1,'rules':[]}] | layers[0].level",
        "'layers':[{'level':'org','version':0,'rules':[]}] | layers[0].version",
        "'layers':[{'level':'org','version':1,'rules':[],'x':1}] | layers[0]",
        "'layers':[{'level':'org','version':1,'rules':[]},{'level':'org','version':1,'rules':[]}] | layers[1].level",
        "'layers':[{'level':'org','version':1,'rules':[{'id':'a','verdict':'deny','reason':'r'}]}] | layers[0].rules[0].when",
        "'layers':[{'level':'org','version':1,'rules':[{'id':'a','verdict':'no','reason':'r','when':'exec'}]}] | layers[0].rules[0].verdict",
        "'layers':[{'level':'org','version':1,'rules':[{'id':'a','verdict':'deny','reason':'r','when':'run'}]}] | layers[0].rules[0].when",
        "'layers':[{'level':'org','version':1,'rules':[{'id':'a','verdict':'deny','reason':'r','when':'exec'},{'id':'a','verdict':'deny','reason':'r','when':'exec'}]}] | layers[0].rules[1].id",
      })
  void aRuleThatCannotBeUsedIsRefused(String members, String path) {
    assertThatThrownBy(() -> Cascade.of(object("{" + members.replace('\'', '"') + "}")))
        .isInstanceOfSatisfying(
            PolicyException.class, refused -> assertThat(refused.path()).isEqualTo(path));
  }

  @Test
  void explainsEveryRule() throws PolicyException {
    List<RuleTrace> traces =
        Cascade.of(object(LAYERS))
            .explain(
                Verb.INVOKE, Map.of("tool", "refund", "arguments", Map.of("amount", "7")), ACTOR);
    assertThat(traces)
        .extracting(RuleTrace::id)
        .containsExactly("t-a", "t-b", "t-small", "o-big", "p-ask", "p-big", "p-five");
    assertThat(traces)
        .extracting(RuleTrace::matched)
        .containsExactly(true, true, false, true, true, true, true);
    assertThat(traces.get(0).tests())
        .containsExactly(
            new RuleTrace.TestTrace("arguments.amount > 100", RuleTrace.Outcome.CANNOT_TELL));
  }

  private static Map<String, Object> invoke(String tool, long amount) {
    return Map.of("tool", tool, "method", "a.B#c()", "arguments", Map.of("amount", amount));
  }

  @SuppressWarnings("unchecked")
  private static Map<String, Object> object(String json) {
    return (Map<String, Object>) Json.parse(json);
  }
}
