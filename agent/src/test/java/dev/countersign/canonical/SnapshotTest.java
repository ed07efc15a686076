package dev.countersign.canonical;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.URI;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What becomes what, and what is refused. */
class SnapshotTest {

  enum Level {
    LOW,
    HIGH {
      @Override
      public String toString() {
        throw new AssertionError("application code ran");
      }
    }
  }

  record Point(int x, Object y) {}

  record Empty() {}

  static class Base {
    @SuppressWarnings("unused")
    private final String inherited = "base";
  }

  static class Bean extends Base {
    static final String SHARED = "static";

    @SuppressWarnings("unused")
    private final long[] ids = {1, 2};

    @SuppressWarnings("unused")
    private final transient Thread worker = Thread.currentThread();
  }

  static class Shadow extends Base {
    @SuppressWarnings("unused")
    private final String inherited = "shadow";
  }

  record Row(Object value, Object json) {
    @Override
    public String toString() {
      return value.getClass().getName() + " is " + json;
    }
  }

  private static Row row(Object value, Object json) {
    return new Row(value, json);
  }

  static List<Row> taken() {
    Map<Level, Integer> enumMap = new EnumMap<>(Level.class);
    enumMap.put(Level.HIGH, 1);
    Map<String, Object> reversed = new TreeMap<>(Collections.reverseOrder());
    reversed.put("a", 1);
    return List.of(
        row(true, true),
        row("x", "x"),
        row('x', "x"),
        row(new char[] {'a', 'b'}, "ab"),
        row((byte) 1, 1),
        row((short) 1, 1),
        row(1, 1),
        row(9007199254740993L, 9007199254740993L),
        row(BigInteger.TWO.pow(90), BigInteger.TWO.pow(90)),
        row(new BigDecimal("0.10"), new BigDecimal("0.10")),
        row(0.1d, new BigDecimal("0.1")),
        row(0.1f, new BigDecimal("0.1")),
        row(Level.HIGH, "HIGH"),
        row(Optional.of(1), 1),
        row(OptionalInt.of(1), 1),
        row(OptionalLong.of(1), 1L),
        row(OptionalDouble.of(0.5), new BigDecimal("0.5")),
        row(LocalDate.of(2026, 1, 2), "2026-01-02"),
        row(Instant.EPOCH, "1970-01-01T00:00:00Z"),
        row(ZoneId.of("Europe/Paris"), "Europe/Paris"),
        row(new UUID(1, 2), "00000000-0000-0001-0000-000000000002"),
        row(URI.create("http://h/%41"), "http://h/%41"),
        row(Path.of("/a", "b"), "/a/b"),
        row(new byte[] {1, 2, 3}, "AQID"),
        row(new int[] {1, 2}, List.of(1, 2)),
        row(new double[] {0.5}, List.of(new BigDecimal("0.5"))),
        row(new Object[] {"a", new String[] {"b"}}, List.of("a", List.of("b"))),
        row(List.of(1), List.of(1)),
        row(List.of(1, 2, 3), List.of(1, 2, 3)),
        row(new ArrayList<>(List.of(1)), List.of(1)),
        row(new ArrayList<>(List.of(1, 2)).subList(1, 2), List.of(2)),
        row(new LinkedList<>(List.of(1)), List.of(1)),
        row(new ArrayDeque<>(List.of(1)), List.of(1)),
        row(Arrays.asList(1, 2), List.of(1, 2)),
        row(new CopyOnWriteArrayList<>(List.of(1)), List.of(1)),
        row(Collections.emptyList(), List.of()),
        row(Collections.singletonList(1), List.of(1)),
        row(Collections.nCopies(2, 1), List.of(1, 1)),
        row(Set.of(3, 1, 2), List.of(1, 2, 3)),
        row(new HashSet<>(List.of("b", "a")), List.of("a", "b")),
        row(new LinkedHashSet<>(List.of("b", "a")), List.of("b", "a")),
        row(EnumSet.allOf(Level.class), List.of("HIGH", "LOW")),
        row(Map.of(), Map.of()),
        row(Map.of("a", 1), Map.of("a", 1)),
        row(new HashMap<>(Map.of("a", 1)), Map.of("a", 1)),
        row(new LinkedHashMap<>(Map.of("a", 1)), Map.of("a", 1)),
        row(new TreeMap<>(Map.of("a", 1)), Map.of("a", 1)),
        row(reversed, Map.of("a", 1)),
        row(new ConcurrentHashMap<>(Map.of("a", 1)), Map.of("a", 1)),
        row(enumMap, Map.of("HIGH", 1)),
        row(Map.of(1, "a", 2L, "b"), Map.of("1", "a", "2", "b")),
        row(Map.of(new UUID(1, 2), 1), Map.of("00000000-0000-0001-0000-000000000002", 1)),
        row(new Point(1, List.of()), Map.of("x", 1, "y", List.of())),
        row(new Empty(), Map.of()),
        row(new Bean(), Map.of("inherited", "base", "ids", List.of(1L, 2L))));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("taken")
  void isTakenAs(Row row) {
    assertThat(Snapshot.of(row.value())).isEqualTo(row.json());
  }

  static List<Row> refused() {
    Map<Object, Object> mixed = new LinkedHashMap<>();
    mixed.put(1, "a");
    mixed.put("1", "b");
    return List.of(
        row(Double.NaN, "NaN"),
        row(Float.NEGATIVE_INFINITY, "infinite"),
        row((Runnable) () -> {}, "hidden class"),
        row(List.of(1).stream(), "java.util.stream"),
        row(List.of(1).iterator(), "ListItr"),
        row(new java.io.ByteArrayInputStream(new byte[1]), "java.io.ByteArrayInputStream"),
        row(Thread.currentThread(), "java.lang.Thread"),
        row(SnapshotTest.class.getClassLoader(), "ClassLoader"),
        row(String.class, "java.lang.Class"),
        row(new Object(), "java.lang.Object"),
        row(new StringBuilder("x"), "java.lang.StringBuilder"),
        row(new java.util.concurrent.atomic.AtomicInteger(), "AtomicInteger"),
        row(new java.util.IdentityHashMap<>(Map.of("a", 1)), "IdentityHashMap"),
        row(new TreeMap<>(Map.of("a", 1)).headMap("b"), "TreeMap$"),
        row(new Shadow(), "two fields of one name"),
        row(new int[][] {null, {1}}.clone().getClass(), "java.lang.Class"),
        row(Map.of(1.5, "x"), "java.lang.Double"),
        row(Map.of(List.of(), "x"), "java.util.ImmutableCollections"),
        row(Collections.singletonMap(null, 1), "null"),
        row(mixed, "two keys"));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("refused")
  void isRefusedWithItsTypeNamed(Row row) {
    assertThatThrownBy(() -> Snapshot.of(row.value()))
        .isInstanceOf(NotCanonicalException.class)
        .hasMessageContaining((String) row.json());
  }

  @Test
  void nothingIsNull() {
    assertThat(Snapshot.of(null)).isNull();
    assertThat(Snapshot.of(Optional.empty())).isNull();
    assertThat(Snapshot.of(OptionalInt.empty())).isNull();
    assertThat(Snapshot.of(OptionalLong.empty())).isNull();
    assertThat(Snapshot.of(OptionalDouble.empty())).isNull();
  }

  @Test
  void aZipPathIsNoPathOfTheBuiltInProvider() throws Exception {
    Path jar =
        Path.of(
            org.junit.jupiter.api.Test.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .toURI());
    try (java.nio.file.FileSystem zip = java.nio.file.FileSystems.newFileSystem(jar)) {
      assertThatThrownBy(() -> Snapshot.of(zip.getPath("/META-INF")))
          .isInstanceOf(NotCanonicalException.class)
          .hasMessageContaining("ZipPath");
    }
  }

  @Test
  void theCopyIsDeepAndCannotBeChanged() {
    List<Object> inner = new ArrayList<>(List.of(1));
    Map<String, Object> outer = new HashMap<>(Map.of("a", inner));
    @SuppressWarnings("unchecked")
    Map<String, Object> copy = (Map<String, Object>) Snapshot.of(outer);
    inner.set(0, 2);
    outer.clear();
    assertThat(copy).isEqualTo(Map.of("a", List.of(1)));
    assertThatThrownBy(copy::clear).isInstanceOf(UnsupportedOperationException.class);
    assertThatThrownBy(() -> ((List<?>) copy.get("a")).clear())
        .isInstanceOf(UnsupportedOperationException.class);
  }

  @Test
  void cyclesAreRefused() {
    List<Object> self = new ArrayList<>();
    self.add(Map.of("a", self));
    assertThatThrownBy(() -> Snapshot.of(self))
        .isInstanceOf(NotCanonicalException.class)
        .hasMessageContaining("contains itself");
  }

  @Test
  void whatIsSharedButNotCyclicIsTakenTwice() {
    List<Integer> shared = List.of(1);
    assertThat(Snapshot.of(List.of(shared, shared))).isEqualTo(List.of(shared, shared));
  }

  @Test
  void depthIsBounded() {
    assertThat(Canonical.rho(Snapshot.of(nested(512)))).hasSize(1024);
    assertThatThrownBy(() -> Snapshot.of(nested(513)))
        .isInstanceOf(NotCanonicalException.class)
        .hasMessageContaining("512");
  }

  @Test
  void optionalsCountAsDepth() {
    Object value = Optional.empty();
    for (int i = 0; i < 100_000; i++) {
      value = Optional.of(value);
    }
    Object deep = value;
    assertThatThrownBy(() -> Snapshot.of(deep)).isInstanceOf(NotCanonicalException.class);
  }

  @Test
  void sizeIsBounded() {
    assertThat((List<?>) Snapshot.of(new boolean[999_999])).hasSize(999_999);
    for (Object huge :
        new Object[] {
          new boolean[1_000_000],
          new boolean[1_000_001],
          Collections.nCopies(Integer.MAX_VALUE, 1),
          Collections.nCopies(1_000, Collections.nCopies(1_000, 1))
        }) {
      assertThatThrownBy(() -> Snapshot.of(huge))
          .isInstanceOf(NotCanonicalException.class)
          .hasMessageContaining("1000000");
    }
  }

  @Test
  void theExactFormTellsClassesApart() {
    record Other(int x, Object y) {}
    assertThat(Snapshot.of(new Point(1, null))).isEqualTo(Snapshot.of(new Other(1, null)));
    assertThat(Snapshot.exact(new Point(1, null))).isNotEqualTo(Snapshot.exact(new Other(1, null)));
    Map<String, Object> imitation = new HashMap<>();
    imitation.put("@class", Point.class.getName());
    imitation.put("x", 1);
    imitation.put("y", null);
    assertThat(Snapshot.exact(imitation)).isNotEqualTo(Snapshot.exact(new Point(1, null)));
    assertThat(Snapshot.exact(Level.LOW)).isNotEqualTo(Snapshot.exact("LOW"));
  }

  private static Object nested(int depth) {
    Object value = new ArrayList<>();
    for (int i = 1; i < depth; i++) {
      value = new ArrayList<>(List.of(value));
    }
    return value;
  }
}
