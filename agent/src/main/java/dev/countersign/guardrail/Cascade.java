package dev.countersign.guardrail;

import dev.countersign.effect.Verb;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The layered rules of one judging object, compiled once (spec 3.1). A pure function from intent
 * and actor to a {@link Judgment}: whoever holds the object can replay a decision.
 *
 * <pre>{@code
 * Cascade cascade = Cascade.of(judgingObject);              // a JSON value: the keys J of spec 5.9
 * Judgment judgment = cascade.judge(Verb.INVOKE, intent, actor);
 * judgment.verdict();                                       // allow, requires_approval or deny
 * judgment.toJson();                                        // what the decision record says
 * }</pre>
 *
 * <p>The strictest verdict of all matching rules of all layers counts: a deny sticks. The rule that
 * is named is that of the tightest layer that has this verdict, then the smallest id. Immutable and
 * thread-safe; what it is given is not kept.
 */
public final class Cascade {

  /** Rules of a judging object. */
  static final int MAX_RULES = 10_000;

  private static final int MAX_NAME = 256;
  private static final long MAX_VERSION = (1L << 53) - 1;

  private static final Rule[] NONE = {};

  /** The rule that decides stands first: strictest, then tightest, then by id. */
  private static final Comparator<Rule> DECIDING_FIRST =
      new Comparator<>() {
        @Override
        public int compare(Rule left, Rule right) {
          int order = right.verdict.compareTo(left.verdict);
          if (order == 0) {
            order = right.level.compareTo(left.level);
          }
          return order != 0 ? order : left.id.compareTo(right.id);
        }
      };

  private final String hash;
  private final Judgment otherwise;
  private final List<Rule> rules;
  private final Approvals approvals;
  private final boolean looksAtBody;
  private final Predicate.Places places;
  private final Map<Verb, Rule[]> byVerb = new EnumMap<>(Verb.class);

  /** The rules about a tool that some rule names; all others have those of {@link #byVerb}. */
  private final Map<String, Rule[]> byTool = new HashMap<>();

  private Cascade(
      String hash,
      Verdict otherwise,
      List<Rule> deciding,
      Approvals approvals,
      Predicate.Places places) {
    this.hash = hash;
    this.places = places;
    this.approvals = approvals;
    boolean body = false;
    for (Rule rule : deciding) {
      body |= rule.isAbout(Verb.SEND) && rule.sentence.looksAtBody();
    }
    this.looksAtBody = body;
    this.otherwise = Judgment.byDefault(otherwise, hash);
    this.rules = deciding;
    for (Verb verb : Verb.values()) {
      byVerb.put(verb, about(verb, null));
    }
    for (Rule rule : deciding) {
      for (String tool : rule.tools == null ? List.<String>of() : rule.tools) {
        if (!byTool.containsKey(tool)) {
          byTool.put(tool, about(Verb.INVOKE, tool));
        }
      }
    }
  }

  /**
   * @param tool null for those that no rule names
   */
  private Rule[] about(Verb verb, String tool) {
    List<Rule> about = new ArrayList<>();
    for (Rule rule : rules) {
      boolean named = tool != null && rule.tools != null && rule.tools.contains(tool);
      if (rule.isAbout(verb) && (rule.tools == null || named)) {
        about.add(rule);
      }
    }
    return about.isEmpty() ? NONE : about.toArray(NONE);
  }

  /**
   * Compiles the rules of a judging object.
   *
   * @param judgingObject a JSON value; of its members {@code default}, {@code layers} and the
   *     {@code approval} of {@code tools} are read
   * @throws PolicyException when they cannot be used, with the path of what is wrong
   */
  public static Cascade of(Map<String, Object> judgingObject) throws PolicyException {
    Object written = judgingObject.get("default");
    Verdict otherwise = written == null ? Verdict.ALLOW : Verdict.of(String.valueOf(written));
    if (otherwise == null || otherwise == Verdict.REQUIRES_APPROVAL) {
      throw new PolicyException("default", -1, "expected allow or deny");
    }
    String hash = JudgingObject.hash(judgingObject);
    List<Rule> rules = new ArrayList<>();
    Predicate.Places places = new Predicate.Places();
    Object layers = judgingObject.get("layers");
    if (layers != null) {
      Reader reader = new Reader(hash, rules, places);
      reader.layers(layers);
    }
    rules.sort(DECIDING_FIRST);
    return new Cascade(
        hash,
        otherwise,
        Collections.unmodifiableList(rules),
        Approvals.of(judgingObject.get("tools"), hash),
        places);
  }

