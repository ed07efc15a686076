package dev.countersign.effect;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.annotation.JsonAlias;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import dev.countersign.canonical.Json;
import java.io.File;
import java.lang.reflect.Type;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZonedDateTime;
import java.util.Arrays;
import java.util.Collections;
import java.util.Currency;
import java.util.Date;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Rule V, row by row (spec 1.3). */
class RuleVTest {

  enum Level {
    LOW,
    HIGH,
    @JsonProperty("very-high")
    VERY_HIGH,
    @JsonAlias({"top", "peak"})
    MAX
  }

  enum Clash {
    a,
    A,
    @JsonProperty("C")
    B,
    C
  }

  record Point(int x, Integer y) {}

  record Order(long id, BigDecimal amount, List<Point> points, Optional<String> note) {}

  record Box<T>(T content) {}

  record Named(@JsonProperty("full_name") String name) {}

  static class Base<T> {
    @SuppressWarnings("unused")
    private T content;
  }

  static class Bean extends Base<List<Long>> {
    private String name;
    private int count = 3;
    private transient String cache = "cache";

    Bean(String name, int count) {
      this.name = name;
      this.count = count;
    }

    public String getName() {
      throw new AssertionError("application code ran: " + name + count + cache);
    }
  }

  static final class SubBean extends Bean {
    @SuppressWarnings("unused")
    private final int extra = 0;

    SubBean(String name, int count) {
      super(name, count);
    }
  }

  sealed interface Shape permits Circle, Square {}

  record Circle(int size) implements Shape {}

  record Square(int size) implements Shape {}

