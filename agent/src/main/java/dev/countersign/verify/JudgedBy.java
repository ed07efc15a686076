package dev.countersign.verify;

import dev.countersign.canonical.Json;
import dev.countersign.canonical.NotCanonicalException;
import dev.countersign.guardrail.Cascade;
import dev.countersign.guardrail.GuardrailCompiler;
import dev.countersign.guardrail.PolicyException;
import dev.countersign.guardrail.SentenceException;
import dev.countersign.guardrail.Verdict;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;

/** A judging object as a receipt is replayed with it, or why there is none. */
final class JudgedBy {

  /**
   * What a rule looks at.
   *
   * @param intent members of the intent
   * @param actor members of the actor's state
   */
  record Look(Set<String> intent, Set<String> actor) {}

  private final Map<String, Object> json;
  private final Cascade cascade;
  private final Map<String, Look> looks;
  private final String fault;
  private final String missing;

  private JudgedBy(
      Map<String, Object> json,
      Cascade cascade,
      Map<String, Look> looks,
      String fault,
      String missing) {
    this.json = json;
    this.cascade = cascade;
    this.looks = looks;
    this.fault = fault;
    this.missing = missing;
  }

  /** Reads and compiles one. */
  static JudgedBy of(byte[] canonical) {
    try {
      Map<String, Object> json = Entry.object(Json.parse(canonical));
      if (json == null) {
        return fault("the judging object is no JSON object");
      }
      return new JudgedBy(json, Cascade.of(json), looks(json), null, null);
    } catch (NotCanonicalException malformed) {
      return fault("the judging object is malformed: " + malformed.getMessage());
    } catch (PolicyException | SentenceException unusable) {
      return fault("the judging object cannot judge: " + unusable.getMessage());
    }
  }

  /** It is wrong. */
  static JudgedBy fault(String why) {
    return new JudgedBy(null, null, Map.of(), Objects.requireNonNull(why), null);
  }

  /** It is not at hand. */
  static JudgedBy missing(String why) {
    return new JudgedBy(null, null, Map.of(), null, Objects.requireNonNull(why));
  }

  private static Map<String, Look> looks(Map<String, Object> object) throws SentenceException {
    Map<String, Look> looks = new HashMap<>();
    for (Map<String, Object> rule : rules(object)) {
      GuardrailCompiler.Compiled compiled =
          GuardrailCompiler.compile(
              (String) rule.get("when"), Verdict.of((String) rule.get("verdict")));
      Set<String> intent = new TreeSet<>();
      Set<String> actor = new TreeSet<>();
      look(compiled.predicate(), "intent", intent);
      look(compiled.predicate(), "actor", actor);
      looks.put((String) rule.get("id"), new Look(intent, actor));
    }
    return looks;
  }

  /** Collects the members of one part of the request that a schema names, however deep it does. */
  private static void look(Object schema, String part, Set<String> members) {
    if (schema instanceof Map<?, ?> map) {
      if (map.get("properties") instanceof Map<?, ?> properties && properties.containsKey(part)) {
        names(properties.get(part), members);
      }
      map.values().forEach(value -> look(value, part, members));
    } else if (schema instanceof List<?> list) {
      list.forEach(value -> look(value, part, members));
    }
  }

  /** The names right below: those of the first properties on every way down. */
  private static void names(Object schema, Set<String> members) {
    if (schema instanceof Map<?, ?> map) {
      if (map.get("properties") instanceof Map<?, ?> properties) {
        properties.keySet().forEach(name -> members.add((String) name));
        return;
      }
      map.values().forEach(value -> names(value, members));
    } else if (schema instanceof List<?> list) {
      list.forEach(value -> names(value, members));
    }
  }

  private static List<Map<String, Object>> rules(Map<String, Object> object) {
    List<Map<String, Object>> rules = new ArrayList<>();
    if (object.get("layers") instanceof List<?> layers) {
      for (Object layer : layers) {
        for (Object rule : (List<?>) Entry.object(layer).get("rules")) {
          rules.add(Entry.object(rule));
        }
      }
    }
    return rules;
  }

  /** The rule of that id, as written; null for none. */
  Map<String, Object> rule(Object id) {
    for (Map<String, Object> rule : rules(json)) {
      if (rule.get("id").equals(id)) {
        return rule;
      }
    }
    return null;
  }

  /** The object; null where there is none. */
  Map<String, Object> json() {
    return json;
  }

  /** Its rules; null where there are none to judge with. */
  Cascade cascade() {
    return cascade;
  }

  /** What its rules look at, by their ids. */
  Map<String, Look> looks() {
    return looks;
  }

  /** What is wrong with it; null where it is only missing, or there. */
  String fault() {
    return fault;
  }

  /** Why it is not at hand. */
  String missing() {
    return missing;
  }
}
