package com.example.acts.adk;

import com.google.adk.tools.Annotations.Schema;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/** One tool for each type of a parameter. Each prints what it runs on. */
public class Values {

  /** A class with setters, as mappers like it. */
  public static class Bean {
    private String to = "nobody";
    private int amount;
    private Payments.Level level;

    public void setTo(String to) {
      this.to = to;
    }

    public void setAmount(int amount) {
      this.amount = amount;
    }

    public void setLevel(Payments.Level level) {
      this.level = level;
    }

    @Override
    public String toString() {
      return to + " " + amount + " " + level;
    }
  }

  /** A record within a record. */
  public record Order(Payments.Payment payment, List<Payments.Level> levels, LocalDate day) {}

  public String anInt(@Schema(name = "value") int value) {
    return did(value);
  }

  public String anInteger(@Schema(name = "value") Integer value) {
    return did(value);
  }

  public String aLong(@Schema(name = "value") long value) {
    return did(value);
  }

  public String aShort(@Schema(name = "value") short value) {
    return did(value);
  }

  public String aDouble(@Schema(name = "value") double value) {
    return did(value);
  }

  public String aFloat(@Schema(name = "value") float value) {
    return did(value);
  }

  public String aBoolean(@Schema(name = "value") boolean value) {
    return did(value);
  }

  public String aText(@Schema(name = "value") String value) {
    return did(value);
  }

  public String aDecimal(@Schema(name = "value") BigDecimal value) {
    return did(value);
  }

  public String aBigInteger(@Schema(name = "value") BigInteger value) {
    return did(value);
  }

  public String aLevel(@Schema(name = "value") Payments.Level value) {
    return did(value);
  }

  public String aDate(@Schema(name = "value") LocalDate value) {
    return did(value);
  }

  public String anInstant(@Schema(name = "value") Instant value) {
    return did(value);
  }

  public String aTime(@Schema(name = "value") OffsetDateTime value) {
    return did(value);
  }

  public String aDuration(@Schema(name = "value") Duration value) {
    return did(value);
  }

  public String anId(@Schema(name = "value") UUID value) {
    return did(value);
  }

  public String aUri(@Schema(name = "value") URI value) {
    return did(value);
  }

  public String anObject(@Schema(name = "value") Object value) {
    return did(value);
  }

  public String aRecord(@Schema(name = "value") Payments.Payment value) {
    return did(value);
  }

  public String anOrder(@Schema(name = "value") Order value) {
    return did(value);
  }

  public String aBean(@Schema(name = "value") Bean value) {
    return did(value);
  }

  public String integers(@Schema(name = "value") List<Integer> value) {
    return did(value);
  }

  public String longs(@Schema(name = "value") List<Long> value) {
    return did(value);
  }

  public String levels(@Schema(name = "value") List<Payments.Level> value) {
    return did(value);
  }

  public String records(@Schema(name = "value") List<Payments.Payment> value) {
    return did(value);
  }

  public String lists(@Schema(name = "value") List<List<Integer>> value) {
    return did(value);
  }

  public String aSet(@Schema(name = "value") Set<String> value) {
    return did(value);
  }

  public String anArray(@Schema(name = "value") int[] value) {
    return did(Arrays.toString(value));
  }

  public String aMap(@Schema(name = "value") Map<String, Integer> value) {
    return did(value);
  }

  public String aMapOfRecords(@Schema(name = "value") Map<String, Payments.Payment> value) {
    return did(value);
  }

  public String perhaps(@Schema(name = "value") Optional<String> value) {
    return did(value);
  }

  public String perhapsAnInt(@Schema(name = "value") Optional<Integer> value) {
    return did(value);
  }

  public String perhapsLongs(@Schema(name = "value") Optional<List<Long>> value) {
    return did(value);
  }

  public String missing(@Schema(name = "other", optional = true) String value) {
    return did(value);
  }

  public String missingPerhaps(@Schema(name = "other", optional = true) Optional<String> value) {
    return did(value);
  }

  private static String did(Object value) {
    return Payments.did(
        "ran on " + value + (value == null ? "" : " of " + value.getClass().getSimpleName()));
  }
}
