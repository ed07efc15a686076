package dev.countersign.framework.mcp;

import dev.countersign.canonical.Contents;
import dev.countersign.canonical.NotCanonicalException;
import dev.countersign.sink.tool.PrivateCopy;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Copies of what is about to be written as JSON: the containers of the JDK, whether they can be
 * changed or only hold what can, become maps and lists that nobody else has, in the order in which
 * they are written. What the JSON library does with an object of another class is its own business:
 * such an object stays, and is compared again where it is sent.
 *
 * <p>Bound: {@link Contents#MAX_NODES} values, each counted as often as it would be written. What
 * has more has no canonical form either.
 */
final class JsonCopy {

  private static final int MAX_DEPTH = 512;

  private int nodes;

  /**
   * @throws NotCanonicalException for what has too many values
   */
  static Object of(Object value) {
    return new JsonCopy().of(value, 0);
  }

  private Object of(Object value, int depth) {
    if (++nodes > Contents.MAX_NODES) {
      throw new NotCanonicalException(
          "a value consists of more than " + Contents.MAX_NODES + " values");
    }
    if (value == null || depth > MAX_DEPTH) {
      // Deeper values have no canonical form: the comparison refuses them.
      return value;
    }
    if (value instanceof Object[] array) {
      Object[] copy = new Object[array.length];
      for (int i = 0; i < copy.length; i++) {
        copy[i] = of(array[i], depth + 1);
      }
      return copy;
    }
    Object bare = value instanceof Map<?, ?> || value instanceof Collection<?> ? bare(value) : null;
    if (bare instanceof Map<?, ?> map && hasPlainKeys(map)) {
      Map<Object, Object> copy = new LinkedHashMap<>();
      for (Map.Entry<?, ?> entry : map.entrySet()) {
        copy.put(entry.getKey(), of(entry.getValue(), depth + 1));
      }
      return copy;
    }
    if (bare instanceof Collection<?> collection) {
      List<Object> copy = new ArrayList<>();
      for (Object element : collection) {
        copy.add(of(element, depth + 1));
      }
      return copy;
    }
    return PrivateCopy.of(value);
  }

  /** The JDK's container itself, without what only stands around it; null for any other. */
  private static Object bare(Object value) {
    try {
      Object bare = Contents.bare(value);
      return Contents.kind(bare) == Contents.Kind.NONE ? null : bare;
    } catch (NotCanonicalException unreadable) {
      return null;
    }
  }

  /** Other keys are written by what the JSON library makes of them. */
  private static boolean hasPlainKeys(Map<?, ?> map) {
    for (Object key : map.keySet()) {
      if (!(key instanceof String || key instanceof Integer || key instanceof Long)) {
        return false;
      }
    }
    return true;
  }

  private JsonCopy() {}
}
