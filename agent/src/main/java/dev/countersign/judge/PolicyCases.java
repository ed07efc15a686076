package dev.countersign.judge;

import dev.countersign.effect.Verb;
import dev.countersign.guardrail.Cascade;
import dev.countersign.guardrail.Judgment;
import dev.countersign.guardrail.PolicyException;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The cases that come with a policy: effects, and what has to come out (spec 3.2).
 *
 * <pre>{@code
 * {"verb": "invoke", "intent": {"tool": "refund", "arguments": {"amount": 90000}},
 *  "actor": {"team": "payments"}, "expect": "deny", "rule": "large"}
 * }</pre>
 */
public final class PolicyCases {

  private static final Set<String> KEYS =
      Set.of("name", "verb", "intent", "actor", "expect", "rule");

  /**
   * Judges every case.
   *
   * @param judgingObject a JSON value
   * @param cases JSON values
   * @return what is wrong with the first that comes out differently; null for nothing
   * @throws PolicyException if the object cannot be used
   */
  public static String firstFailure(Map<String, Object> judgingObject, List<?> cases)
      throws PolicyException {
    Cascade cascade = Cascade.of(judgingObject);
    for (int i = 0; i < cases.size(); i++) {
      String failure = failure(cascade, cases.get(i));
      if (failure != null) {
        return "tests[" + i + "] " + failure;
      }
    }
    return null;
  }

  @SuppressWarnings("unchecked") // JSON objects have texts for names
  private static String failure(Cascade cascade, Object written) {
    if (!(written instanceof Map<?, ?> map)) {
      return "is no object";
    }
    for (Object key : map.keySet()) {
      if (!KEYS.contains(key)) {
        return "has an unknown key. Known here: name, verb, intent, actor, expect, rule";
      }
    }
    Verb verb = verb(map.get("verb"));
    Object actor = map.containsKey("actor") ? map.get("actor") : Map.of();
    if (verb == null || !(map.get("intent") instanceof Map) || !(actor instanceof Map)) {
      return "needs verb (exec, send or invoke) and the object intent; actor is one as well";
    }
    Judgment judgment =
        cascade.judge(verb, (Map<String, Object>) map.get("intent"), (Map<String, Object>) actor);
    if (!judgment.verdict().text().equals(map.get("expect"))) {
      return "comes out as " + judgment.verdict().text() + ", not as expected";
    }
    if (map.containsKey("rule") && !String.valueOf(judgment.policyId()).equals(map.get("rule"))) {
      return "is decided by " + (judgment.matched() ? judgment.policyId() : "the default");
    }
    return null;
  }

  private static Verb verb(Object text) {
    for (Verb verb : Verb.values()) {
      if (verb.text().equals(text)) {
        return verb;
      }
    }
    return null;
  }

  private PolicyCases() {}
}
