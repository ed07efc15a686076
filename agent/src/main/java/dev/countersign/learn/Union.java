package dev.countersign.learn;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Makes one template of two that differ only by an argument that was absent in all calls of one of
 * them: dropped there, or its default. Each attempt is held against the samples themselves.
 */
final class Union {

  private final List<Leaf> leaves;
  private final List<Sample> samples;

  Union(List<Leaf> leaves, List<Sample> samples) {
    this.leaves = leaves;
    this.samples = samples;
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
    List<Expression.Ref> attempts = new ArrayList<>();
    attempts.add(new Expression.Ref(only.path(), true, null, only.splice()));
    String fallback = fallback(leaf, slot, other);
    if (fallback != null && !only.splice()) {
      attempts.add(new Expression.Ref(only.path(), false, fallback, false));
    }
    for (Expression.Ref attempt : attempts) {
      Leaf wider = leaf.with(slot, leaf.expressions().get(slot).with(attempt));
      if (covers(wider, leaf, other, only.path())) {
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

  /** Whether it gives every sample of both, and the argument is absent in all of the other's. */
  private boolean covers(Leaf wider, Leaf leaf, Leaf other, String path) {
    String verb = samples.get(0).verb();
    Draft united = Draft.of(wider, verb);
    Draft one = Draft.of(leaf, verb);
    Draft two = Draft.of(other, verb);
    if (united == null || one == null || two == null) {
      return false;
    }
    boolean both = false;
    for (Sample sample : samples) {
      Held held = new Held(sample.call(), sample.verb(), sample.intent());
      boolean ofOther = two.indexOf(held) >= 0;
      if (ofOther) {
        Map<String, Object> values = Values.byPath("args", sample.call().args());
        if (values.containsKey(path)) {
          return false;
        }
        both = true;
      }
      if ((ofOther || one.indexOf(held) >= 0) && united.indexOf(held) < 0) {
        return false;
      }
    }
    return both;
  }
}
