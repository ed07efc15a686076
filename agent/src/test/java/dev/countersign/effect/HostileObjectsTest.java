package dev.countersign.effect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.countersign.canonical.Canonical;
import dev.countersign.canonical.Json;
import dev.countersign.canonical.NotCanonicalException;
import dev.countersign.canonical.Snapshot;
import java.lang.reflect.Proxy;
import java.lang.reflect.Type;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.AbstractList;
import java.util.AbstractMap;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Objects that would lie if they were asked (B47, B48): none is asked. */
class HostileObjectsTest {

  /** Any method of an application's object that runs inside a check is a failure of the check. */
  private static RuntimeException ran() {
    throw new AssertionError("application code ran");
  }

  static final class LyingBean {
    private final int amount;

    LyingBean(int amount) {
      this.amount = amount;
    }

    public int getAmount() {
      throw ran();
    }

    @Override
    public String toString() {
      throw ran();
    }

    @Override
    public boolean equals(Object other) {
      throw ran();
    }

    @Override
    public int hashCode() {
      throw ran();
    }
  }

  record LyingRecord(int amount) {
    @Override
    public int amount() {
      throw ran();
    }

    @Override
    public String toString() {
      throw ran();
    }

    @Override
    public boolean equals(Object other) {
      throw ran();
    }

    @Override
    public int hashCode() {
      throw ran();
    }
  }

  static final class LyingDecimal extends BigDecimal {
    private static final long serialVersionUID = 1L;

    LyingDecimal() {
      super("1000000");
    }

    @Override
    public int compareTo(BigDecimal other) {
      throw ran();
    }

    @Override
    public String toString() {
      throw ran();
    }
  }

  static final class LyingInteger extends BigInteger {
    private static final long serialVersionUID = 1L;

    LyingInteger() {
      super("123456789012345678901234567890");
    }

    @Override
    public int compareTo(BigInteger other) {
      throw ran();
    }

    @Override
    public BigInteger abs() {
      throw ran();
    }

    @Override
    public String toString(int radix) {
      throw ran();
    }
  }

  static final class LyingList extends AbstractList<Integer> {
    @Override
    public Integer get(int index) {
      throw ran();
    }

    @Override
    public int size() {
      throw ran();
    }

    @Override
    public Object[] toArray() {
      throw ran();
    }
  }

  static final class LyingArrayList extends ArrayList<Integer> {
    private static final long serialVersionUID = 1L;

    @Override
    public Iterator<Integer> iterator() {
      throw ran();
    }
  }

  static final class LyingMap extends AbstractMap<String, Integer> {
    @Override
    public Set<Entry<String, Integer>> entrySet() {
      throw ran();
    }
  }

  static final class LyingCollection implements Supplier<Object> {
    @Override
    public Object get() {
      throw ran();
    }
  }

  record Row(String name, Type declared, Object value) {
    @Override
    public String toString() {
      return name;
    }
  }

  static List<Row> refused() throws Exception {
    Comparator<Object> comparator =
        (left, right) -> {
          throw ran();
        };
    TreeMap<String, Integer> compared = new TreeMap<>((left, right) -> 0);
    compared.put("a", 1);
    TreeMap<String, Integer> hidden = new TreeMap<>(Comparator.comparing(key -> "same"));
    hidden.put("a", 1);
    Object proxy =
        Proxy.newProxyInstance(
            HostileObjectsTest.class.getClassLoader(),
            new Class<?>[] {List.class},
            (self, method, arguments) -> {
              throw ran();
            });
    return List.of(
        new Row("a subclass of BigDecimal", BigDecimal.class, new LyingDecimal()),
        new Row("a subclass of BigInteger", BigInteger.class, new LyingInteger()),
        new Row("a list", List.class, new LyingList()),
        new Row("a subclass of ArrayList", ArrayList.class, new LyingArrayList()),
        new Row(
            "an anonymous map",
            Map.class,
            new HashMap<String, Integer>() {
              private static final long serialVersionUID = 1L;
            }),
        new Row("a map", Map.class, new LyingMap()),
        new Row("a set over a lying map", Set.class, new LyingMap().keySet()),
        new Row("a sub list of a lying list", List.class, subList()),
        new Row(
            "a list in an unmodifiable list",
            List.class,
            Collections.unmodifiableList(new LyingList())),
        new Row(
            "a collection in a synchronized one",
            Collection.class,
            Collections.synchronizedList(new LyingList())),
        new Row(
            "a map in a checked map",
            Map.class,
            Collections.checkedMap(new LyingMap(), String.class, Integer.class)),
        new Row("a map with a comparator", Map.class, compared),
        new Row("a map with a comparator in the JDK's", Map.class, hidden),
        new Row("a set with a comparator", Set.class, new TreeSet<>(comparator)),
        new Row("a proxy", List.class, proxy),
        new Row("a class without fields", LyingCollection.class, new LyingCollection()),
        new Row("a list in a list", List.class, List.of(new LyingList())),
        new Row("a list in an Optional", Optional.class, Optional.of(new LyingList())),
        new Row("a list in an array", Object[].class, new Object[] {new LyingList()}));
  }

