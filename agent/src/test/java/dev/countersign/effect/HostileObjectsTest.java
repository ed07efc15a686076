package dev.countersign.effect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.countersign.canonical.Canonical;
import dev.countersign.canonical.Json;
import dev.countersign.canonical.NotCanonicalException;
import dev.countersign.canonical.Snapshot;
import java.io.Serializable;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.Constructor;
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
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import net.bytebuddy.ByteBuddy;
import net.bytebuddy.dynamic.loading.ClassLoadingStrategy;
import net.bytebuddy.implementation.ExceptionMethod;
import net.bytebuddy.matcher.ElementMatchers;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Objects that would lie if they were asked (B47, B48): none is asked. */
class HostileObjectsTest {

  /** Any method of an application's object that runs inside a check is a failure of the check. */
  private static RuntimeException ran() {
    throw new AssertionError("application code ran");
  }

  /**
   * An instance of a subclass whose every method is application code, and must not run.
   *
   * @param also an interface that it implements as well
   * @param argument of the constructor; none for null
   */
  private static Object hostile(Class<?> type, Class<?> also, String argument) throws Exception {
    Class<?> made =
        new ByteBuddy()
            .subclass(type)
            .implement(also)
            .name(HostileObjectsTest.class.getName() + MADE.incrementAndGet())
            .method(
                ElementMatchers.isVirtual()
                    .and(ElementMatchers.not(ElementMatchers.isFinalizer()))
                    .and(ElementMatchers.not(ElementMatchers.isFinal())))
            .intercept(ExceptionMethod.throwing(AssertionError.class))
            .make()
            .load(
                HostileObjectsTest.class.getClassLoader(),
                ClassLoadingStrategy.UsingLookup.of(MethodHandles.lookup()))
            .getLoaded();
    Class<?>[] types = argument == null ? new Class<?>[0] : new Class<?>[] {String.class};
    Constructor<?> constructor = made.getDeclaredConstructor(types);
    constructor.setAccessible(true);
    return argument == null ? constructor.newInstance() : constructor.newInstance(argument);
  }

  private static Object hostile(Class<?> type) throws Exception {
    return hostile(type, Serializable.class, null);
  }

  private static final AtomicInteger MADE = new AtomicInteger();

  static class Bean {
    private final int amount;

    Bean(String amount) {
      this.amount = Integer.parseInt(amount);
    }

    public int getAmount() {
      return amount;
    }
  }

  /** A record cannot be subclassed. */
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
    List<?> list = (List<?>) hostile(AbstractList.class);
    Map<?, ?> map = (Map<?, ?>) hostile(AbstractMap.class);
    return List.of(
        new Row(
            "a subclass of BigDecimal",
            BigDecimal.class,
            hostile(BigDecimal.class, Serializable.class, "1000000")),
        new Row(
            "a subclass of BigInteger",
            BigInteger.class,
            hostile(BigInteger.class, Serializable.class, "1000000")),
        new Row("a list", List.class, list),
        new Row("a subclass of ArrayList", ArrayList.class, hostile(ArrayList.class)),
        new Row(
            "an anonymous map",
            Map.class,
            new HashMap<String, Integer>() {
              private static final long serialVersionUID = 1L;
            }),
        new Row("a map", Map.class, map),
        new Row("a set over a lying map", Set.class, keysOfALyingMap()),
        new Row("a sub list of a lying list", List.class, subList()),
        new Row("a list in an unmodifiable list", List.class, Collections.unmodifiableList(list)),
        new Row(
            "a collection in a synchronized one",
            Collection.class,
            Collections.synchronizedList(list)),
        new Row("a map in an unmodifiable map", Map.class, Collections.unmodifiableMap(map)),
        new Row("a map with a comparator", Map.class, compared),
        new Row("a map with a comparator in the JDK's", Map.class, hidden),
        new Row("a set with a comparator", Set.class, new TreeSet<>(comparator)),
        new Row("a proxy", List.class, proxy),
        new Row(
            "a class without fields", Supplier.class, hostile(Object.class, Supplier.class, null)),
        new Row("a list in a list", List.class, List.of(list)),
        new Row("a list in an Optional", Optional.class, Optional.of(list)),
        new Row("a list in an array", Object[].class, new Object[] {list}));
  }

  /** AbstractMap's own view, on a map that answers to nobody. */
  private static Set<?> keysOfALyingMap() {
    return new AbstractMap<String, Integer>() {
      @Override
      public Set<Entry<String, Integer>> entrySet() {
        throw ran();
      }
    }.keySet();
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
  void beansAndRecordsAreReadByTheirFields() throws Exception {
    Object bean = hostile(Bean.class, Serializable.class, "7");
    Object other = hostile(Bean.class, Serializable.class, "8");
    assertThat(Snapshot.of(bean)).isEqualTo(Map.of("amount", 7));
    assertThat(Snapshot.of(new LyingRecord(7))).isEqualTo(Map.of("amount", 7));
    Object json = Map.of("amount", 7);
    assertThat(RuleV.holds(json, true, bean.getClass(), bean)).isTrue();
    assertThat(RuleV.holds(json, true, other.getClass(), other)).isFalse();
    assertThat(RuleV.holds(json, true, LyingRecord.class, new LyingRecord(7))).isTrue();
    assertThat(RuleV.holds(json, true, LyingRecord.class, new LyingRecord(8))).isFalse();
  }

  @Test
  void aDecimalStandsOnAnIntegerOfTheJdkWhateverItWasMadeFrom() {
    BigInteger lying =
        new BigInteger("123456789012345678901234567890") {
          private static final long serialVersionUID = 1L;

          @Override
          public int compareTo(BigInteger other) {
            throw ran();
          }

          @Override
          public String toString(int radix) {
            throw ran();
          }
        };
    Object decimal = new BigDecimal(lying, 0);
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
