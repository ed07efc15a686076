package dev.countersign.framework.adk;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Arguments with the JDK's collections in the place of Guava's immutable ones, in which
 * applications of this library, and the library itself, like to hold them. Other values stay.
 */
final class Plain {

  private static final String GUAVA = "com.google.common.collect.";
  private static final int MAX_DEPTH = 512;

  /** The value itself where it holds nothing of Guava's. */
  static Object of(Object value) {
    return of(value, 0);
  }

  private static Object of(Object value, int depth) {
    if (value == null || depth > MAX_DEPTH) {
      // Deeper values have no canonical form: the comparison refuses them.
      return value;
    }
    String type = value.getClass().getName();
    boolean guavas = type.startsWith(GUAVA);
    if (value instanceof Map<?, ?> map
        && (guavas || type.equals("java.util.LinkedHashMap") || type.equals("java.util.HashMap"))) {
      return map(map, guavas, depth);
    }
    return value instanceof List<?> list && (guavas || type.equals("java.util.ArrayList"))
        ? list(list, guavas, depth)
        : value;
  }

  private static Object map(Map<?, ?> map, boolean guavas, int depth) {
    Map<Object, Object> plain = new LinkedHashMap<>();
    boolean changed = guavas;
    for (Map.Entry<?, ?> entry : map.entrySet()) {
      if (!(entry.getKey() instanceof String)) {
        // Putting it elsewhere would call its own hashCode.
        return map;
      }
      Object value = of(entry.getValue(), depth + 1);
      changed |= value != entry.getValue();
      plain.put(entry.getKey(), value);
    }
    return changed ? plain : map;
  }

  private static Object list(Collection<?> list, boolean guavas, int depth) {
    List<Object> plain = new ArrayList<>();
    boolean changed = guavas;
    for (Object element : list) {
      Object value = of(element, depth + 1);
      changed |= value != element;
      plain.add(value);
    }
    return changed ? plain : list;
  }

  private Plain() {}
}
