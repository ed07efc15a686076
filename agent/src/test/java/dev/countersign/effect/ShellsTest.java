package dev.countersign.effect;

import static org.assertj.core.api.Assertions.assertThat;

import dev.countersign.canonical.NotCanonicalException;
import dev.countersign.canonical.Snapshot;
import java.io.File;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentSkipListSet;
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
      @Override
      public Integer get(int index) {
        throw new AssertionError("application code ran");
      }

      @Override
      public int size() {
        throw new AssertionError("application code ran");
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
