package dev.countersign.verify;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeSet;

/**
 * Edits of a JSON tree that a hostile writer would think of: values of another type, at a bound, of
 * somewhere else in the tree; members and elements removed, added, doubled, exchanged.
 */
public final class TreeEdits {

  private static final List<String> FIELDS = List.copyOf(new TreeSet<>(LedgerFields.KNOWN));

  private static final Object[] VALUES = {
    null,
    true,
    false,
    0L,
    1L,
    -1L,
    2L,
    3L,
    new BigDecimal("1.0"),
    new BigDecimal("0.1"),
    new BigDecimal("0.10000000000000001"),
    new BigDecimal("1e400"),
    Long.MAX_VALUE,
    Long.MIN_VALUE,
    9007199254740993L,
    BigInteger.ONE.shiftLeft(200),
    "",
    "x",
    "a".repeat(32),
    "A".repeat(32),
    "1".repeat(64),
    "0".repeat(64),
    "n".repeat(257),
    "\u0000\u001b[2J\u2028\ud83d\ude00",
    "tool.*",
    "tool.pay",
    "*",
    "root",
    "allow",
    "deny",
    "outcome",
    "kill",
    "done",
    "spawn",
    "raised",
    "abandoned",
    "pre_hook_only",
    "unsupported",
    "unlisted",
    "countersign/effect-outcome/v1",
    List.of(),
    List.of(1L),
    List.of("a".repeat(32)),
    Map.of(),
    Map.of("key", "max_rows", "max", 1L),
    Map.of("scopes", List.of("tool.*"), "constraints", List.of(), "ttl", 1L)
  };

  /**
   * Makes one edit.
   *
   * @param root a mutable tree of maps and lists
   */
  public static void edit(Object root, Random random) {
    List<Object> containers = new ArrayList<>();
    collect(root, containers);
    Object container = containers.get(random.nextInt(containers.size()));
    Object value =
        random.nextInt(4) == 0
            ? copy(containers.get(random.nextInt(containers.size())))
            : copy(VALUES[random.nextInt(VALUES.length)]);
    if (container instanceof Map<?, ?>) {
      member(Entry.object(container), value, random);
    } else {
      element(list(container), value, random);
    }
  }

  private static void member(Map<String, Object> map, Object value, Random random) {
    List<String> names = new ArrayList<>(map.keySet());
    String name =
        names.isEmpty() || random.nextInt(4) == 0
            ? FIELDS.get(random.nextInt(FIELDS.size()))
            : names.get(random.nextInt(names.size()));
    if (random.nextInt(4) == 0) {
      map.remove(name);
    } else {
      map.put(name, value);
    }
  }

  private static void element(List<Object> list, Object value, Random random) {
    if (list.isEmpty()) {
      list.add(value);
      return;
    }
    int at = random.nextInt(list.size());
    switch (random.nextInt(5)) {
      case 0 -> list.remove(at);
      case 1 -> list.add(at, copy(list.get(at)));
      case 2 -> Collections.swap(list, at, random.nextInt(list.size()));
      case 3 -> list.add(at, value);
      default -> list.set(at, value);
    }
  }

  private static void collect(Object value, List<Object> containers) {
    if (value instanceof Map<?, ?> map) {
      containers.add(map);
      map.values().forEach(member -> collect(member, containers));
    } else if (value instanceof List<?> list) {
      containers.add(list);
      list.forEach(element -> collect(element, containers));
    }
  }

  /** A tree that may be edited. */
  public static Object copy(Object value) {
    if (value instanceof Map<?, ?> map) {
      Map<String, Object> copy = new LinkedHashMap<>();
      map.forEach((name, member) -> copy.put((String) name, copy(member)));
      return copy;
    }
    if (value instanceof List<?> list) {
      List<Object> copy = new ArrayList<>();
      list.forEach(element -> copy.add(copy(element)));
      return copy;
    }
    return value;
  }

  @SuppressWarnings("unchecked")
  private static List<Object> list(Object value) {
    return (List<Object>) value;
  }

  private TreeEdits() {}
}
