package dev.countersign.guardrail;

import dev.countersign.effect.Verb;
import java.util.Map;

/**
 * A case beside the rules: a request, and the verdict that somebody expects (spec 3.2).
 *
 * <pre>{@code
 * { name, request: { verb, intent }, actor?, expect, rule? }
 * }</pre>
 *
 * @param name what it is about, for people
 * @param verb of the request
 * @param intent of the request; what it leaves out is absent
 * @param actor the actor's state; empty where it does not matter
 * @param expect the verdict
 * @param rule the id of the rule that is to decide, {@code default} for none; null for any
 */
public record PolicyCase(
    String name,
    Verb verb,
    Map<String, Object> intent,
    Map<String, Object> actor,
    Verdict expect,
    String rule) {

  /**
   * @param json a JSON value
   * @param path where it stands, for messages
   * @throws PolicyException when it is no case
   */
  public static PolicyCase of(Object json, String path) throws PolicyException {
    Map<String, Object> members = map(json, path);
    for (String key : members.keySet()) {
      switch (key) {
        case "name":
        case "request":
        case "actor":
        case "expect":
        case "rule":
          break;
        default:
          throw new PolicyException(
              path, -1, "a key that is not known here. Known: name, request, actor, expect, rule");
      }
    }
    if (!(members.get("name") instanceof String name) || name.isEmpty()) {
      throw new PolicyException(path + ".name", -1, "expected a text: what the case is about");
    }
    Verdict expect = members.get("expect") instanceof String word ? Verdict.of(word) : null;
    if (expect == null) {
      throw new PolicyException(path + ".expect", -1, "expected allow, deny or requires_approval");
    }
    Object rule = members.get("rule");
    if (rule != null && !(rule instanceof String)) {
      throw new PolicyException(path + ".rule", -1, "expected the id of a rule, or default");
    }
    Map<String, Object> request = map(members.get("request"), path + ".request");
    return new PolicyCase(
        name,
        verb(request, path + ".request"),
        map(request.get("intent"), path + ".request.intent"),
        actor(members.get("actor"), path + ".actor"),
        expect,
        (String) rule);
  }

  /**
   * The verb of a request, ρ or the two members of it that rules look at.
   *
   * @param request a JSON value
   * @param path where it stands, for messages
   * @throws PolicyException when it has none
   */
  public static Verb verb(Map<String, Object> request, String path) throws PolicyException {
    for (Verb verb : Verb.values()) {
      if (verb.text().equals(request.get("verb"))) {
        return verb;
      }
    }
    throw new PolicyException(path + ".verb", -1, "expected exec, send or invoke");
  }

  /** What the rules say about it. */
  public Judgment judged(Cascade cascade) {
    return cascade.judge(verb, intent, actor);
  }

  /** Whether that is what was expected. */
  public boolean isMetBy(Judgment judgment) {
    String decided = judgment.matched() ? judgment.policyId() : Judgment.DEFAULT;
    return judgment.verdict() == expect && (rule == null || rule.equals(decided));
  }

  /** A text stands for whoever nobody said anything of ({@code actor.from}). */
  private static Map<String, Object> actor(Object json, String path) throws PolicyException {
    if (json == null) {
      return Map.of();
    }
    return UnknownActor.TEXT.equals(json) ? new UnknownActor(null) : map(json, path);
  }

  @SuppressWarnings("unchecked") // of a JSON value, names are texts
  private static Map<String, Object> map(Object json, String path) throws PolicyException {
    if (json instanceof Map<?, ?>) {
      return (Map<String, Object>) json;
    }
    throw new PolicyException(path, -1, "expected a map");
  }
}
