package dev.countersign.cli;

import dev.countersign.canonical.Canonical;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/**
 * Where two JSON values differ: for each place a map with {@code path}, a JSON pointer, and {@code
 * before} and {@code after} where there is something.
 */
final class JsonDiff {

  static List<Object> between(Object before, Object after) {
    List<Object> changes = new ArrayList<>();
    compare("", before, after, changes);
    return changes;
  }

  private static void compare(String path, Object left, Object right, List<Object> changes) {
    if (left instanceof Map<?, ?> a && right instanceof Map<?, ?> b) {
      TreeSet<String> keys = new TreeSet<>();
      a.keySet().forEach(key -> keys.add((String) key));
      b.keySet().forEach(key -> keys.add((String) key));
      for (String key : keys) {
        String place = path + '/' + key.replace("~", "~0").replace("/", "~1");
        if (a.containsKey(key) && b.containsKey(key)) {
          compare(place, a.get(key), b.get(key), changes);
        } else {
          changes.add(
              change(place, a.containsKey(key), a.get(key), b.containsKey(key), b.get(key)));
        }
      }
    } else if (left instanceof List<?> a && right instanceof List<?> b) {
      for (int i = 0; i < Math.max(a.size(), b.size()); i++) {
        boolean inA = i < a.size();
        boolean inB = i < b.size();
        if (inA && inB) {
          compare(path + '/' + i, a.get(i), b.get(i), changes);
        } else {
          changes.add(
              change(path + '/' + i, inA, inA ? a.get(i) : null, inB, inB ? b.get(i) : null));
        }
      }
    } else if (!Canonical.same(left, right)) {
      changes.add(change(path, true, left, true, right));
    }
  }

  private static Map<String, Object> change(
      String path, boolean wasThere, Object before, boolean isThere, Object after) {
    Map<String, Object> change = new LinkedHashMap<>();
    change.put("path", path);
    if (wasThere) {
      change.put("before", before);
    }
    if (isThere) {
      change.put("after", after);
    }
    return change;
  }

  private JsonDiff() {}
}