  /** {@code sha256:} and the hash of the judging object (spec 3.1). */
  public String hash() {
    return hash;
  }

  /** Whether it allows everything: no rule, no approval, and the default is allow. */
  public boolean allowsEverything() {
    return rules.isEmpty() && approvals == null && otherwise.verdict() == Verdict.ALLOW;
  }

  /** Whether a rule about requests says something about their bodies. */
  public boolean looksAtBody() {
    return looksAtBody;
  }

  /** Whether any rule is about effects of this verb. */
  public boolean hasRulesFor(Verb verb) {
    return byVerb.get(verb).length > 0 || verb == Verb.INVOKE && !byTool.isEmpty();
  }

  /** What counts where no rule matches: allow or deny. */
  public Verdict otherwise() {
    return otherwise.verdict();
  }

  /** What counts for an effect that no sentence can be about. */
  public Judgment byDefault() {
    return otherwise;
  }

  /**
   * Judges one effect.
   *
   * @param intent of spec 1.3, a JSON value
   * @param actor the actor's state: {@code agent}, {@code principal}, {@code clearance}, {@code
   *     team}, {@code org_unit}, {@code scopes}, {@code role}, each absent where it is missing; an
   *     {@link UnknownActor} where nobody said
   */
  public Judgment judge(Verb verb, Map<String, Object> intent, Map<String, Object> actor) {
    Rule matched = matching(verb, intent, actor);
    Judgment judgment = matched == null ? otherwise : matched.judgment;
    return verb == Verb.INVOKE && approvals != null && judgment.verdict() == Verdict.ALLOW
        ? approvals.or(intent.get("tool"), judgment)
        : judgment;
  }

  /**
   * Judges an effect that nothing previewed: a rule decides, and where none matches something else
   * does ({@code unbound}, spec 5.7).
   *
   * @param intent null where it has no canonical form: then no rule can tell, and the first that is
   *     no allow counts as matched
   * @return null where no rule matches
   */
  public Judgment matched(Verb verb, Map<String, Object> intent, Map<String, Object> actor) {
    if (intent == null) {
      return unknown(verb);
    }
    Rule matched = matching(verb, intent, actor);
    return matched == null ? null : matched.judgment;
  }

  private Judgment unknown(Verb verb) {
    for (Rule rule : rules) {
      if (rule.isAbout(verb) && rule.verdict != Verdict.ALLOW) {
        return rule.judgment;
      }
    }
    return null;
  }

  private Rule matching(Verb verb, Map<String, Object> intent, Map<String, Object> actor) {
    Rule[] about = byVerb.get(verb);
    if (verb == Verb.INVOKE && !byTool.isEmpty()) {
      Rule[] named = byTool.get(intent.get("tool"));
      about = named == null ? about : named;
    }
    if (about.length == 0) {
      return null;
    }
    Predicate.Request request = new Predicate.Request(null, intent, actor, places);
    for (Rule rule : about) {
      if (rule.matches(request)) {
        return rule;
      }
    }
    return null;
  }

  /**
   * Rules that compile, and do less or more than they seem to.
   *
   * @param tools names and globs of the configured tools; empty where they are not known
   */
  public List<RuleFinding> lint(List<String> tools) {
    return new Lint(otherwise.verdict(), tools).of(rules);
  }

  /** Whether a rule, or the entry of a tool, may require an approval. */
  public boolean mayRequireApproval() {
    for (Rule rule : rules) {
      if (rule.verdict == Verdict.REQUIRES_APPROVAL) {
        return true;
      }
    }
    return approvals != null;
  }

  /** Whether a rule of this id denies, or requires an approval. */
  public boolean hasRefusingRule(String id) {
    for (Rule rule : rules) {
      if (rule.id.equals(id)) {
        return rule.verdict != Verdict.ALLOW;
      }
    }
    return false;
  }

  /** The same, without one of its rules. It has the same name: what it is for lasts some hours. */
  public Cascade without(String id) {
    List<Rule> others = new ArrayList<>(rules.size());
    for (Rule rule : rules) {
      if (!rule.id.equals(id)) {
        others.add(rule);
      }
    }
    return new Cascade(
        hash, otherwise.verdict(), Collections.unmodifiableList(others), approvals, places);
  }

  /** The ids of all rules, the one that would decide first. */
  public List<String> ruleIds() {
    List<String> ids = new ArrayList<>(rules.size());
    for (Rule rule : rules) {
      ids.add(rule.id);
    }
    return ids;
  }

