package dev.countersign.guardrail;

import dev.countersign.effect.Verb;
import java.util.List;

/**
 * A guardrail sentence that was understood.
 *
 * @param text as written
 * @param verb which effects it is about; null for all
 * @param names of tools, programs or hosts, with {@code *} and {@code ?}; empty for all
 * @param condition null where there is none
 */
record Sentence(String text, Verb verb, List<String> names, Condition condition) {

  /** UTF-16 units. */
  static final int MAX_LENGTH = 10_000;

  /**
   * @throws SentenceException when it does not follow the grammar of docs/policy.md
   */
  static Sentence parse(String text) throws SentenceException {
    return new SentenceParser(text).sentence();
  }

  /** Whether it says something about the body of a request. */
  boolean looksAtBody() {
    return condition != null && looksAtBody(condition);
  }

  private static boolean looksAtBody(Condition condition) {
    if (condition instanceof Condition.And and) {
      return looksAtBody(and.all());
    }
    if (condition instanceof Condition.Or or) {
      return looksAtBody(or.any());
    }
    if (condition instanceof Condition.Not not) {
      return looksAtBody(not.inner());
    }
    List<Step> path = ((Condition.Test) condition).path();
    return path.size() > 1 && path.get(1).equals(new Step.Member("body"));
  }

  private static boolean looksAtBody(List<Condition> conditions) {
    for (Condition condition : conditions) {
      if (looksAtBody(condition)) {
        return true;
      }
    }
    return false;
  }
}
