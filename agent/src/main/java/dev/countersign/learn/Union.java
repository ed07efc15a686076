package dev.countersign.learn;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/**
 * Makes one template of two that differ only by an argument that was absent in all calls of one of
 * them: dropped there, or its default. Each attempt is held against the samples themselves.
 */
final class Union {

  private final List<Leaf> leaves;
  private final List<Sample> samples;
  private final String verb;
  private final List<Map<String, Object>> values = new ArrayList<>();

  /** Which samples a template gives; every attempt needs two of them, and most need no other. */
  private final Map<Leaf, BitSet> covered = new IdentityHashMap<>();

  Union(List<Leaf> leaves, List<Sample> samples) {
    this.leaves = leaves;
    this.samples = samples;
    this.verb = samples.get(0).verb();
  }

  /** Changes the list of leaves. */
  void unite() {
    boolean changed = leaves.size() > 1 && leaves.size() <= 64;
    while (changed) {
      changed = false;
      for (int i = 0; i < leaves.size() && !changed; i++) {
        changed = absorb(i);
      }
    }
  }

  /** Whether a wider form of a leaf takes another one's place as well. */
  private boolean absorb(int index) {
    Leaf leaf = leaves.get(index);
    for (int slot = 0; slot < leaf.expressions().size(); slot++) {
      Expression.Ref only = leaf.expressions().get(slot).only();
      if (only == null || only.optional() || only.fallback() != null) {
        continue;
      }
      for (int other = 0; other < leaves.size(); other++) {
        if (other == index) {
          continue;
        }
        Leaf wider = wider(leaf, slot, only, leaves.get(other));
        if (wider != null) {
          leaves.set(index, wider);
          leaves.remove(other);
          return true;
        }
      }
    }
    return false;
  }

  private Leaf wider(Leaf leaf, int slot, Expression.Ref only, Leaf other) {
    if (covered(leaf) == null || !isAbsentIn(other, only.path())) {
      return null;
    }
    List<Expression.Ref> attempts = new ArrayList<>();
    attempts.add(new Expression.Ref(only.path(), true, null, only.splice()));
    String fallback = fallback(leaf, slot, other);
    if (fallback != null && !only.splice()) {
      attempts.add(new Expression.Ref(only.path(), false, fallback, false));
    }
    for (Expression.Ref attempt : attempts) {
      Leaf wider = leaf.with(slot, leaf.expressions().get(slot).with(attempt));
      if (covers(wider, leaf, other)) {
        return wider;
      }
    }
    return null;
  }

  /** What the reference would have given in the other one; null where that is no constant. */
  private static String fallback(Leaf leaf, int slot, Leaf other) {
    if (other.expressions().size() != leaf.expressions().size()) {
      return null;
    }
    String text = Values.text(other.expressions().get(slot).constant());
    if (text == null) {
      return null;
    }
    List<Object> pieces = leaf.expressions().get(slot).pieces();
    String before = pieces.get(0) instanceof String literal ? literal : "";
    Object last = pieces.get(pieces.size() - 1);
    String behind = last instanceof String literal ? literal : "";
    boolean framed =
        text.length() >= before.length() + behind.length()
            && text.startsWith(before)
            && text.endsWith(behind);
    String middle = framed ? text.substring(before.length(), text.length() - behind.length()) : "}";
    return middle.indexOf('}') >= 0 || middle.indexOf('{') >= 0 ? null : middle;
  }

  /** Whether it has samples, and the argument is absent in all of them. */
  private boolean isAbsentIn(Leaf leaf, String path) {
    BitSet own = covered(leaf);
    if (own == null || own.isEmpty()) {
      return false;
    }
    for (int i = own.nextSetBit(0); i >= 0; i = own.nextSetBit(i + 1)) {
      if (values(i).containsKey(path)) {
        return false;
      }
    }
    return true;
  }

  private Map<String, Object> values(int sample) {
    for (int i = values.size(); i <= sample; i++) {
      values.add(Values.byPath("args", samples.get(i).call().args()));
    }
    return values.get(sample);
  }

  /** The samples that it gives; null where no template says it. */
  private BitSet covered(Leaf leaf) {
    BitSet known = covered.get(leaf);
    if (known == null && !covered.containsKey(leaf)) {
      Draft draft = Draft.of(leaf, verb);
      if (draft != null) {
        known = new BitSet();
        for (int i = 0; i < samples.size(); i++) {
          known.set(i, isGivenBy(draft, samples.get(i)));
        }
      }
      covered.put(leaf, known);
    }
    return known;
  }

  /** Whether it gives every sample of both. */
  private boolean covers(Leaf wider, Leaf leaf, Leaf other) {
    Draft united = Draft.of(wider, verb);
    if (united == null) {
      return false;
    }
    BitSet both = (BitSet) covered(leaf).clone();
    both.or(covered(other));
    for (int i = both.nextSetBit(0); i >= 0; i = both.nextSetBit(i + 1)) {
      if (!isGivenBy(united, samples.get(i))) {
        return false;
      }
    }
    return true;
  }

  private static boolean isGivenBy(Draft draft, Sample sample) {
    return draft.indexOf(new Held(sample.call(), sample.verb(), sample.intent())) >= 0;
  }
}
