package com.example.acts.tools;

import com.example.acts.tools.Orders.Batch;
import com.example.acts.tools.Orders.Circle;
import com.example.acts.tools.Orders.Counting;
import com.example.acts.tools.Orders.Order;
import com.example.acts.tools.Orders.Payee;
import com.example.acts.tools.Orders.Square;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.POJONode;
import java.lang.reflect.Proxy;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Supplier;

/**
 * Arguments that are objects of the application: honest ones, ones that change between judging and
 * body, and ones that answer differently to each who asks.
 */
public final class ObjectActs {

  private static final Desk DESK = new Desk();
  private static final Orders ORDERS = new Orders();
  private static final String BOB = "{\"value\":{\"to\":\"bob\",\"cents\":100}}";
  private static final String AB = "{\"value\":[\"a\",\"b\"]}";

  private interface Body {
    void run() throws Exception;
  }

  private static void dispatch(String tool, String json, Body body) throws Exception {
    DESK.dispatch(
        tool,
        json,
        () -> {
          body.run();
          return null;
        });
  }

  // Honest.

  static void bean() throws Exception {
    dispatch("bean", BOB, () -> ORDERS.bean(new Order("bob", 100)));
  }

  static void sealedFamily() throws Exception {
    dispatch(
        "shape",
        "{\"value\":{\"type\":\"Circle\",\"radius\":2.5}}",
        () -> ORDERS.shape(new Circle(2.5)));
  }

  /** Who asks it gets another answer each time; its fields, which are compared, stay. */
  static void beanThatCountsItsReaders() throws Exception {
    Counting value = new Counting(100);
    dispatch("counting", "{\"value\":{\"cents\":100}}", () -> ORDERS.counting(value));
  }

  static void node() throws Exception {
    dispatch("node", BOB, () -> ORDERS.node(bobsNode()));
  }

  static void unmodifiable() throws Exception {
    dispatch("list", AB, () -> ORDERS.list(Collections.unmodifiableList(Arrays.asList("a", "b"))));
  }

  // B47: changed between judging and body.

  static void mapMutated() throws Exception {
    Map<String, Object> value = new HashMap<>(Map.of("to", "bob", "cents", 100));
    changed("map", BOB, () -> value.put("to", "mallory"), () -> ORDERS.map(value));
  }

  static void mapWithOneMore() throws Exception {
    Map<String, Object> value = new HashMap<>(Map.of("to", "bob", "cents", 100));
    changed("map", BOB, () -> value.put("cc", "mallory"), () -> ORDERS.map(value));
  }

  static void mapWithOneLess() throws Exception {
    Map<String, Object> value = new HashMap<>(Map.of("to", "bob", "cents", 100));
    changed("map", BOB, () -> value.remove("cents"), () -> ORDERS.map(value));
  }

  static void nestedMapMutated() throws Exception {
    Map<String, Object> inner = new HashMap<>(Map.of("to", "bob"));
    Map<String, Object> value = Map.of("order", inner);
    changed(
        "map",
        "{\"value\":{\"order\":{\"to\":\"bob\"}}}",
        () -> inner.put("to", "mallory"),
        () -> ORDERS.map(value));
  }

  static void listMutated() throws Exception {
    List<Object> value = new ArrayList<>(List.of("a", "b"));
    changed("list", AB, () -> value.set(1, "c"), () -> ORDERS.list(value));
  }

  static void listReordered() throws Exception {
    List<Object> value = new ArrayList<>(List.of("a", "b"));
    changed("list", AB, () -> Collections.reverse(value), () -> ORDERS.list(value));
  }

  static void behindAnUnmodifiableList() throws Exception {
    List<Object> value = new ArrayList<>(List.of("a", "b"));
    List<Object> view = Collections.unmodifiableList(value);
    changed("list", AB, () -> value.add("c"), () -> ORDERS.list(view));
  }

  static void setMutated() throws Exception {
    Set<String> value = new LinkedHashSet<>(List.of("a", "b"));
    changed("set", AB, () -> value.add("c"), () -> ORDERS.set(value));
  }

