package dev.countersign.guardrail;

import dev.countersign.canonical.Canonical;
import dev.countersign.canonical.Sha256;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The identity of what judges (spec 3.1): the object as written, its layers sorted by rank and
 * their rules by id, so that the order of a file does not matter to the hash.
 */
public final class JudgingObject {

  // Sorting is stable: what these do not tell apart keeps the order in which it came.
  private static final Comparator<Object> BY_RANK =
      new Comparator<>() {
        @Override
        public int compare(Object left, Object right) {
          return Integer.compare(rank(left), rank(right));
        }
      };

  private static final Comparator<Object> BY_ID =
      new Comparator<>() {
        @Override
        public int compare(Object left, Object right) {
          return id(left).compareTo(id(right));
        }
      };

  /** {@code sha256:} and the hash of the object, 64 lowercase hexadecimal digits. */
  public static String hash(Map<String, Object> object) {
    return "sha256:" + Sha256.hex(Canonical.jcs(sorted(object)));
  }

  /**
   * The object with its layers sorted: the bytes that {@link #hash} is taken over are JCS of this.
   * Layers that are none stay where they stand.
   */
  public static Map<String, Object> sorted(Map<String, Object> object) {
    if (!(object.get("layers") instanceof List<?> layers)) {
      return object;
    }
    List<Object> byRank = new ArrayList<>(layers.size());
    for (Object layer : layers) {
      byRank.add(withRulesSorted(layer));
    }
    byRank.sort(BY_RANK);
    Map<String, Object> sorted = new LinkedHashMap<>(object);
    sorted.put("layers", byRank);
    return sorted;
  }

  private static Object withRulesSorted(Object layer) {
    if (!(layer instanceof Map<?, ?> map) || !(map.get("rules") instanceof List<?> rules)) {
      return layer;
    }
    List<Object> byId = new ArrayList<>(rules);
    byId.sort(BY_ID);
    Map<Object, Object> sorted = new LinkedHashMap<>(map);
    sorted.put("rules", byId);
    return sorted;
  }

  private static int rank(Object layer) {
    Level level = Level.of(text(layer, "level"));
    return level == null ? 0 : level.rank();
  }

  private static String id(Object rule) {
    String id = text(rule, "id");
    return id == null ? "" : id;
  }

  private static String text(Object map, String key) {
    return map instanceof Map<?, ?> members && members.get(key) instanceof String text
        ? text
        : null;
  }

  private JudgingObject() {}
}
