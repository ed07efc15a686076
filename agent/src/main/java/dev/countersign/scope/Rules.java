package dev.countersign.scope;

import dev.countersign.Change;
import dev.countersign.RefusalCode;
import dev.countersign.config.Approval;
import dev.countersign.config.ToolRule;
import dev.countersign.effect.EffectRequest;
import dev.countersign.effect.Verb;
import dev.countersign.effect.template.Coverage;
import dev.countersign.guardrail.Judgment;
import dev.countersign.guardrail.Verdict;
import dev.countersign.judge.Declared;
import dev.countersign.judge.Judge;
import java.util.List;
import java.util.Map;

/** Asks the layered rules (spec 3.1) about what happens in a scope. */
final class Rules {

  private static final String ASKS_ITSELF =
      "approval: auto, and its effects leave a value to the tool";

  private final Actors actors;

  Rules(Actors actors) {
    this.actors = actors;
  }

  /**
   * About a tool call.
   *
   * @param scope that it happens in; null for none
   * @param intent of spec 1.3
   * @return null where nothing was looked at, because everything is allowed
   */
  Judgment ofCall(Judge judge, CallScope scope, Map<String, Object> intent) {
    return judge.judge(Verb.INVOKE, intent, null, actors.toJudge(scope));
  }

  /**
   * About an effect that is allowed otherwise: by an equal preview, an ambient entry, a resolution
   * point.
   *
   * @return null where nothing was looked at, because everything is allowed
   */
  Judgment ofEffect(Judge judge, CallScope scope, Observation seen) {
    return judge.judge(seen.verb(), seen.intent(), seen.body(), actors.toJudge(scope));
  }

  /**
   * About an effect that nothing previewed.
   *
   * @return null where no rule matches
   */
  Judgment ofUnbound(Judge judge, CallScope scope, Observation seen) {
    return judge.judgeUnbound(seen.verb(), seen.intent(), seen.body(), actors.toJudge(scope));
  }

  /**
   * Whether the entry of a tool has somebody asked about a call that no rule has asked about:
   * {@code approval: auto}, where an effect leaves a value to the tool.
   */
  static boolean asksItself(ToolRule rule, List<Declared> effects) {
    if (rule.approval() != Approval.AUTO) {
      return false;
    }
    for (Declared effect : effects) {
      if (effect.effect().coverage() == Coverage.PARTIAL) {
        return true;
      }
    }
    return false;
  }

  /**
   * A call that somebody is asked about.
   *
   * @param told what the application's own preview says of it; null where it was not asked
   */
  static Approvals.Subject subject(
      EffectRequest request, String tool, ToolRule rule, Judgment judgment, List<Change> told) {
    return new Approvals.Subject(
        request,
        request.requestDigest(),
        tool,
        tool,
        rule,
        judgment == null || judgment.verdict() == Verdict.ALLOW ? ASKS_ITSELF : judgment.reason(),
        null,
        told);
  }

  /** How what a judgment says is refused; null where it is not. */
  static RefusalCode codeOf(Judgment judgment) {
    return judgment == null || judgment.waived() ? null : saidBy(judgment);
  }

  /** What would be refused if no exception had its rule refuse nothing; null for nothing. */
  static RefusalCode waivedBy(Judgment judgment) {
    return judgment == null || !judgment.waived() ? null : saidBy(judgment);
  }

  private static RefusalCode saidBy(Judgment judgment) {
    switch (judgment.verdict()) {
      case DENY:
        return RefusalCode.POLICY;
      case REQUIRES_APPROVAL:
        return RefusalCode.APPROVAL;
      default:
        return null;
    }
  }
}