  static void arrayMutated() throws Exception {
    String[] value = {"a", "b"};
    changed("array", AB, () -> value[1] = "c", () -> ORDERS.array(value));
  }

  static void intsMutated() throws Exception {
    int[] value = {1, 2};
    changed("ints", "{\"value\":[1,2]}", () -> value[1] = 3, () -> ORDERS.ints(value));
  }

  static void bytesMutated() throws Exception {
    byte[] value = {1, 2};
    changed("bytes", "{\"value\":\"AQI=\"}", () -> value[1] = 3, () -> ORDERS.bytes(value));
  }

  static void beanMutated() throws Exception {
    Order value = new Order("bob", 100);
    changed("bean", BOB, () -> value.cents = 101, () -> ORDERS.bean(value));
  }

  static void beanInAListMutated() throws Exception {
    Order value = new Order("bob", 100);
    changed(
        "beans",
        "{\"value\":[{\"to\":\"bob\",\"cents\":100}]}",
        () -> value.to = "mallory",
        () -> ORDERS.beans(List.of(value)));
  }

  static void listInARecordMutated() throws Exception {
    List<String> lines = new ArrayList<>(List.of("a"));
    Batch value = new Batch("x", lines);
    changed(
        "batch",
        "{\"value\":{\"name\":\"x\",\"lines\":[\"a\"]}}",
        () -> lines.add("b"),
        () -> ORDERS.batch(value));
  }

  static void nodeMutated() throws Exception {
    ObjectNode value = bobsNode();
    changed("node", BOB, () -> value.put("to", "mallory"), () -> ORDERS.node(value));
  }

  static void mutatedByAnotherThread() throws Exception {
    Map<String, Object> value = new HashMap<>(Map.of("to", "bob", "cents", 100));
    Thread other = new Thread(() -> value.put("to", "mallory"));
    changed(
        "map",
        BOB,
        () -> {
          other.start();
          other.join();
        },
        () -> ORDERS.map(value));
  }

  /** Judged is what the listener was shown; it keeps the map and changes it later. */
  static void mutatedByAListener() throws Exception {
    Map<String, Object> value = new HashMap<>(Map.of("to", "bob", "cents", 100));
    List<Runnable> listeners = List.of(() -> value.replace("cents", 1_000_000));
    changed("map", BOB, () -> listeners.forEach(Runnable::run), () -> ORDERS.map(value));
  }

  private static void changed(String tool, String json, Body change, Body body) throws Exception {
    dispatch(
        tool,
        json,
        () -> {
          change.run();
          body.run();
        });
  }

  private static ObjectNode bobsNode() {
    return JsonNodeFactory.instance.objectNode().put("to", "bob").put("cents", 100);
  }

  // B48: objects with answers of their own.

  static void lyingMap() throws Exception {
    Map<String, Object> value =
        new HashMap<>(Map.of("to", "bob", "cents", 100)) {
          private static final long serialVersionUID = 1L;
          private int looks;

          @Override
          public Set<Map.Entry<String, Object>> entrySet() {
            if (looks++ > 0) {
              put("to", "mallory");
            }
            return super.entrySet();
          }
        };
    dispatch("map", BOB, () -> ORDERS.map(value));
  }

  static void lyingList() throws Exception {
    dispatch("list", AB, () -> ORDERS.list(lying()));
  }

  static void lyingListInAView() throws Exception {
    dispatch("list", AB, () -> ORDERS.list(Collections.unmodifiableList(lying())));
  }

  static void lyingListInAnOptional() throws Exception {
    dispatch("optional", AB, () -> ORDERS.optional(Optional.of(lying())));
  }

  private static List<Object> lying() {
    return new AbstractList<>() {
      private int looks;

      @Override
      public Object get(int index) {
        return looks++ < 2 ? index == 0 ? "a" : "b" : "mallory";
      }

      @Override
      public int size() {
        return 2;
      }
    };
  }

