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

  /** How many elements argv has whatever the arguments are; -1 where they decide. */
  int elements() {
    int elements = 0;
    for (int i = 0; i < expressions.size(); i++) {
      Slot slot = layout.slots().get(i);
      Expression expression = expressions.get(i);
      if (!slot.place().startsWith("argv[")) {
        break;
      }
      boolean list = slot.kind() == Slot.Kind.LIST;
      if (list && !(expression.constant() instanceof List)) {
        return -1;
      }
      Expression.Ref only = expression.only();
      if (only != null && (only.optional() || only.splice())) {
        return -1;
      }
      elements += list ? ((List<?>) expression.constant()).size() : 1;
    }
    return elements;
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
