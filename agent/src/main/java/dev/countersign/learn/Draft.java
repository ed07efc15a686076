package dev.countersign.learn;

import dev.countersign.effect.HeaderRules;
import dev.countersign.effect.template.EffectPreview;
import dev.countersign.effect.template.EffectTemplate;
import dev.countersign.effect.template.ExecTemplate;
import dev.countersign.effect.template.SendTemplate;
import dev.countersign.effect.template.TemplateException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A template that may be suggested, read and rendered by the very code that reads and renders it in
 * an agent, with what it covered of what was learned.
 */
final class Draft {

  /** Pieces of evidence that are told apart. */
  static final int EVIDENCE = 1000;

  private final Leaf leaf;
  private final String skeleton;
  private final int elements;
  private final String verb;
  private final Map<String, Object> json;
  private final EffectTemplate template;
  private final Set<Long> evidence = new HashSet<>();
  private final Set<String> runs = new HashSet<>();
  private long samples;
  private int mostUses;
  private long mostUsedBy;
  private int usesOfOthers;
  private int mostPerRun;
  private final Map<String, Integer> perRun = new HashMap<>();

  private Draft(Leaf leaf, String verb, Map<String, Object> json, EffectTemplate template) {
    this.leaf = leaf;
    this.skeleton = leaf.layout().skeleton();
    this.elements = verb.equals("exec") ? leaf.elements() : -1;
    this.verb = verb;
    this.json = json;
    this.template = template;
  }

  /** The template of a leaf; null where there is none that says this. */
  static Draft of(Leaf leaf, String verb) {
    Map<String, Object> json = leaf.layout().written(leaf.expressions());
    try {
      EffectTemplate template =
          verb.equals("exec")
              ? ExecTemplate.parse(json, leaf.each())
              : SendTemplate.parse(json, leaf.each(), HeaderRules.DEFAULT);
      return new Draft(leaf, verb, json, template);
    } catch (TemplateException unsayable) {
      return null;
    }
  }

  Leaf leaf() {
    return leaf;
  }

  String verb() {
    return verb;
  }

  /** What stands under {@code exec:} or {@code send:}. */
  Map<String, Object> json() {
    return json;
  }

  EffectTemplate template() {
    return template;
  }

  /** See {@link Layout#skeleton}. */
  String skeleton() {
    return skeleton;
  }

  /** Which of the effects that it renders for a call this is; -1 for none. */
  int indexOf(Effect effect) {
    if (elements >= 0
        && effect.intent().get("argv") instanceof List<?> argv
        && argv.size() != elements) {
      return -1; // for this it need not be rendered
    }
    List<EffectPreview> rendered;
    try {
      rendered = template.rendered(effect.args(), effect::environment);
    } catch (TemplateException other) {
      return -1;
    }
    int found = -1;
    for (int i = 0; i < rendered.size(); i++) {
      EffectPreview preview = rendered.get(i);
      if (preview.comparable(effect.intent(), effect.body()).equals(preview.intent())) {
        found = i;
        if (effect.uses(this, i) == 0) {
          return i;
        }
      }
    }
    return found;
  }

  /** Counts an effect that it covers. */
  void covers(Effect effect, int index) {
    samples++;
    if (evidence.size() < EVIDENCE) {
      evidence.add(effect.key());
    }
    if (runs.size() < EVIDENCE) {
      runs.add(effect.run());
    }
    uses(effect.key(), effect.use(this, index));
    if (perRun.size() < EVIDENCE || perRun.containsKey(effect.run())) {
      mostPerRun = Math.max(mostPerRun, perRun.merge(effect.run(), 1, Integer::sum));
    }
  }

  private void uses(long call, int uses) {
    if (call == mostUsedBy) {
      mostUses = Math.max(mostUses, uses);
    } else if (uses > mostUses) {
      usesOfOthers = mostUses;
      mostUses = uses;
      mostUsedBy = call;
    } else {
      usesOfOthers = Math.max(usesOfOthers, uses);
    }
  }

  /** Forgets what it covered. */
  void clear() {
    samples = 0;
    evidence.clear();
    runs.clear();
    perRun.clear();
    mostUses = 0;
    mostUsedBy = 0;
    usesOfOthers = 0;
    mostPerRun = 0;
  }

  long samples() {
    return samples;
  }

  /**
   * How many calls support it that differ in their arguments or in their run, up to {@link
   * #EVIDENCE}: a call that is made again in the same run shows nothing new.
   */
  int evidence() {
    return evidence.size();
  }

  /** Whether half of its calls have the other's effects as well. */
  boolean isBeside(Draft other) {
    int both = 0;
    for (Long key : evidence) {
      both += other.evidence.contains(key) ? 1 : 0;
    }
    return 2 * both >= evidence.size();
  }

  int runs() {
    return runs.size();
  }

  /** How often one call committed one rendering. */
  int mostUses() {
    return mostUses;
  }

  /** The same of two different calls at least: how often one calls is its own choice. */
  int usesOfTwo() {
    return usesOfOthers == 0 ? mostUses : usesOfOthers;
  }

  int mostPerRun() {
    return mostPerRun;
  }

  /** One effect to be held against drafts. */
  interface Effect {

    Map<String, Object> args();

    Map<String, Object> intent();

    dev.countersign.effect.SendBody body();

    Map<String, String> environment();

    String run();

    long key();

    /** How often its call used this rendering of a draft already. */
    int uses(Draft draft, int index);

    /** One use more. */
    int use(Draft draft, int index);
  }

  /** The uses of one call. */
  static final class Uses {

    /** Null for none: most calls that are remembered have no effect yet. */
    private Map<Draft, Map<Integer, Integer>> counts;

    int of(Draft draft, int index) {
      Map<Integer, Integer> byIndex = counts == null ? null : counts.get(draft);
      return byIndex == null ? 0 : byIndex.getOrDefault(index, 0);
    }

    int add(Draft draft, int index) {
      if (counts == null) {
        counts = new IdentityHashMap<>(2);
      }
      return counts
          .computeIfAbsent(draft, unused -> new LinkedHashMap<>(2))
          .merge(index, 1, Integer::sum);
    }

    void clear() {
      counts = null;
    }
  }
}