  /** AbstractList#subList asks for the size when it is made, so that one is honest. */
  private static List<Integer> subList() {
    AtomicBoolean armed = new AtomicBoolean();
    List<Integer> list =
        new AbstractList<>() {
          @Override
          public Integer get(int index) {
            throw ran();
          }

          @Override
          public int size() {
            if (armed.get()) {
              throw ran();
            }
            return 2;
          }
        };
    List<Integer> part = list.subList(0, 1);
    armed.set(true);
    return part;
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("refused")
  void isRefusedWithoutBeingAsked(Row row) {
    assertThatThrownBy(() -> Snapshot.of(row.value())).isInstanceOf(NotCanonicalException.class);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("refused")
  void isNoImageOfAnyJson(Row row) {
    for (String text : List.of("[]", "{}", "[1]", "{\"a\":1}", "1000000", "[[]]")) {
      assertThat(RuleV.holds(Json.parse(text), true, row.declared(), row.value())).isFalse();
      assertThat(RuleV.holds(Json.parse(text), true, Object.class, row.value())).isFalse();
    }
  }

  @Test
  void beansAndRecordsAreReadByTheirFields() {
    assertThat(Snapshot.of(new LyingBean(7))).isEqualTo(Map.of("amount", 7));
    assertThat(Snapshot.of(new LyingRecord(7))).isEqualTo(Map.of("amount", 7));
    Object json = Map.of("amount", 7);
    assertThat(RuleV.holds(json, true, LyingBean.class, new LyingBean(7))).isTrue();
    assertThat(RuleV.holds(json, true, LyingBean.class, new LyingBean(8))).isFalse();
    assertThat(RuleV.holds(json, true, LyingRecord.class, new LyingRecord(7))).isTrue();
    assertThat(RuleV.holds(json, true, LyingRecord.class, new LyingRecord(8))).isFalse();
  }

  @Test
  void aDecimalStandsOnAnIntegerOfTheJdkWhateverItWasMadeFrom() {
    Object decimal = new BigDecimal(new LyingInteger(), 0);
    Object json = Json.parse("123456789012345678901234567890");
    assertThat(RuleV.holds(json, true, BigDecimal.class, decimal)).isTrue();
    assertThat(Canonical.rho(Snapshot.of(decimal))).isEqualTo(Canonical.rho(json));
  }

  @Test
  void elementsOfASetAreNotHashedOrCompared() {
    assertThat(Snapshot.of(Collections.singleton(new LyingRecord(7))))
        .isEqualTo(List.of(Map.of("amount", 7)));
  }

  @Test
  void aValueThatChangesWhileItIsReadIsRefused() throws Exception {
    Map<String, Object> map = new HashMap<>();
    List<Object> list = new ArrayList<>();
    for (int i = 0; i < 1_000; i++) {
      map.put("k" + i, i);
      list.add(i);
    }
    AtomicBoolean stop = new AtomicBoolean();
    Thread writer =
        new Thread(
            () -> {
              for (int i = 0; !stop.get(); i++) {
                map.put("k" + i % 1_000, i);
                list.set(i % 1_000, i);
              }
            });
    writer.start();
    try {
      for (int i = 0; i < 200; i++) {
        consistentOrRefused(map);
        consistentOrRefused(list);
      }
    } finally {
      stop.set(true);
      writer.join();
    }
  }

  private static void consistentOrRefused(Object container) {
    try {
      Object json = Snapshot.of(container);
      int size = json instanceof Map<?, ?> map ? map.size() : ((List<?>) json).size();
      assertThat(size).isEqualTo(1_000);
    } catch (NotCanonicalException refused) {
      assertThat(refused).hasMessageContaining("changed while it was read");
    }
  }
}
