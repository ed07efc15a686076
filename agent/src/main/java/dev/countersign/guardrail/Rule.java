package dev.countersign.guardrail;

import dev.countersign.canonical.Canonical;
import dev.countersign.canonical.Sha256;
import dev.countersign.effect.Verb;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A rule of a layer, compiled. */
final class Rule {

  final Level level;
  final String id;
  final Verdict verdict;
  final Sentence sentence;
  final Judgment judgment;

  /** The tools whose calls alone it is about; null where it may be about others as well. */
  final List<String> tools;

  /** What has to hold beyond verb and {@link #tools}. */
  private final Predicate predicate;

  /**
   * @param written the rule as the judging object has it
   * @param places of all rules of that object
   */
  Rule(
      Level level,
      String id,
      Verdict verdict,
      String reason,
      String when,
      Map<?, ?> written,
      String bundleHash,
      Predicate.Places places)
      throws SentenceException {
    this.level = level;
    this.id = id;
    this.verdict = verdict;
    this.sentence = Sentence.parse(when);
    GuardrailCompiler.Compiled compiled = GuardrailCompiler.compile(sentence, verdict);
    List<?> parts = (List<?>) compiled.predicate().get("allOf");
    this.tools = tools(sentence);
    this.predicate =
        Predicate.ofRequest(
            new ArrayList<>(parts.subList(tools == null ? 1 : 2, parts.size())),
            verdict != Verdict.ALLOW,
            places);
    this.judgment =
        new Judgment(
            verdict,
            reason,
            bundleHash,
            id,
            "sha256:" + Sha256.hex(Canonical.jcs(written)),
            level,
            new Judgment.Guardrail(
                id, compiled.sentenceHash(), GuardrailCompiler.VERSION, compiled.predicateHash()),
            false);
  }

  private static List<String> tools(Sentence sentence) {
    if (sentence.verb() != Verb.INVOKE || sentence.names().isEmpty()) {
      return null;
    }
    for (String name : sentence.names()) {
      if (name.indexOf('*') >= 0 || name.indexOf('?') >= 0) {
        return null;
      }
    }
    return sentence.names();
  }

  boolean isAbout(Verb verb) {
    return sentence.verb() == null || sentence.verb() == verb;
  }

  /** Whether it matches; verb and {@link #tools} are known to. */
  boolean matches(Predicate.Request request) {
    return predicate.matches(request);
  }
}
