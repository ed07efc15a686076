package com.example.acts.springai;

import com.example.acts.springai.Payments.Level;
import com.example.acts.springai.Payments.Payment;
import com.fasterxml.jackson.annotation.JsonAlias;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZonedDateTime;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.springframework.ai.tool.annotation.Tool;
import org.springframework.ai.tool.annotation.ToolParam;

/** One tool for each type of a parameter. Each prints what it runs on. */
public class Values {

  /** A class with setters, as mappers like it. */
  public static class Bean {
    private String to = "nobody";
    private int amount;
    private Level level;

    public void setTo(String to) {
      this.to = to;
    }

    public void setAmount(int amount) {
      this.amount = amount;
    }

    public void setLevel(Level level) {
      this.level = level;
    }

    @Override
    public String toString() {
      return to + " " + amount + " " + level;
    }
  }

  /** A record within a record. */
  public record Order(
      @JsonProperty("pay") Payment payment, List<Level> levels, @JsonAlias("on") LocalDate day) {}

  /** One of any type. */
  public record Box<T>(T content, List<T> more) {}

  /** One of several. */
  @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "kind")
  @JsonSubTypes({
    @JsonSubTypes.Type(value = Card.class, name = "card"),
    @JsonSubTypes.Type(value = Cash.class, name = "cash")
  })
  public sealed interface Kind permits Card, Cash {}

  /** By its number. */
  public record Card(String number) implements Kind {}

  /** So many notes. */
  public record Cash(int notes) implements Kind {}

  @Tool(description = "Takes one value")
  public String anInt(int value) {
    return ran(value);
  }

  @Tool(description = "Takes one value")
  public String anInteger(Integer value) {
    return ran(value);
  }

  @Tool(description = "Takes one value")
  public String aLong(long value) {
    return ran(value);
  }

  @Tool(description = "Takes one value")
  public String aLongObject(Long value) {
    return ran(value);
  }

  @Tool(description = "Takes one value")
  public String aShort(short value) {
    return ran(value);
  }

  @Tool(description = "Takes one value")
  public String aByte(byte value) {
    return ran(value);
  }

  @Tool(description = "Takes one value")
  public String aDouble(double value) {
    return ran(value);
  }

  @Tool(description = "Takes one value")
  public String aFloat(float value) {
    return ran(value);
  }

  @Tool(description = "Takes one value")
  public String aBoolean(boolean value) {
    return ran(value);
  }

  @Tool(description = "Takes one value")
  public String aText(String value) {
    return ran(value);
  }

  @Tool(description = "Takes one value")
  public String aDecimal(BigDecimal value) {
    return ran(value);
  }

  @Tool(description = "Takes one value")
  public String aBigInteger(BigInteger value) {
    return ran(value);
  }

  @Tool(description = "Takes one value")
  public String aLevel(Level value) {
    return ran(value);
  }

  @Tool(description = "Takes one value")
  public String aDate(LocalDate value) {
    return ran(value);
  }

  @Tool(description = "Takes one value")
  public String aTime(LocalTime value) {
    return ran(value);
  }

  @Tool(description = "Takes one value")
  public String aDateTime(LocalDateTime value) {
    return ran(value);
  }

  @Tool(description = "Takes one value")
  public String anInstant(Instant value) {
    return ran(value);
  }

  @Tool(description = "Takes one value")
  public String anOffsetTime(OffsetDateTime value) {
    return ran(value);
  }

  @Tool(description = "Takes one value")
  public String aZonedTime(ZonedDateTime value) {
    return ran(value);
  }

  @Tool(description = "Takes one value")
  public String aDuration(Duration value) {
    return ran(value);
  }

  @Tool(description = "Takes one value")
  public String anId(UUID value) {
    return ran(value);
  }

  @Tool(description = "Takes one value")
  public String aUri(URI value) {
    return ran(value);
  }

  @Tool(description = "Takes one value")
  public String perhaps(Optional<String> value) {
    return ran(value);
  }

  @Tool(description = "Takes one value")
  public String perhapsAnInt(Optional<Integer> value) {
    return ran(value);
  }

  @Tool(description = "Takes one value")
  public String perhapsLongs(Optional<List<Long>> value) {
    return ran(value);
  }

  @Tool(description = "Takes one value")
  public String aRecord(Payment value) {
    return ran(value);
  }

  @Tool(description = "Takes one value")
  public String anOrder(Order value) {
    return ran(value);
  }

  @Tool(description = "Takes one value")
  public String aBean(Bean value) {
    return ran(value);
  }

  @Tool(description = "Takes one value")
  public String aBox(Box<Integer> value) {
    return ran(value);
  }

  @Tool(description = "Takes one value")
  public String aBoxOfRecords(Box<Payment> value) {
    return ran(value);
  }

  @Tool(description = "Takes one value")
  public String aKind(Kind value) {
    return ran(value);
  }

  @Tool(description = "Takes one value")
  public String integers(List<Integer> value) {
    return ran(value);
  }

  @Tool(description = "Takes one value")
  public String longs(List<Long> value) {
    return ran(value);
  }

  @Tool(description = "Takes one value")
  public String levels(List<Level> value) {
    return ran(value);
  }

  @Tool(description = "Takes one value")
  public String dates(List<LocalDate> value) {
    return ran(value);
  }

  @Tool(description = "Takes one value")
  public String decimals(List<BigDecimal> value) {
    return ran(value);
  }

  @Tool(description = "Takes one value")
  public String texts(List<String> value) {
    return ran(value);
  }

  @Tool(description = "Takes one value")
  public String records(List<Payment> value) {
    return ran(value);
  }

  @Tool(description = "Takes one value")
  public String lists(List<List<Integer>> value) {
    return ran(value);
  }

  @Tool(description = "Takes one value")
  public String aSet(Set<String> value) {
    return ran(value);
  }

  @Tool(description = "Takes one value")
  public String anArray(int[] value) {
    return ran(Arrays.toString(value));
  }

  @Tool(description = "Takes one value")
  public String arrayOfRecords(Payment[] value) {
    return ran(Arrays.toString(value));
  }

  @Tool(description = "Takes one value")
  public String aMap(Map<String, Integer> value) {
    return ran(value);
  }

  @Tool(description = "Takes one value")
  public String aMapOfRecords(Map<String, Payment> value) {
    return ran(value);
  }

  @Tool(description = "Takes one value")
  public String aMapByLevel(Map<Level, List<Integer>> value) {
    return ran(value);
  }

  @Tool(description = "Takes one value")
  public String aMapOfObjects(Map<String, Object> value) {
    return ran(value);
  }

  @Tool(description = "Takes another value")
  public String missing(@ToolParam(required = false) String other) {
    return ran(other);
  }

  @Tool(description = "Takes nothing")
  public String nothing() {
    return ran("nothing");
  }

  private static String ran(Object value) {
    return Payments.did("ran on " + value);
  }
}
