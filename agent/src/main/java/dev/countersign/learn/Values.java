package dev.countersign.learn;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** JSON values as templates take them: by path, and as one text. */
final class Values {

  /** Paths of one call that are looked at. */
  private static final int MOST_PATHS = 300;

  private static final int DEEPEST = 8;

  /**
   * The values of a call by the paths that a template can name, {@code args.order.id}, outermost
   * first; null is absent there and here.
   */
  static Map<String, Object> byPath(String root, Object json) {
    Map<String, Object> values = new LinkedHashMap<>();
    collect(root, json, 0, values);
    return values;
  }

  private static void collect(String path, Object json, int depth, Map<String, Object> into) {
    if (json == null || into.size() >= MOST_PATHS) {
      return;
    }
    into.put(path, json);
    if (depth >= DEEPEST) {
      return;
    }
    if (json instanceof Map<?, ?> map) {
      for (Map.Entry<?, ?> member : map.entrySet()) {
        if (canBeNamed((String) member.getKey())) {
          collect(path + '.' + member.getKey(), member.getValue(), depth + 1, into);
        }
      }
    } else if (json instanceof List<?> list) {
      for (int i = 0; i < list.size(); i++) {
        collect(path + '.' + i, list.get(i), depth + 1, into);
      }
    }
  }

  /** A path has no quotes: what would end it, or be a modifier, cannot be a name in it. */
  private static boolean canBeNamed(String name) {
    for (int i = 0; i < name.length(); i++) {
      char c = name.charAt(i);
      if (c <= ' ' || ".{}|?$".indexOf(c) >= 0 || Character.isISOControl(c)) {
        return false;
      }
    }
    return !name.isEmpty();
  }

  /** A scalar as a template writes it into a text; null for anything else. */
  static String text(Object json) {
    boolean single =
        json instanceof String
            || json instanceof Boolean
            || json instanceof Long
            || json instanceof BigInteger
            || json instanceof BigDecimal;
    return single ? json.toString() : null;
  }

  /** The elements of a list of scalars as texts; null for anything else. */
  static List<String> texts(Object json) {
    if (!(json instanceof List<?> list)) {
      return null;
    }
    List<String> texts = new ArrayList<>(list.size());
    for (Object element : list) {
      String text = text(element);
      if (text == null) {
        return null;
      }
      texts.add(text);
    }
    return Collections.unmodifiableList(texts);
  }

  /** Whether two JSON values are one, numbers by their value. */
  static boolean same(Object a, Object b) {
    if (a instanceof Number && b instanceof Number) {
      return new BigDecimal(a.toString()).compareTo(new BigDecimal(b.toString())) == 0;
    }
    if (a instanceof Map<?, ?> one && b instanceof Map<?, ?> other) {
      if (!one.keySet().equals(other.keySet())) {
        return false;
      }
      for (Map.Entry<?, ?> member : one.entrySet()) {
        if (!same(member.getValue(), other.get(member.getKey()))) {
          return false;
        }
      }
      return true;
    }
    if (a instanceof List<?> one && b instanceof List<?> other) {
      if (one.size() != other.size()) {
        return false;
      }
      for (int i = 0; i < one.size(); i++) {
        if (!same(one.get(i), other.get(i))) {
          return false;
        }
      }
      return true;
    }
    return a == null ? b == null : a.equals(b);
  }

  /** Whether it holds nothing but its marks' texts: no value that a file could be given. */
  static boolean holdsMark(Object json) {
    if (json instanceof Map<?, ?> map) {
      for (Object value : map.values()) {
        if (holdsMark(value)) {
          return true;
        }
      }
      return false;
    }
    if (json instanceof List<?> list) {
      for (Object element : list) {
        if (holdsMark(element)) {
          return true;
        }
      }
      return false;
    }
    return json instanceof String text && Secrets.marks(text);
  }

  private Values() {}
}
