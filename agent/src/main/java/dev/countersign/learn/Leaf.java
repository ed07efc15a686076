package dev.countersign.learn;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * What a group of samples came to: one expression for each slot.
 *
 * @param others what else gave the value of the slot in every sample
 * @param distinct how many different values the slot had in the samples that were looked at
 * @param influences arguments that may have decided over program or host
 * @param wholeUrl the argument that was the URL in every sample; null for none
 * @param unnamed headers that some of the samples had and the template does not name
 * @param each the list, {@code args.items}, of whose elements each gives one effect; else null
 */
record Leaf(
    Layout layout,
    List<Expression> expressions,
    List<List<Expression>> others,
    List<Integer> distinct,
    Set<String> influences,
    String wholeUrl,
    Set<String> unnamed,
    String each) {

  /** The same with another expression for one slot. */
  Leaf with(int slot, Expression expression) {
    List<Expression> changed = new ArrayList<>(expressions);
    changed.set(slot, expression);
    return new Leaf(layout, changed, others, distinct, influences, wholeUrl, unnamed, each);
  }

  boolean hasHole() {
    for (Expression expression : expressions) {
      if (expression.hole() != null) {
        return true;
      }
    }
    return false;
  }
}
