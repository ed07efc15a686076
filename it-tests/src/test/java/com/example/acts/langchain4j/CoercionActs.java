package com.example.acts.langchain4j;

import com.fasterxml.jackson.annotation.JsonAlias;
import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.annotation.JsonTypeName;
import com.fasterxml.jackson.annotation.JsonValue;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.annotation.JsonNaming;
import dev.langchain4j.agent.tool.P;
import dev.langchain4j.agent.tool.Tool;
import dev.langchain4j.agent.tool.ToolSpecification;
import dev.langchain4j.service.AiServices;
import dev.langchain4j.service.tool.DefaultToolExecutor;
import java.io.File;
import java.lang.reflect.Array;
import java.lang.reflect.Method;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.URI;
import java.nio.file.Path;
import java.time.DayOfWeek;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.Period;
import java.time.YearMonth;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Currency;
import java.util.Date;
import java.util.Deque;
import java.util.EnumMap;
import java.util.LinkedHashSet;
import java.util.LinkedList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Queue;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.Consumer;

/**
 * One tool per type of parameter that the framework converts to. What a row of the test calls, with
 * which JSON, comes on the command line: the table stands in the test.
 */
public final class CoercionActs {

  /**
   * Makes one call for each pair of a tool and the JSON of its parameter, and prints what became of
   * each; where the framework itself gives up, {@code error}.
   */
  public static void main(String[] pairs) {
    for (int i = 0; i < pairs.length; i += 2) {
      String arguments = pairs[i + 1].isEmpty() ? "{}" : "{\"v\": " + pairs[i + 1] + "}";
      try {
        Conversation.asking(pairs[i], arguments).with(onlyTool(pairs[i]));
      } catch (RuntimeException byTheFramework) {
        System.out.println(pairs[i] + ": error");
      }
    }
  }

  /**
   * Without a schema of the parameter: for some of the types the library cannot make one. What it
   * converts to does not depend on it.
   */
  private static Consumer<AiServices<Conversation.Bot>> onlyTool(String name) {
    for (Method method : Tools.class.getDeclaredMethods()) {
      if (method.getName().equals(name)) {
        DefaultToolExecutor executor =
            DefaultToolExecutor.builder()
                .object(new Tools())
                .originalMethod(method)
                .methodToInvoke(method)
                .wrapToolArgumentsExceptions(true)
                .propagateToolExecutionExceptions(true)
                .build();
        return service ->
            service.tools(Map.of(ToolSpecification.builder().name(name).build(), executor));
      }
    }
    throw new IllegalArgumentException("no tool " + name);
  }

  enum Priority {
    LOW,
    HIGH
  }

  enum Colour {
    RED("r"),
    GREEN("g");

    private final String code;

    Colour(String code) {
      this.code = code;
    }

    @JsonValue
    String getCode() {
      return code;
    }
  }

  enum Size {
    @JsonProperty("s")
    SMALL,
    @JsonAlias({"l", "xl"})
    LARGE
  }

  record Point(int x, long y) {}

  record Line(Point from, Point to, List<Point> over) {}

  record Email(String address) {
    @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
    Email {}
  }

  record Trimmed(String text) {
    @JsonCreator
    Trimmed(@JsonProperty("text") String text) {
      this.text = text.trim();
    }
  }

  record Choice(Colour colour, Size size, Priority priority) {}

  record Money(@JsonProperty("amt") BigDecimal amount, @JsonProperty("ccy") String currency) {}

  record Every(
      byte b,
      short s,
      int i,
      long l,
      float f,
      double d,
      boolean z,
      char c,
      Byte bb,
      Boolean zz,
      BigInteger big,
      String text) {}

  @JsonNaming(PropertyNamingStrategies.SnakeCaseStrategy.class)
  record Snake(String firstName, int houseNumber) {}

  static class Base {
    @JsonProperty("identifier")
    private long id;
  }

  static final class Derived extends Base {
    @JsonAlias("title")
    private String name;

    public void setName(String given) {
      this.name = given;
    }
  }

  static final class Box<T> {
    public T content;
    public List<T> more = new ArrayList<>();
  }