  static void lyingDecimal() throws Exception {
    BigDecimal value =
        new BigDecimal("1.5") {
          private static final long serialVersionUID = 1L;

          @Override
          public String toString() {
            return "1000000";
          }
        };
    dispatch("decimal", "{\"value\":1.5}", () -> ORDERS.decimal(value));
  }

  static void lyingInteger() throws Exception {
    BigInteger value =
        new BigInteger("15") {
          private static final long serialVersionUID = 1L;

          @Override
          public String toString() {
            return "1000000";
          }
        };
    dispatch("integer", "{\"value\":15}", () -> ORDERS.integer(value));
  }

  /** The text is honest only for the first reader. */
  static void lyingText() throws Exception {
    CharSequence value =
        new CharSequence() {
          private int looks;

          @Override
          public int length() {
            return toString().length();
          }

          @Override
          public char charAt(int index) {
            return toString().charAt(index);
          }

          @Override
          public CharSequence subSequence(int start, int end) {
            return toString().substring(start, end);
          }

          @Override
          public String toString() {
            return looks++ == 0 ? "bob" : "mallory";
          }
        };
    dispatch("text", "{\"value\":\"bob\"}", () -> ORDERS.text(value));
  }

  static void aBufferAsText() throws Exception {
    StringBuilder value = new StringBuilder("bob");
    changed("text", "{\"value\":\"bob\"}", () -> value.append("by"), () -> ORDERS.text(value));
  }

  static void mapInTheOrderOfTheApplication() throws Exception {
    Map<String, Object> value = new TreeMap<>((left, right) -> 0);
    value.put("to", "bob");
    value.put("cents", 100);
    dispatch("map", "{\"value\":{\"to\":100}}", () -> ORDERS.map(value));
  }

  static void mapBehindAProxy() throws Exception {
    Map<String, Object> honest = Map.of("to", "bob", "cents", 100);
    Map<?, ?> proxy =
        (Map<?, ?>)
            Proxy.newProxyInstance(
                ObjectActs.class.getClassLoader(),
                new Class<?>[] {Map.class},
                (self, method, args) ->
                    method.getName().equals("toString") ? "mallory" : method.invoke(honest, args));
    dispatch("map", BOB, () -> ORDERS.map(unchecked(proxy)));
  }

  @SuppressWarnings("unchecked")
  private static Map<String, Object> unchecked(Map<?, ?> map) {
    return (Map<String, Object>) map;
  }

  static void lambdaAsAnArgument() throws Exception {
    Supplier<Object> value = () -> "mallory";
    dispatch("anything", "{\"value\":\"bob\"}", () -> ORDERS.anything(value));
  }

  static void iteratorAsAnArgument() throws Exception {
    dispatch("anything", AB, () -> ORDERS.anything(List.of("a", "b").iterator()));
  }

  /** A node that a serialiser of the application writes. */
  static void objectInsideANode() throws Exception {
    ObjectNode value = JsonNodeFactory.instance.objectNode();
    value.set("to", new POJONode(lying()));
    dispatch("node", "{\"value\":{\"to\":[\"a\",\"b\"]}}", () -> ORDERS.node(value));
  }

  // F28: subclasses are real production code.

  /** The same fields with other code: what the body sees is not what the JSON denotes. */
  static void subclassWithOtherAnswers() throws Exception {
    Order value =
        new Order("bob", 100) {
          private transient int asked;

          @Override
          int cents() {
            return asked++ == 0 ? 100 : 1_000_000;
          }
        };
    dispatch("bean", BOB, () -> ORDERS.bean(value));
  }

  static void anotherMemberOfTheFamily() throws Exception {
    dispatch(
        "shape",
        "{\"value\":{\"type\":\"Circle\",\"radius\":2.5,\"side\":2.5}}",
        () -> ORDERS.shape(new Square(2.5)));
  }

  static void openFamily() throws Exception {
    record Named(String name) implements Payee {
      @Override
      public String name() {
        return "mallory";
      }
    }
    dispatch("payee", "{\"value\":{\"name\":\"bob\"}}", () -> ORDERS.payee(new Named("bob")));
  }

  private ObjectActs() {}
}
