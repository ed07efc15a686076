package dev.countersign.effect;

import static org.assertj.core.api.Assertions.assertThat;

import dev.countersign.canonical.NotCanonicalException;
import dev.countersign.canonical.Snapshot;
import java.io.File;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.AbstractList;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.Deque;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.Vector;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/**
 * The JDK's wrappers hold what may be the application's. With {@code java.util} open, as the agent
 * opens it, what they hold is read by its field; this needs a JVM of its own.
 */
class ShellsTest {

  @Test
  void areReadByWhatTheyHold() throws Exception {
    Process jvm =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-ea",
                "--add-opens=java.base/java.util=ALL-UNNAMED",
                "--add-opens=java.base/java.util.concurrent=ALL-UNNAMED",
                "-cp",
                location(Snapshot.class) + File.pathSeparator + location(Opened.class),
                Opened.class.getName())
            .redirectErrorStream(true)
            .start();
    String said = new String(jvm.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(jvm.waitFor(1, TimeUnit.MINUTES)).isTrue();
    assertThat(said).isEqualTo("done" + System.lineSeparator());
    assertThat(jvm.exitValue()).isZero();
  }

  private static Path location(Class<?> type) throws Exception {
    return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI());
  }

  /** Runs where {@code java.util} is open. */
  static final class Opened {

    private Opened() {}

    static final class LyingList extends AbstractList<Integer> {
      /** Off while the JDK makes a view, which asks for the size. */
      private boolean lying = true;

      @Override
      public Integer get(int index) {
        throw new AssertionError("application code ran");
      }

      @Override
      public int size() {
        if (lying) {
          throw new AssertionError("application code ran");
        }
        return 1;
      }

      List<Integer> part() {
        lying = false;
        List<Integer> part = subList(0, 1);
        lying = true;
        return part;
      }
    }

    public static void main(String[] arguments) {
      List<Integer> list = new ArrayList<>(List.of(2, 1));
      Map<String, Integer> map = new LinkedHashMap<>(Map.of("a", 1));
      Set<Integer> set = new LinkedHashSet<>(list);
      for (Collection<Integer> wrapped :
          List.of(
              Collections.unmodifiableList(list),
              Collections.unmodifiableCollection(list),
              Collections.synchronizedList(list),
              Collections.checkedList(list, Integer.class),
              Collections.unmodifiableList(Collections.synchronizedList(Arrays.asList(2, 1))),
              Collections.unmodifiableSet(set))) {
        taken(wrapped, List.of(2, 1));
      }
      for (Map<String, Integer> wrapped :
          List.of(
              Collections.unmodifiableMap(map),
              Collections.synchronizedMap(map),
              Collections.checkedMap(map, String.class, Integer.class))) {
        taken(wrapped, Map.of("a", 1));
      }
      Set<Integer> keys = Collections.newSetFromMap(new LinkedHashMap<>());
      keys.addAll(list);
      taken(keys, List.of(2, 1));
      taken(new TreeSet<>(list), List.of(1, 2));
      taken(new TreeSet<>(list).descendingSet(), null);
      taken(new ConcurrentSkipListSet<>(list), List.of(1, 2));

      viewsAreRead(list, map);
      reversedViewsAreRead(list, map);

      taken(new TreeSet<>(list).headSet(2), null);
      taken(new TreeSet<Integer>(Comparator.comparing(any -> 0)), null);
      taken(Collections.newSetFromMap(new IdentityHashMap<>()), null);
      taken(Collections.unmodifiableList(new LyingList()), null);
      taken(Collections.synchronizedCollection(new LyingList()), null);

      assert RuleV.holds(List.of(1, 2, 2), true, Set.class, new TreeSet<>(list));
      assert RuleV.holds(List.of(2, 1), true, List.class, Collections.unmodifiableList(list));
      assert !RuleV.holds(List.of(1, 2), true, List.class, Collections.unmodifiableList(list));
      System.out.println("done");
    }

    private static void viewsAreRead(List<Integer> list, Map<String, Integer> map) {
      List<Integer> three = Arrays.asList(3, 2, 1);
      taken(three.subList(1, 3), List.of(2, 1));
      taken(three.subList(1, 3).subList(0, 1), List.of(2));
      taken(Collections.unmodifiableList(three.subList(1, 3)), List.of(2, 1));
      taken(Collections.unmodifiableList(three).subList(1, 3), List.of(2, 1));
      taken(new LinkedList<>(three).subList(1, 3), List.of(2, 1));
      taken(new Vector<>(three).subList(1, 3), List.of(2, 1));
      taken(new CopyOnWriteArrayList<>(three).subList(1, 3), List.of(2, 1));
      taken(List.of(3, 2, 1).subList(1, 3), List.of(2, 1));
      taken(Collections.singletonList(1).subList(0, 1), List.of(1));

      taken(new HashMap<>(map).values(), List.of(1));
      taken(map.values(), List.of(1));
      taken(Map.of("a", 1).values(), List.of(1));
      taken(new TreeMap<>(map).values(), List.of(1));
      taken(new EnumMap<>(Map.of(TimeUnit.DAYS, 1)).values(), List.of(1));
      taken(new ConcurrentHashMap<>(map).values(), List.of(1));
      taken(Collections.unmodifiableMap(map).values(), List.of(1));
      taken(new HashMap<>(Map.of("b", 1, "a", 2)).keySet(), List.of("a", "b"));
      taken(ordered().keySet(), List.of("b", "a"));
      taken(Map.of("b", 1, "a", 2).keySet(), List.of("a", "b"));
      taken(new TreeMap<>(ordered()).keySet(), List.of("a", "b"));
      taken(new EnumMap<>(Map.of(TimeUnit.DAYS, 1)).keySet(), List.of("DAYS"));
      assert RuleV.holds(List.of(2, 1), true, List.class, three.subList(1, 3));
      assert !RuleV.holds(List.of(1, 2), true, List.class, three.subList(1, 3));

      // An entry has no form of its own in JSON.
      taken(map.entrySet(), null);
      // What the view stands on is the application's: its get would run.
      taken(new LyingList().part(), null);
      taken(new LyingList().part().subList(0, 1), null);
      taken(new LinkedHashMap<>(map) {}.values(), null);
      taken(new LinkedHashMap<>(map) {}.keySet(), null);
      taken(new HashMap<>(map) {}.values(), null);
      taken(new TreeMap<>(map).headMap("b").keySet(), null);
      taken(new TreeMap<>(map).headMap("b").values(), null);
      TreeMap<String, Integer> sortedByUs = new TreeMap<>(Comparator.comparing(any -> 0));
      taken(sortedByUs.keySet(), null);
      taken(sortedByUs.values(), null);
    }

    /** The views that JDK 21 brought, by reflection: this compiles for 17. */
    private static void reversedViewsAreRead(List<Integer> list, Map<String, Integer> map) {
      if (Runtime.version().feature() < 21) {
        return;
      }
      List<Integer> turned = List.of(1, 2);
      for (List<Integer> straight :
          List.of(
              list,
              List.of(2, 1),
              Arrays.asList(2, 1),
              Arrays.asList(3, 2, 1).subList(1, 3),
              new LinkedList<>(list),
              new Vector<>(list),
              new CopyOnWriteArrayList<>(list),
              Collections.unmodifiableList(list))) {
        taken(called(List.class, straight, "reversed"), turned);
      }
      taken(((List<?>) called(List.class, list, "reversed")).subList(0, 1), List.of(1));
      taken(called(Deque.class, new ArrayDeque<>(list), "reversed"), turned);
      taken(called(LinkedHashSet.class, new LinkedHashSet<>(list), "reversed"), turned);
      Map<?, ?> back = (Map<?, ?>) called(LinkedHashMap.class, ordered(), "reversed");
      taken(back, Map.of("a", 2, "b", 1));
      taken(back.keySet(), List.of("a", "b"));
      taken(back.values(), List.of(2, 1));
      taken(called(LinkedHashMap.class, ordered(), "sequencedValues"), List.of(1, 2));
      taken(called(LinkedHashMap.class, ordered(), "sequencedKeySet"), List.of("b", "a"));

      taken(called(List.class, new LyingList(), "reversed"), null);
      taken(called(List.class, new ArrayList<>(list) {}, "reversed"), null);
      taken(called(LinkedHashMap.class, new LinkedHashMap<>(map) {}, "reversed"), null);
      Object nested = list;
      for (int i = 0; i < 10_000; i++) {
        nested = Collections.unmodifiableList((List<?>) called(List.class, nested, "reversed"));
      }
      taken(nested, null);
    }

    private static Map<String, Integer> ordered() {
      Map<String, Integer> map = new LinkedHashMap<>();
      map.put("b", 1);
      map.put("a", 2);
      return map;
    }

    private static Object called(Class<?> type, Object on, String method) {
      try {
        return type.getMethod(method).invoke(on);
      } catch (ReflectiveOperationException e) {
        throw new AssertionError(e);
      }
    }

    private static void taken(Object value, Object expected) {
      try {
        Object json = Snapshot.of(value);
        assert json.equals(expected) : value.getClass() + " is " + json;
      } catch (NotCanonicalException refused) {
        assert expected == null : refused;
      }
    }
  }
}