  static final class Node {
    public String name;
    public Node next;
  }

  @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "kind")
  @JsonSubTypes({
    @JsonSubTypes.Type(Card.class),
    @JsonSubTypes.Type(value = Cash.class, name = "cash")
  })
  sealed interface Payment permits Card, Cash {}

  @JsonTypeName("card")
  record Card(String number) implements Payment {}

  record Cash(int notes) implements Payment {}

  sealed interface Shape permits Circle, Square {}

  record Circle(double radius) implements Shape {}

  record Square(int side) implements Shape {}

  record Times(
      Instant instant,
      Duration duration,
      LocalDateTime local,
      OffsetDateTime offset,
      ZonedDateTime zoned,
      ZoneId zone,
      Period period,
      YearMonth month,
      LocalTime time,
      DayOfWeek day) {}

  record Maybe(Optional<String> text, OptionalInt number, Optional<Point> point) {}

  /** Plain text of what the tool really got, exact types included where they matter. */
  private static String show(Object value) {
    if (value != null && value.getClass().isArray()) {
      StringBuilder text = new StringBuilder("[");
      for (int i = 0; i < Array.getLength(value); i++) {
        text.append(i == 0 ? "" : ", ").append(show(Array.get(value, i)));
      }
      return text.append(']').toString();
    }
    return String.valueOf(value);
  }

  static final class Tools {
    @Tool
    String aLong(@P(name = "v", value = "v") long v) {
      return show(v);
    }

    @Tool
    String aLongObject(@P(name = "v", value = "v", required = false) Long v) {
      return show(v);
    }

    @Tool
    String anInt(@P(name = "v", value = "v") int v) {
      return show(v);
    }

    @Tool
    String anInteger(@P(name = "v", value = "v", required = false) Integer v) {
      return show(v);
    }

    @Tool
    String aShort(@P(name = "v", value = "v") short v) {
      return show(v);
    }

    @Tool
    String aByte(@P(name = "v", value = "v") byte v) {
      return show(v);
    }

    @Tool
    String aDouble(@P(name = "v", value = "v") double v) {
      return show(v);
    }

    @Tool
    String aFloat(@P(name = "v", value = "v") float v) {
      return show(v);
    }

    @Tool
    String aBigDecimal(@P(name = "v", value = "v") BigDecimal v) {
      return show(v);
    }

    @Tool
    String aBigInteger(@P(name = "v", value = "v") BigInteger v) {
      return show(v);
    }

    @Tool
    String aBoolean(@P(name = "v", value = "v") boolean v) {
      return show(v);
    }

    @Tool
    String aChar(@P(name = "v", value = "v") char v) {
      return show(v);
    }

    @Tool
    String aString(@P(name = "v", value = "v") String v) {
      return show(v);
    }

    @Tool
    String anEnum(@P(name = "v", value = "v") Priority v) {
      return show(v);
    }

    @Tool
    String aUuid(@P(name = "v", value = "v") UUID v) {
      return show(v);
    }

    @Tool
    String aDate(@P(name = "v", value = "v") LocalDate v) {
      return show(v);
    }

    @Tool
    String aTime(@P(name = "v", value = "v") LocalTime v) {
      return show(v);
    }

    @Tool
    String aDateTime(@P(name = "v", value = "v") LocalDateTime v) {
      return show(v);
    }

    @Tool
    String anOldDate(@P(name = "v", value = "v") Date v) {
      return show(v.getTime());
    }

    @Tool
    String oldDates(@P(name = "v", value = "v") List<Date> v) {
      return show(v.get(0).getTime());
    }

    @Tool
    String anOptionalInteger(@P(name = "v", value = "v") Optional<Integer> v) {
      return show(v);
    }

    @Tool
    String anOptionalEnum(@P(name = "v", value = "v") Optional<Priority> v) {
      return show(v);
    }

    @Tool
    String anOptionalList(@P(name = "v", value = "v") Optional<List<Integer>> v) {
      return show(v);
    }

    @Tool
    String anOptionalPoint(@P(name = "v", value = "v") Optional<Point> v) {
      return show(v);
    }

    @Tool
    String anObject(@P(name = "v", value = "v") Object v) {
      return show(v);
    }

    @Tool
    String aNumber(@P(name = "v", value = "v") Number v) {
      return show(v);
    }

    @Tool
    String aNode(@P(name = "v", value = "v") JsonNode v) {
      return show(v);
    }

    @Tool
    String bytes(@P(name = "v", value = "v") byte[] v) {
      return show(v);
    }

    @Tool
    String ints(@P(name = "v", value = "v") int[] v) {
      return show(v);
    }

    @Tool
    String longs(@P(name = "v", value = "v") long[][] v) {
      return show(v);
    }

    @Tool
    String enums(@P(name = "v", value = "v") Priority[] v) {
      return show(v);
    }

    @Tool
    String points(@P(name = "v", value = "v") Point[] v) {
      return show(v);
    }

    @Tool
    String listOfIntegers(@P(name = "v", value = "v") List<Integer> v) {
      return show(v);
    }

    @Tool
    String listOfLongs(@P(name = "v", value = "v") List<Long> v) {
      return show(v);
    }

    @Tool
    String listOfDoubles(@P(name = "v", value = "v") List<Double> v) {
      return show(v);
    }

    @Tool
    String listOfDecimals(@P(name = "v", value = "v") List<BigDecimal> v) {
      return show(v);
    }

    @Tool
    String listOfStrings(@P(name = "v", value = "v") List<String> v) {
      return show(v);
    }

    @Tool
    String listOfBooleans(@P(name = "v", value = "v") List<Boolean> v) {
      return show(v);
    }

    @Tool
    String listOfEnums(@P(name = "v", value = "v") List<Priority> v) {
      return show(v);
    }

    @Tool
    String listOfDates(@P(name = "v", value = "v") List<LocalDate> v) {
      return show(v);
    }

    @Tool
    String listOfUris(@P(name = "v", value = "v") List<URI> v) {
      return show(v);
    }

    @Tool
    String listOfUuids(@P(name = "v", value = "v") List<UUID> v) {
      return show(v);
    }

    @Tool
    String listOfPaths(@P(name = "v", value = "v") List<Path> v) {
      return show(v);
    }

    @Tool
    String listOfFiles(@P(name = "v", value = "v") List<File> v) {
      return show(v);
    }

    @Tool
    String listOfLocales(@P(name = "v", value = "v") List<Locale> v) {
      return show(v);
    }

    @Tool
    String listOfCurrencies(@P(name = "v", value = "v") List<Currency> v) {
      return show(v);
    }

    @Tool
    String listOfBytes(@P(name = "v", value = "v") List<byte[]> v) {
      return show(v.get(0));
    }

    @Tool
    String listOfLists(@P(name = "v", value = "v") List<List<Integer>> v) {
      return show(v);
    }

    @Tool
    String listOfObjects(@P(name = "v", value = "v") List<Object> v) {
      return show(v);
    }

    @Tool
    String listOfMaps(@P(name = "v", value = "v") List<Map<String, Integer>> v) {
      return show(v);
    }

    @Tool
    String collection(@P(name = "v", value = "v") Collection<Integer> v) {
      return show(v);
    }

    @Tool
    String linkedList(@P(name = "v", value = "v") LinkedList<Integer> v) {
      return show(v);
    }

    @Tool
    String queue(@P(name = "v", value = "v") Queue<Integer> v) {
      return show(v);
    }

    @Tool
    String deque(@P(name = "v", value = "v") Deque<String> v) {
      return show(v);
    }

    @Tool
    String setOfEnums(@P(name = "v", value = "v") Set<Priority> v) {
      return show(v.size());
    }

    @Tool
    String setOfIntegers(@P(name = "v", value = "v") Set<Integer> v) {
      return show(v.size());
    }

    @Tool
    String setOfPoints(@P(name = "v", value = "v") Set<Point> v) {
      return show(v.size());
    }

    @Tool
    String linkedSet(@P(name = "v", value = "v") LinkedHashSet<String> v) {
      return show(v);
    }

    @Tool
    String sortedSet(@P(name = "v", value = "v") SortedSet<String> v) {
      return show(v);
    }

    @Tool
    String map(@P(name = "v", value = "v") Map<String, Integer> v) {
      return show(v);
    }

    @Tool
    String mapByEnum(@P(name = "v", value = "v") Map<Priority, Integer> v) {
      return show(v);
    }

    @Tool
    String enumMap(@P(name = "v", value = "v") EnumMap<Priority, String> v) {
      return show(v);
    }

    @Tool
    String mapByInteger(@P(name = "v", value = "v") Map<Integer, String> v) {
      return show(v);
    }

    @Tool
    String mapByLong(@P(name = "v", value = "v") Map<Long, List<Integer>> v) {
      return show(v);
    }

    @Tool
    String mapByUuid(@P(name = "v", value = "v") Map<UUID, Integer> v) {
      return show(v);
    }

    @Tool
    String mapByBoolean(@P(name = "v", value = "v") Map<Boolean, Integer> v) {
      return show(v);
    }

    @Tool
    String mapByDouble(@P(name = "v", value = "v") Map<Double, Integer> v) {
      return show(v);
    }

    @Tool
    String mapOfPoints(@P(name = "v", value = "v") Map<String, Point> v) {
      return show(v);
    }

    @Tool
    String mapOfObjects(@P(name = "v", value = "v") Map<String, Object> v) {
      return show(v);
    }

    @Tool
    String sortedMap(@P(name = "v", value = "v") SortedMap<String, Integer> v) {
      return show(v);
    }

    @Tool
    String treeMap(@P(name = "v", value = "v") TreeMap<Integer, Integer> v) {
      return show(v);
    }

    @Tool
    String point(@P(name = "v", value = "v") Point v) {
      return show(v);
    }

    @Tool
    String line(@P(name = "v", value = "v") Line v) {
      return show(v);
    }

    @Tool
    String every(@P(name = "v", value = "v") Every v) {
      return show(v);
    }

    @Tool
    String money(@P(name = "v", value = "v") Money v) {
      return show(v);
    }

    @Tool
    String choice(@P(name = "v", value = "v") Choice v) {
      return show(v);
    }

    @Tool
    String snake(@P(name = "v", value = "v") Snake v) {
      return show(v);
    }

    @Tool
    String derived(@P(name = "v", value = "v") Derived v) {
      return ((Base) v).id + " " + v.name;
    }

    @Tool
    String emails(@P(name = "v", value = "v") List<Email> v) {
      return show(v);
    }

    @Tool
    String trimmed(@P(name = "v", value = "v") Trimmed v) {
      return show(v);
    }

    @Tool
    String boxOfIntegers(@P(name = "v", value = "v") Box<Integer> v) {
      return v.content + " " + v.more;
    }

    @Tool
    String boxOfDates(@P(name = "v", value = "v") Box<LocalDate> v) {
      return String.valueOf((Object) ((Box<?>) v).content);
    }

    @Tool
    String boxesOfDates(@P(name = "v", value = "v") List<Box<LocalDate>> v) {
      return v.get(0).content + " " + v.get(0).more;
    }

    @Tool
    String nodes(@P(name = "v", value = "v") Node v) {
      return v.name + " " + v.next.name;
    }

    @Tool
    String payment(@P(name = "v", value = "v") Payment v) {
      return show(v);
    }

    @Tool
    String payments(@P(name = "v", value = "v") List<Payment> v) {
      return show(v);
    }

    @Tool
    String shape(@P(name = "v", value = "v") Shape v) {
      return show(v);
    }

    @Tool
    String shapes(@P(name = "v", value = "v") List<Shape> v) {
      return show(v);
    }

    @Tool
    String times(@P(name = "v", value = "v") Times v) {
      return show(v);
    }

    @Tool
    String instants(@P(name = "v", value = "v") List<Instant> v) {
      return show(v);
    }

    @Tool
    String maybe(@P(name = "v", value = "v") Maybe v) {
      return show(v);
    }
  }

  private CoercionActs() {}
}
