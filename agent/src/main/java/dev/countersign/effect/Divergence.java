package dev.countersign.effect;

import dev.countersign.canonical.Blake3;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * Where two requests differ, never what the values were (spec 1.6, law 5).
 *
 * @param preview the previewed digest; null where there was no preview
 * @param commit the observed digest; null where the observed request has no canonical form
 * @param paths JSON pointers into ρ, at most {@value #MAX_PATHS}, each at most {@value #MAX_BYTES}
 *     bytes
 */
public record Divergence(String preview, String commit, List<String> paths) {

  private static final int MAX_PATHS = 64;
  private static final int MAX_BYTES = 256;

  /**
   * Compares two requests.
   *
   * @param known names that do not come from a model (parameters of the bound method); any other
   *     name below {@code /intent/arguments} is written as its BLAKE3-256
   */
  public static Divergence between(EffectRequest preview, EffectRequest commit, Set<String> known) {
    List<String> paths = new ArrayList<>();
    collect("", preview.toJson(), commit.toJson(), known, paths);
    return new Divergence(preview.digest(), commit.digest(), List.copyOf(paths));
  }

  private static void collect(
      String at, Object a, Object b, Set<String> known, List<String> paths) {
    if (paths.size() >= MAX_PATHS) {
      return;
    }
    if (a instanceof Map<?, ?> left && b instanceof Map<?, ?> right) {
      Set<String> names = new TreeSet<>();
      for (Object name : left.keySet()) {
        names.add((String) name);
      }
      for (Object name : right.keySet()) {
        names.add((String) name);
      }
      for (String name : names) {
        String below = at + "/" + segment(at, name, known);
        if (left.containsKey(name) && right.containsKey(name)) {
          collect(below, left.get(name), right.get(name), known, paths);
        } else {
          add(below, paths);
        }
      }
    } else if (a instanceof List<?> left && b instanceof List<?> right) {
      int longest = Math.max(left.size(), right.size());
      for (int i = 0; i < longest && paths.size() < MAX_PATHS; i++) {
        if (i < left.size() && i < right.size()) {
          collect(at + "/" + i, left.get(i), right.get(i), known, paths);
        } else {
          add(at + "/" + i, paths);
        }
      }
    } else if (!sameScalar(a, b)) {
      add(at, paths);
    }
  }

  private static void add(String path, List<String> paths) {
    if (paths.size() < MAX_PATHS) {
      paths.add(path.getBytes(StandardCharsets.UTF_8).length <= MAX_BYTES ? path : shortened(path));
    }
  }

  /** A pointer that would be too long names its deepest ancestor that is not. */
  private static String shortened(String path) {
    String shorter = path;
    while (shorter.getBytes(StandardCharsets.UTF_8).length > MAX_BYTES) {
      shorter = shorter.substring(0, shorter.lastIndexOf('/'));
    }
    return shorter;
  }

  private static String segment(String at, String name, Set<String> known) {
    if (at.startsWith("/intent/arguments")
        && !(at.length() == "/intent/arguments".length() && known.contains(name))) {
      return Blake3.hex(name.getBytes(StandardCharsets.UTF_8));
    }
    return name.replace("~", "~0").replace("/", "~1");
  }

  private static boolean sameScalar(Object a, Object b) {
    if (a instanceof Number left && b instanceof Number right) {
      return exact(left).compareTo(exact(right)) == 0;
    }
    return a == null ? b == null : a.equals(b);
  }

  private static BigDecimal exact(Number number) {
    if (number instanceof BigDecimal decimal) {
      return decimal;
    }
    return number instanceof BigInteger integer
        ? new BigDecimal(integer)
        : BigDecimal.valueOf(number.longValue());
  }

  /** This divergence with further paths, each named once. */
  public Divergence also(List<String> further) {
    List<String> all = new ArrayList<>(paths);
    for (String path : further) {
      if (!all.contains(path)) {
        all.add(path);
      }
    }
    return new Divergence(preview, commit, List.copyOf(all));
  }

  /** As it stands in an effect record: {@code {preview?, commit?, paths[]}}. */
  public Map<String, Object> toJson() {
    Map<String, Object> json = new LinkedHashMap<>();
    if (preview != null) {
      json.put("preview", preview);
    }
    if (commit != null) {
      json.put("commit", commit);
    }
    json.put("paths", paths);
    return json;
  }
}
