package dev.countersign.sink.tool;

import java.util.ArrayList;
import java.util.Date;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;

/**
 * Copies of mutable arguments, so that what is compared is what the body gets (spec 1.6, law 4):
 * arrays, dates and the JDK's plain collections by exact class, at any depth. Everything else is
 * passed on as it is: immutable, or an object of the application, for which the proof is "compared
 * at entry" only.
 */
public final class PrivateCopy {

  private static final int MAX_DEPTH = 512;

  /** The copy, of the same class; the value itself where there is nothing to copy. */
  public static Object of(Object value) {
    return of(value, 0);
  }

  private static Object of(Object value, int depth) {
    if (value == null || depth > MAX_DEPTH) {
      // Deeper values have no canonical form: the comparison refuses them.
      return value;
    }
    Class<?> type = value.getClass();
    if (type.isArray()) {
      return array(value, depth);
    }
    if (type == Date.class) {
      return new Date(((Date) value).getTime());
    }
    if (type == ArrayList.class) {
      ArrayList<Object> copy = new ArrayList<>();
      for (Object element : (ArrayList<?>) value) {
        copy.add(of(element, depth + 1));
      }
      return copy;
    }
    if (type == LinkedHashMap.class || type == HashMap.class) {
      Map<Object, Object> copy =
          type == LinkedHashMap.class ? new LinkedHashMap<>() : new HashMap<>();
      for (Map.Entry<?, ?> entry : ((Map<?, ?>) value).entrySet()) {
        if (!(entry.getKey() instanceof String)) {
          // Putting it elsewhere would call its own hashCode.
          return value;
        }
        copy.put(entry.getKey(), of(entry.getValue(), depth + 1));
      }
      return copy;
    }
    if (type == LinkedHashSet.class || type == HashSet.class) {
      HashSet<Object> copy = type == LinkedHashSet.class ? new LinkedHashSet<>() : new HashSet<>();
      for (Object element : (HashSet<?>) value) {
        if (!(element instanceof String)) {
          return value;
        }
        copy.add(element);
      }
      return copy;
    }
    return value;
  }

  private static Object array(Object array, int depth) {
    if (array instanceof Object[] objects) {
      Object[] copy = objects.clone();
      for (int i = 0; i < copy.length; i++) {
        copy[i] = of(copy[i], depth + 1);
      }
      return copy;
    }
    int length = java.lang.reflect.Array.getLength(array);
    Object copy = java.lang.reflect.Array.newInstance(array.getClass().getComponentType(), length);
    System.arraycopy(array, 0, copy, 0, length);
    return copy;
  }

  private PrivateCopy() {}
}
