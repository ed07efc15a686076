package dev.countersign.guardrail;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * How one rule came to its end about one effect.
 *
 * @param level of its layer
 * @param id of the rule
 * @param verdict that it gives where it matches
 * @param when its sentence as written
 * @param matched whether it matches
 * @param about whether the sentence is about this effect at all, whatever its condition
 * @param predicate what the sentence compiles to
 * @param tests the comparisons of its condition, in the order of the sentence; empty where it is
 *     not about this effect
 */
public record RuleTrace(
    Level level,
    String id,
    Verdict verdict,
    String when,
    boolean matched,
    boolean about,
    Map<String, Object> predicate,
    List<TestTrace> tests) {

  /**
   * One comparison.
   *
   * @param text as it stands in the sentence
   * @param outcome of it
   */
  public record TestTrace(String text, Outcome outcome) {}

  /** How a comparison ends. */
  public enum Outcome {
    HOLDS,
    DOES_NOT_HOLD,
    /** The value is not known, or of another kind than what it is compared with. */
    CANNOT_TELL
  }

  /** What is asked about. */
  record Asked(String verb, Map<String, Object> intent, Map<String, Object> actor) {
    private Predicate.Request with(Predicate.Places places) {
      return new Predicate.Request(verb, intent, actor, places);
    }
  }

  static RuleTrace of(Rule rule, Asked request) {
    Sentence sentence = rule.sentence;
    Sentence effect = new Sentence(sentence.text(), sentence.verb(), sentence.names(), null);
    boolean about = matches(effect, rule.verdict, request);
    List<TestTrace> tests = new ArrayList<>();
    if (about && sentence.condition() != null) {
      collect(sentence, sentence.condition(), request, tests);
    }
    return new RuleTrace(
        rule.level,
        rule.id,
        rule.verdict,
        sentence.text(),
        matches(sentence, rule.verdict, request),
        about,
        GuardrailCompiler.predicate(sentence, rule.verdict),
        tests);
  }

  private static boolean matches(Sentence sentence, Verdict verdict, Asked request) {
    List<?> parts = (List<?>) GuardrailCompiler.predicate(sentence, verdict).get("allOf");
    Predicate.Places places = new Predicate.Places();
    Predicate predicate = Predicate.ofRequest(parts, verdict != Verdict.ALLOW, places);
    return predicate.matches(request.with(places));
  }

  private static void collect(
      Sentence whole, Condition condition, Asked request, List<TestTrace> into) {
    if (condition instanceof Condition.And and) {
      for (Condition each : and.all()) {
        collect(whole, each, request, into);
      }
    } else if (condition instanceof Condition.Or or) {
      for (Condition each : or.any()) {
        collect(whole, each, request, into);
      }
    } else if (condition instanceof Condition.Not not) {
      collect(whole, not.inner(), request, into);
    } else {
      Condition.Test test = (Condition.Test) condition;
      Sentence alone = new Sentence(whole.text(), whole.verb(), List.of(), test);
      boolean surely = matches(alone, Verdict.ALLOW, request);
      boolean possibly = matches(alone, Verdict.DENY, request);
      into.add(
          new TestTrace(
              whole.text().substring(test.from(), test.to()),
              surely ? Outcome.HOLDS : possibly ? Outcome.CANNOT_TELL : Outcome.DOES_NOT_HOLD));
    }
  }
}
