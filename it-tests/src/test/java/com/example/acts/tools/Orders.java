package com.example.acts.tools;

import com.fasterxml.jackson.databind.JsonNode;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** One tool method per kind of object that an argument can be; each says what its body got. */
final class Orders {

  /** A bean as mappers fill it. */
  static class Order {
    String to;
    int cents;

    Order(String to, int cents) {
      this.to = to;
      this.cents = cents;
    }

    int cents() {
      return cents;
    }

    @Override
    public String toString() {
      return to + " " + cents();
    }
  }

  /** Whoever asks gets another answer; the state stays. */
  static final class Counting {
    private final int cents;
    private transient int asked;

    Counting(int cents) {
      this.cents = cents;
    }

    @Override
    public String toString() {
      return cents + " for reader " + ++asked;
    }
  }

  /** Immutable, but what it holds is not. */
  record Batch(String name, List<String> lines) {}

  /** A closed family, told apart as LangChain4j's schema does: by the simple name under type. */
  sealed interface Shape permits Circle, Square {
    double area();
  }

  record Circle(double radius) implements Shape {
    @Override
    public double area() {
      return 3 * radius * radius;
    }
  }

  record Square(double side) implements Shape {
    @Override
    public double area() {
      return side * side;
    }
  }

  /** An open one: any class could stand there. */
  interface Payee {
    String name();
  }

  void map(Map<String, Object> value) {
    Tools.ran("map " + value);
  }

  void list(List<Object> value) {
    Tools.ran("list " + value);
  }

  void set(Set<String> value) {
    Tools.ran("set " + value);
  }

  void array(String[] value) {
    Tools.ran("array " + Arrays.toString(value));
  }

  void ints(int[] value) {
    Tools.ran("ints " + Arrays.toString(value));
  }

  void bytes(byte[] value) {
    Tools.ran("bytes " + Arrays.toString(value));
  }

  void bean(Order value) {
    Tools.ran("bean " + value);
  }

  void counting(Counting value) {
    Tools.ran("counting " + value);
  }

  void beans(List<Order> value) {
    Tools.ran("beans " + value);
  }

  void batch(Batch value) {
    Tools.ran("batch " + value);
  }

  void shape(Shape value) {
    Tools.ran("shape " + value.area());
  }

  void payee(Payee value) {
    Tools.ran("payee " + value.name());
  }

  void node(JsonNode value) {
    Tools.ran("node " + value);
  }

  void decimal(BigDecimal value) {
    Tools.ran("decimal " + value);
  }

  void integer(BigInteger value) {
    Tools.ran("integer " + value);
  }

  void text(CharSequence value) {
    Tools.ran("text " + value);
  }

  void optional(Optional<Object> value) {
    Tools.ran("optional " + value);
  }

  void anything(Object value) {
    Tools.ran("anything " + value);
  }
}