  /**
   * How every rule comes to its end about one effect, tightest layer first, by id.
   *
   * @param intent of spec 1.3, a JSON value
   */
  public List<RuleTrace> explain(Verb verb, Map<String, Object> intent, Map<String, Object> actor) {
    List<Rule> ordered = new ArrayList<>(rules);
    ordered.sort(
        new Comparator<>() {
          @Override
          public int compare(Rule left, Rule right) {
            int order = right.level.compareTo(left.level);
            return order != 0 ? order : left.id.compareTo(right.id);
          }
        });
    RuleTrace.Asked request = new RuleTrace.Asked(verb.text(), intent, actor);
    List<RuleTrace> traces = new ArrayList<>(ordered.size());
    for (Rule rule : ordered) {
      traces.add(RuleTrace.of(rule, request));
    }
    return traces;
  }

  /** Reads layers strictly; what a configuration file says of its places is said there. */
  private static final class Reader {

    private final String hash;
    private final List<Rule> rules;
    private final Predicate.Places places;
    private final Set<Level> levels = new HashSet<>();
    private final Set<String> ids = new HashSet<>();

    Reader(String hash, List<Rule> rules, Predicate.Places places) {
      this.hash = hash;
      this.places = places;
      this.rules = rules;
    }

    void layers(Object layers) throws PolicyException {
      List<?> list = list(layers, "layers");
      for (int i = 0; i < list.size(); i++) {
        layer(list.get(i), "layers[" + i + "]");
      }
    }

    private void layer(Object json, String path) throws PolicyException {
      Map<?, ?> layer = map(json, path, Set.of("level", "version", "rules"));
      Level level = Level.of(text(layer, "level", path, MAX_NAME));
      if (level == null) {
        throw new PolicyException(path + ".level", -1, "expected platform, org, org_unit or team");
      }
      if (!levels.add(level)) {
        throw new PolicyException(
            path + ".level", -1, "there is a layer of this level already. Put its rules together");
      }
      if (!(layer.get("version") instanceof Long version) || version < 1 || version > MAX_VERSION) {
        throw new PolicyException(
            path + ".version", -1, "expected a whole number from 1 to " + MAX_VERSION);
      }
      List<?> list = list(layer.get("rules"), path + ".rules");
      for (int i = 0; i < list.size(); i++) {
        rule(level, list.get(i), path + ".rules[" + i + "]");
      }
    }

    private void rule(Level level, Object json, String path) throws PolicyException {
      Map<?, ?> rule = map(json, path, Set.of("id", "when", "verdict", "reason"));
      String id = text(rule, "id", path, MAX_NAME);
      if (!ids.add(id)) {
        throw new PolicyException(
            path + ".id", -1, "another rule has this id. The books name rules by it");
      }
      Verdict verdict = Verdict.of(text(rule, "verdict", path, MAX_NAME));
      if (verdict == null) {
        throw new PolicyException(
            path + ".verdict", -1, "expected allow, deny or requires_approval");
      }
      String reason = text(rule, "reason", path, MAX_NAME);
      String when = text(rule, "when", path, Sentence.MAX_LENGTH + 1);
      if (rules.size() == MAX_RULES) {
        throw new PolicyException(path, -1, "more than " + MAX_RULES + " rules");
      }
      try {
        rules.add(new Rule(level, id, verdict, reason, when, rule, hash, places));
      } catch (SentenceException wrong) {
        throw new PolicyException(path + ".when", wrong.offset(), wrong.getMessage());
      }
    }

    private static List<?> list(Object json, String path) throws PolicyException {
      if (json instanceof List<?> list) {
        return list;
      }
      throw new PolicyException(path, -1, "expected a list");
    }

    private static Map<?, ?> map(Object json, String path, Set<String> known)
        throws PolicyException {
      if (!(json instanceof Map<?, ?> map)) {
        throw new PolicyException(path, -1, "expected a map");
      }
      for (Object key : map.keySet()) {
        if (!known.contains(key)) {
          throw new PolicyException(path, -1, "a key that is not known here");
        }
      }
      return map;
    }

    private static String text(Map<?, ?> map, String key, String path, int most)
        throws PolicyException {
      if (!(map.get(key) instanceof String text) || text.isEmpty() || text.length() > most) {
        throw new PolicyException(
            path + "." + key, -1, "expected a text of 1 to " + most + " characters");
      }
      return text;
    }
  }
}