  @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "kind")
  @JsonSubTypes({
    @JsonSubTypes.Type(value = Card.class, name = "card"),
    @JsonSubTypes.Type(value = Cash.class, name = "cash"),
    @JsonSubTypes.Type(value = Voucher.class, name = "voucher")
  })
  interface Payment {}

  /** Of a language whose constructors have defaults. */
  record Voucher(int cents, int months) implements Payment {}

  record Card(int cents) implements Payment {}

  record Cash(int cents) implements Payment {}

  interface Anything {}

  record Something(int x) implements Anything {}

  /** Declared types as reflection gives them. */
  @SuppressWarnings("unused")
  static class Types {
    List<Integer> integers;
    List<? extends Long> longs;
    List<Boolean> booleans;
    List<List<String>> nested;
    List<BigDecimal> decimals;
    Set<String> strings;
    Set<Integer> integerSet;
    Map<String, Integer> byName;
    Map<Level, Integer> byLevel;
    Map<Long, String> byNumber;
    Map<UUID, String> byId;
    Map<String, Object> open;
    Optional<Integer> optional;
    Optional<List<Integer>> optionalList;
    Box<LocalDate> box;
    Box<Box<Integer>> boxes;
    List<Box<Integer>>[] arrays;

    @SuppressWarnings("rawtypes")
    List raw;
  }

  private static Type type(String field) {
    try {
      return Types.class.getDeclaredField(field).getGenericType();
    } catch (NoSuchFieldException e) {
      throw new AssertionError(e);
    }
  }

  record Row(boolean holds, String json, Type type, Object actual) {
    @Override
    public String toString() {
      return json + " as " + type.getTypeName() + (holds ? " is " : " is not ") + show(actual);
    }

    private static String show(Object actual) {
      return actual == null ? "null" : actual.getClass().getSimpleName();
    }
  }

  private static Row yes(String json, Type type, Object actual) {
    return new Row(true, json, type, actual);
  }

  private static Row no(String json, Type type, Object actual) {
    return new Row(false, json, type, actual);
  }

  static List<Row> measuredCoercions() {
    return List.of(
        yes("9007199254740993", long.class, 9007199254740993L),
        no("9007199254740993", long.class, 9007199254740992L),
        yes("\"9007199254740993\"", long.class, 9007199254740993L),
        no("\"9007199254740993\"", long.class, 9007199254740992L),
        no("5.5", int.class, 5),
        no("[2.7]", type("integers"), List.of(2)),
        yes("[2]", type("integers"), List.of(2)),
        no("1", boolean.class, false),
        no("1", boolean.class, true),
        no("\"yes\"", boolean.class, false),
        no("\"yes\"", boolean.class, true),
        no("1", Level.class, Level.HIGH),
        no("\"1\"", Level.class, Level.HIGH),
        no("12345678901234567890.123", BigDecimal.class, new BigDecimal("1.2345678901234567E+19")),
        yes(
            "12345678901234567890.123",
            BigDecimal.class,
            new BigDecimal("12345678901234567890.123")),
        yes("{\"a\":1}", String.class, "{a=1}"),
        no("{\"a\":1}", String.class, "{a=2}"),
        yes("\"high\"", Level.class, Level.HIGH),
        no("\"\"", Integer.class, null),
        no("\"\"", Integer.class, 0),
        yes("\"2026-01-02\"", LocalDate.class, LocalDate.of(2026, 1, 2)),
        no("\"2026-01-02\"", LocalDate.class, LocalDate.of(2026, 1, 3)));
  }

  static List<Row> numbers() {
    return List.of(
        yes("5", int.class, 5),
        yes("5.0", int.class, 5),
        yes("\"5\"", int.class, 5),
        yes("\"5.0\"", Integer.class, 5),
        yes("1e3", short.class, (short) 1000),
        yes("\"1e3\"", Long.class, 1000L),
        yes("-0", byte.class, (byte) 0),
        yes("\" 5 \"", int.class, 5),
        no("\"\u0665\"", int.class, 5),
        no("\"5x\"", int.class, 5),
        no("\"0x5\"", int.class, 5),
        no("5", int.class, 6),
        no("true", int.class, 1),
        no("[5]", int.class, 5),
        no("4294967301", int.class, 5),
        no("null", int.class, 0),
        yes("0.1", double.class, 0.1d),
        yes("\"0.1\"", Double.class, 0.1d),
        no("0.1", double.class, 0.1f + 0d),
        yes("0.1", float.class, 0.1f),
        yes("1", double.class, 1d),
        yes("12345678901234567.89", double.class, 12345678901234567.89d),
        no("0.1", double.class, Math.nextUp(0.1d)),
        yes("0", double.class, -0.0d),
        no("1e400", double.class, Double.POSITIVE_INFINITY),
        no("\"NaN\"", double.class, Double.NaN),
        no("\"Infinity\"", double.class, Double.POSITIVE_INFINITY),
        no("1e39", float.class, Float.POSITIVE_INFINITY),
        yes("0.10", BigDecimal.class, new BigDecimal("0.1")),
        yes("\"0.10\"", BigDecimal.class, new BigDecimal("0.1")),
        no("0.1", BigDecimal.class, new BigDecimal(0.1d)),
        yes("1e3", BigInteger.class, BigInteger.valueOf(1000)),
        no("1.5", BigInteger.class, BigInteger.ONE),
        yes("7", Number.class, 7L),
        yes("7.5", Number.class, 7.5d),
        no("7", Number.class, 8L),
        no("\"7\"", Number.class, 7L));
  }

  @Test
  void aFloatIsRoundedOnceNotTwice() {
    // Between two floats, above the middle by less than half a double: by way of a double it rounds
    // down.
    BigDecimal above =
        new BigDecimal(1.0f)
            .add(new BigDecimal(Math.ulp(1.0f)).divide(BigDecimal.valueOf(2)))
            .add(new BigDecimal("1e-20"));
    float once = Math.nextUp(1.0f);
    float twice = (float) above.doubleValue();
    assertThat(twice).isNotEqualTo(once);
    assertThat(RuleV.holds(above, true, float.class, once)).isTrue();
    assertThat(RuleV.holds(above, true, float.class, twice)).isFalse();
  }

  static List<Row> texts() {
    return List.of(
        yes("\"x\"", String.class, "x"),
        no("\"x\"", String.class, "x "),
        no("\"\\u00e9\"", String.class, "e\u0301"),
        no("\"1\"", String.class, "1.0"),
        yes("123", String.class, "123"),
        no("123", String.class, "123.0"),
        yes("9007199254740993", String.class, "9007199254740993"),
        yes("1.5", String.class, "1.5"),
        yes("1.0", String.class, "1.0"),
        yes("1.10", String.class, "1.1"),
        yes("1.10", String.class, "1.10"),
        no("1.5", String.class, "1.50"),
        no("12345678901234567890.123", String.class, "1.2345678901234567E19"),
        yes("12345678901234567890.123", String.class, "12345678901234567890.123"),
        yes("true", String.class, "true"),
        no("true", String.class, "TRUE"),
        yes("[1,\"a\",null,{\"b\":[]}]", String.class, "[1, a, null, {b=[]}]"),
        yes("{}", String.class, "{}"),
        no("null", String.class, "null"),
        yes("\"x\"", CharSequence.class, "x"),
        no("\"x\"", CharSequence.class, new StringBuilder("x")),
        yes("\"x\"", char.class, 'x'),
        no("\"xy\"", char.class, 'x'),
        no("\"\"", char.class, (char) 0),
        yes("\"xy\"", char[].class, new char[] {'x', 'y'}),
        yes("true", Boolean.class, true),
        yes("\"true\"", boolean.class, true),
        yes("\"false\"", boolean.class, false),
        no("\"false\"", boolean.class, true),
        no("\"True\"", boolean.class, true),
        no("true", boolean.class, false));
  }

  static List<Row> enums() {
    return List.of(
        yes("\"HIGH\"", Level.class, Level.HIGH),
        yes("\"High\"", Level.class, Level.HIGH),
        no("\"HIGH\"", Level.class, Level.LOW),
        yes("\"very-high\"", Level.class, Level.VERY_HIGH),
        yes("\"VERY_HIGH\"", Level.class, Level.VERY_HIGH),
        no("\"Very-High\"", Level.class, Level.VERY_HIGH),
        yes("\"peak\"", Level.class, Level.MAX),
        no("\"peak\"", Level.class, Level.HIGH),
        no("\"H\u0131GH\"", Level.class, Level.HIGH),
        no("null", Level.class, Level.LOW),
        yes("\"a\"", Clash.class, Clash.a),
        yes("\"A\"", Clash.class, Clash.A),
        no("\"A\"", Clash.class, Clash.a),
        no("\"C\"", Clash.class, Clash.B),
        no("\"C\"", Clash.class, Clash.C));
  }

  static List<Row> parsedTexts() {
    return List.of(
        yes("\"2026-01-02T03:04:05\"", LocalDateTime.class, LocalDateTime.of(2026, 1, 2, 3, 4, 5)),
        yes("\"03:04\"", LocalTime.class, LocalTime.of(3, 4)),
        no("\"03:04\"", LocalTime.class, LocalTime.of(3, 5)),
        yes("\"2026-01-02T03:04:05Z\"", Instant.class, Instant.parse("2026-01-02T03:04:05Z")),
        yes("1767323045", Instant.class, Instant.parse("2026-01-02T03:04:05Z")),
        yes("1767323045.5", Instant.class, Instant.parse("2026-01-02T03:04:05.500Z")),
        no("1767323045.5", Instant.class, Instant.parse("2026-01-02T03:04:05Z")),
        no("1767323045000", Instant.class, Instant.parse("2026-01-02T03:04:05Z")),
        yes("90", Duration.class, Duration.ofSeconds(90)),
        no("90", Duration.class, Duration.ofMillis(90)),
        yes("\"\\\"2026-01-02\\\"\"", LocalDate.class, LocalDate.of(2026, 1, 2)),
        no("\"\\\"2026-01-03\\\"\"", LocalDate.class, LocalDate.of(2026, 1, 2)),
        yes("\"2026-01-02\"", Date.class, Date.from(Instant.parse("2026-01-02T00:00:00Z"))),
        yes(
            "\"2026-01-02T01:00:00+01:00\"",
            Date.class,
            Date.from(Instant.parse("2026-01-02T00:00:00Z"))),
        no(
            "\"2026-01-02T01:00:00Z\"",
            Date.class,
            Date.from(Instant.parse("2026-01-02T00:00:00Z"))),
        no("1", Date.class, new java.sql.Timestamp(1)),
        yes("\"a//b\"", File.class, new File("a/b")),
        no("\"a\"", File.class, new File("b")),
        no("\"a\"", File.class, new File("a") {}),
        yes("\"de_CH\"", Locale.class, Locale.forLanguageTag("de-CH")),
        no("\"de\"", Locale.class, Locale.forLanguageTag("de-CH")),
        yes("\"CHF\"", Currency.class, Currency.getInstance("CHF")),
        no("\"EUR\"", Currency.class, Currency.getInstance("CHF")),
        yes("\"file:///a/b\"", Path.class, Path.of("/a/b")),
        no("\"file:///a/b?c\"", Path.class, Path.of("/a/b")),
        yes("\"PT1H\"", Duration.class, Duration.ofMinutes(60)),
        no("\"garbage\"", Duration.class, Duration.ZERO),
        yes(
            "\"2026-01-02T03:04:05+01:00\"",
            OffsetDateTime.class,
            OffsetDateTime.parse("2026-01-02T03:04:05+01:00")),
        yes(
            "\"2026-01-02T03:04:05+01:00\"",
            OffsetDateTime.class,
            OffsetDateTime.parse("2026-01-02T02:04:05Z")),
        no(
            "\"2026-01-02T03:04:05+01:00\"",
            OffsetDateTime.class,
            OffsetDateTime.parse("2026-01-02T04:04:05+02:00")),
        no(
            "\"2026-01-02T03:04:05+01:00\"",
            OffsetDateTime.class,
            OffsetDateTime.parse("2026-01-02T03:04:05Z")),
        yes(
            "\"2026-01-02T03:04:05+01:00[Europe/Paris]\"",
            ZonedDateTime.class,
            ZonedDateTime.parse("2026-01-02T02:04:05Z[UTC]")),
        yes("{\"year\":2026,\"month\":1,\"day\":2}", LocalDate.class, LocalDate.of(2026, 1, 2)),
        no("{\"year\":2026,\"month\":1,\"day\":3}", LocalDate.class, LocalDate.of(2026, 1, 2)),
        no("{\"year\":2026,\"month\":1}", LocalDate.class, LocalDate.of(2026, 1, 2)),
        no("{\"year\":2026,\"month\":13,\"day\":1}", LocalDate.class, LocalDate.of(2026, 1, 1)),
        no("{\"year\":2026,\"month\":1.5,\"day\":1}", LocalDate.class, LocalDate.of(2026, 1, 1)),
        yes("{\"hour\":3,\"minute\":4,\"nano\":5}", LocalTime.class, LocalTime.of(3, 4, 0, 5)),
        yes(
            "{\"date\":{\"year\":2026,\"month\":1,\"day\":2},\"time\":{\"hour\":3,\"minute\":4}}",
            LocalDateTime.class,
            LocalDateTime.of(2026, 1, 2, 3, 4)),
        yes(
            "\"0A000000-0000-0000-0000-000000000001\"",
            UUID.class,
            UUID.fromString("0a000000-0000-0000-0000-000000000001")),
        no("\"1-1-1-1-1\"", UUID.class, UUID.fromString("1-1-1-1-1")),
        yes("\"http://h/%41\"", URI.class, URI.create("http://h/%41")),
        no("\"http://h/a\"", URI.class, URI.create("http://H/a")),
        yes("\"/a//b/\"", Path.class, Path.of("/a/b")),
        no("\"/a/b\"", Path.class, Path.of("/a/c")),
        no("\"/a/../b\"", Path.class, Path.of("/b")),
        no("\"a\\u0000b\"", Path.class, Path.of("a")));
  }

  static List<Row> containers() {
    Map<Level, Integer> byLevel = new EnumMap<>(Level.class);
    byLevel.put(Level.HIGH, 1);
    return List.of(
        yes("[1,\"2\",3.0]", type("integers"), List.of(1, 2, 3)),
        no("[1,2]", type("integers"), List.of(2, 1)),
        no("[1,2]", type("integers"), List.of(1)),
        no("[1]", type("integers"), List.of(1, 1)),
        no("1", type("integers"), List.of(1)),
        yes("\"[1,2]\"", type("integers"), List.of(1, 2)),
        no("\"[1,2\"", type("integers"), List.of(1, 2)),
        no("\"\\\"[1]\\\"\"", type("integers"), List.of(1)),
        yes("[null]", type("integers"), Arrays.asList((Integer) null)),
        no("[0]", type("integers"), Arrays.asList((Integer) null)),
        yes("[1]", type("longs"), List.of(1L)),
        no("[1]", type("integers"), List.of("1")),
        no("[1]", type("decimals"), List.of("1")),
        yes("[[\"a\"],[]]", type("nested"), List.of(List.of("a"), List.of())),
        yes("[\"a\",1]", type("raw"), List.of("a", 1)),
        yes("[\"b\",\"a\",\"b\"]", type("strings"), Set.of("a", "b")),
        no("[\"b\"]", type("strings"), Set.of("a", "b")),
        no("[\"a\",\"b\"]", type("strings"), Set.of("a")),
        yes("[3,1,3]", type("integerSet"), Set.of(1, 3)),
        no("[3,1]", type("integerSet"), Set.of(1, 2)),
        yes("[\"b\",\"a\",\"b\"]", type("strings"), new LinkedHashSet<>(List.of("b", "a"))),
        no("[\"b\",\"a\"]", type("strings"), new LinkedHashSet<>(List.of("a", "b"))),
        yes("{\"a\":1,\"b\":\"2\"}", type("byName"), Map.of("a", 1, "b", 2)),
        no("{\"a\":1}", type("byName"), Map.of("a", 1, "b", 2)),
        no("{\"a\":1,\"b\":2}", type("byName"), Map.of("a", 1)),
        no("{\"a\":1}", type("byName"), Map.of("b", 1)),
        yes("\"{\\\"a\\\":1}\"", type("byName"), Map.of("a", 1)),
        yes("{\"high\":1}", type("byLevel"), byLevel),
        no("{\"high\":1,\"HIGH\":1}", type("byLevel"), byLevel),
        yes("{\"7\":\"x\",\"8\":\"y\"}", type("byNumber"), Map.of(8L, "y", 7L, "x")),
        no("{\"7\":\"x\",\"8\":\"y\"}", type("byNumber"), Map.of(8L, "x", 7L, "y")),
        no("{\"7\":\"x\"}", type("byName"), Map.of(7, "x")),
        yes(
            "{\"0a000000-0000-0000-0000-000000000001\":\"x\"}",
            type("byId"),
            Map.of(UUID.fromString("0a000000-0000-0000-0000-000000000001"), "x")),
        yes("{\"a\":[1,{\"b\":1.5}]}", type("open"), Map.of("a", List.of(1, Map.of("b", 1.5d)))),
        no("{\"a\":9007199254740993}", type("open"), Map.of("a", 9007199254740992d)),
        no("{\"a\":12345678901234567890.123}", type("open"), Map.of("a", 1.2345678901234567E19)),
        no("{\"a\":\"1\"}", type("open"), Map.of("a", 1)),
        yes("[1,2]", int[].class, new int[] {1, 2}),
        no("[1,2]", int[].class, new int[] {1, 3}),
        yes("[1.5]", double[].class, new double[] {1.5}),
        yes("[\"a\"]", String[].class, new String[] {"a"}),
        yes("\"AQID\"", byte[].class, new byte[] {1, 2, 3}),
        no("\"AQIE\"", byte[].class, new byte[] {1, 2, 3}),
        yes("[1,2,3]", byte[].class, new byte[] {1, 2, 3}),
        yes("[[{\"content\":1}]]", type("arrays"), new List<?>[] {List.of(new Box<>(1))}),
        yes("5", type("optional"), Optional.of(5)),
        no("5", type("optional"), Optional.of(6)),
        no("5", type("optional"), Optional.empty()),
        no("5", type("optional"), null),
        yes("null", type("optional"), Optional.empty()),
        yes("null", type("optional"), null),
        no("null", type("optional"), Optional.of(0)),
        yes("[1]", type("optionalList"), Optional.of(List.of(1))),
        yes("5", OptionalInt.class, OptionalInt.of(5)),
        yes("5", OptionalLong.class, OptionalLong.of(5)),
        no("5", OptionalLong.class, OptionalLong.of(6)),
        yes("0.1", OptionalDouble.class, OptionalDouble.of(0.1)),
        yes("null", OptionalDouble.class, OptionalDouble.empty()),
        yes("null", type("integers"), null),
        no("null", type("integers"), List.of()));
  }

  static List<Row> objects() {
    return List.of(
        yes("{\"x\":1,\"y\":2}", Point.class, new Point(1, 2)),
        no("{\"x\":1,\"y\":2}", Point.class, new Point(1, 3)),
        yes("{\"x\":1}", Point.class, new Point(1, null)),
        no("{\"x\":1}", Point.class, new Point(1, 7)),
        yes("{\"y\":2}", Point.class, new Point(0, 2)),
        yes("{\"x\":null,\"y\":null}", Point.class, new Point(0, null)),
        no("{\"x\":1,\"y\":null}", Point.class, new Point(1, 0)),
        yes("{\"x\":1,\"unknown\":2}", Point.class, new Point(1, null)),
        yes("\"{\\\"x\\\":1}\"", Point.class, new Point(1, null)),
        no("[1,2]", Point.class, new Point(1, 2)),
        yes(
            "{\"id\":9007199254740993,\"amount\":\"0.10\",\"points\":[{\"x\":1}],\"note\":\"n\"}",
            Order.class,
            new Order(
                9007199254740993L,
                new BigDecimal("0.1"),
                List.of(new Point(1, null)),
                Optional.of("n"))),
        no(
            "{\"id\":1,\"points\":[{\"x\":1}]}",
            Order.class,
            new Order(1, null, List.of(new Point(2, null)), Optional.empty())),
        yes("{\"content\":\"2026-01-02\"}", type("box"), new Box<>(LocalDate.of(2026, 1, 2))),
        no("{\"content\":\"2026-01-02\"}", type("box"), new Box<>("2026-01-02")),
        yes("{\"content\":{\"content\":\"1\"}}", type("boxes"), new Box<>(new Box<>(1))),
        yes("{\"full_name\":\"n\"}", Named.class, new Named("n")),
        yes("{\"FULL-NAME\":\"n\"}", Named.class, new Named("n")),
        no("{\"FULL-NAME\":\"n\"}", Named.class, new Named("m")),
        no("{\"FULL-NAME\":\"n\",\"fullName\":\"n\"}", Named.class, new Named("n")),
        yes("{\"other\":\"n\"}", Bean.class, new Bean("n", 0)),
        no("{\"other\":\"m\"}", Bean.class, new Bean("n", 0)),
        yes("\"n\"", Named.class, new Named("n")),
        no("\"n\"", Named.class, new Named("m")),
        yes("{\"name\":\"n\"}", Named.class, new Named("n")),
        no("{\"full_name\":\"n\"}", Named.class, new Named("m")),
        no("{\"full_name\":\"n\",\"name\":\"n\"}", Named.class, new Named("n")),
        yes("{\"name\":\"n\",\"count\":3}", Bean.class, new Bean("n", 3)),
        no("{\"name\":\"n\",\"count\":3}", Bean.class, new Bean("n", 4)),
        no("{\"name\":\"n\",\"count\":3}", Bean.class, new SubBean("n", 3)),
        yes("{\"type\":\"Circle\",\"size\":1}", Shape.class, new Circle(1)),
        no("{\"type\":\"Circle\",\"size\":1}", Shape.class, new Square(1)),
        no("{\"type\":\"Circle\",\"size\":1}", Shape.class, new Circle(2)),
        no("{\"size\":1}", Shape.class, new Circle(1)),
        yes("{\"kind\":\"cash\",\"cents\":1}", Payment.class, new Cash(1)),
        no("{\"kind\":\"cash\",\"cents\":1}", Payment.class, new Card(1)),
        no("{\"kind\":\"Cash\",\"cents\":1}", Payment.class, new Cash(1)),
        no("{\"x\":1,\"type\":\"Something\"}", Anything.class, new Something(1)),
        no("{\"x\":1}", Object.class, new Point(1, null)),
        no("{}", Runnable.class, (Runnable) () -> {}),
        no("{}", Thread.class, Thread.currentThread()),
        yes("1", Date.class, new Date(1)));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource({
    "measuredCoercions",
    "numbers",
    "texts",
    "enums",
    "parsedTexts",
    "containers",
    "objects"
  })
  void holdsExactlyAsTheTableSays(Row row) {
    assertThat(RuleV.holds(Json.parse(row.json()), true, row.type(), row.actual()))
        .isEqualTo(row.holds());
  }

  @Test
  void absentMeansNullOrAnEmptyOptional() {
    assertThat(RuleV.holds(null, false, String.class, null)).isTrue();
    assertThat(RuleV.holds(null, false, type("optional"), Optional.empty())).isTrue();
    assertThat(RuleV.holds(null, false, int.class, 0)).isFalse();
    assertThat(RuleV.holds(null, false, String.class, "")).isFalse();
    assertThat(RuleV.holds("ignored", false, String.class, "ignored")).isFalse();
  }

  @Test
  void aNestedPropertyThatTheJsonLacksIsFreeWhereTheBuilderSnapshotBindsIt() {
    Object json = Json.parse("{\"name\":\"n\"}");
    assertThat(RuleV.holds(json, true, Bean.class, new Bean("n", 3))).isFalse();
    assertThat(RuleV.holds(json, true, Bean.class, new Bean("n", 0))).isTrue();
    assertThat(RuleV.holds(json, true, Bean.class, new Bean("n", 3), true)).isTrue();
    assertThat(RuleV.holds(json, true, Bean.class, new Bean("m", 3), true)).isFalse();
  }

  /** The key that names the subtype is for no property under another name. */
  @Test
  void soItIsInASubtypeThatTheJsonNames() {
    Object json = Json.parse("{\"kind\":\"voucher\",\"cents\":1}");
    assertThat(RuleV.holds(json, true, Payment.class, new Voucher(1, 12), true)).isTrue();
    assertThat(RuleV.holds(json, true, Payment.class, new Voucher(2, 12), true)).isFalse();
    assertThat(RuleV.holds(json, true, Payment.class, new Voucher(1, 12))).isFalse();
    Object other = Json.parse("{\"kind\":\"voucher\",\"cents\":1,\"mo\":3}");
    assertThat(RuleV.holds(other, true, Payment.class, new Voucher(1, 12), true)).isFalse();
    assertThat(RuleV.holds(other, true, Payment.class, new Voucher(1, 3), true)).isTrue();
  }

  @Test
  void jacksonNodesAreTheJsonThatTheyHold() throws Exception {
    String text = "{\"a\":[1,0.5,\"x\",null,true],\"b\":9007199254740993}";
    Object two = new com.fasterxml.jackson.databind.ObjectMapper().readTree(text);
    Object three = new tools.jackson.databind.ObjectMapper().readTree(text);
    for (Object node : new Object[] {two, three}) {
      Class<?> declared = node.getClass();
      assertThat(RuleV.holds(Json.parse(text), true, declared, node)).isTrue();
      assertThat(RuleV.holds(Json.parse(text), true, Object.class, node)).isTrue();
      assertThat(RuleV.holds(Json.parse(text.replace("3}", "2}")), true, declared, node)).isFalse();
    }
    assertThat(
            RuleV.holds(Json.parse(text), true, com.fasterxml.jackson.databind.JsonNode.class, two))
        .isTrue();
    assertThat(RuleV.holds(Json.parse(text), true, tools.jackson.databind.JsonNode.class, three))
        .isTrue();
  }

  @Test
  void aSelfReferringValueIsNoImageOfAFiniteText() {
    Map<String, Object> self = new LinkedHashMap<>();
    self.put("a", self);
    Object json = Json.parse("{\"a\":".repeat(500) + "1" + "}".repeat(500));
    assertThat(RuleV.holds(json, true, type("open"), self)).isFalse();
    assertThat(RuleV.holds(json, true, Object.class, Collections.singletonMap("a", self)))
        .isFalse();
  }

  @Test
  void theDeepestJsonStillHolds() throws Exception {
    String text = "[".repeat(512) + "1" + "]".repeat(512);
    Object value = 1;
    for (int i = 0; i < 512; i++) {
      value = List.of(value);
    }
    assertThat(RuleV.holds(Json.parse(text), true, Object.class, value)).isTrue();
  }
}
