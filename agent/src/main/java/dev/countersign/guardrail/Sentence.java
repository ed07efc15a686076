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
}
