package dev.countersign.canonical;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.function.Consumer;

/**
 * A Java value as a JSON value: an immutable deep copy over a closed set of types (spec 1.3).
 * Anything else is refused with its type named. No code of the application runs: no getter, {@code
 * toString}, {@code equals}, {@code hashCode}, iterator.
 *
 * <ul>
 *   <li>null, an empty {@code Optional}, Jackson's null and missing nodes: null
 *   <li>{@code Boolean}: boolean; {@code String}, {@code Character}, {@code char[]}: string
 *   <li>integer boxes, {@code BigInteger}, {@code BigDecimal} (exact classes): exact number
 *   <li>{@code double}, {@code float}: the decimal of the shortest round-trip text; NaN and the
 *       infinities are refused
 *   <li>enum: {@code name()}
 *   <li>{@code java.time} values, {@code UUID}, {@code URI}, {@code Path} of the built-in provider,
 *       {@code File}, {@code Locale}, {@code Currency}: their text; {@code java.util.Date}: that of
 *       its instant (exact classes)
 *   <li>{@code byte[]}: base64 (RFC 4648 section 4, padded), as Jackson writes it
 *   <li>other arrays, lists and queues of the JDK: array, in order
 *   <li>sub-lists, reversed lists and the values of maps: array, in order; keys of maps as the sets
 *       that they are; each as long as what it is a view on is of the JDK too
 *   <li>sets of the JDK: array; sorted by canonical bytes unless the set keeps an insertion order
 *   <li>maps of the JDK: object; keys are strings, or enums, integers, characters, {@code UUID},
 *       {@code java.time}, {@code URI} and {@code Path} by their text as long as no two share one
 *   <li>records and classes of the application: object of their {@link DeclaredFields}
 *   <li>{@code JsonNode} of Jackson 2 and 3: what the node holds, decimals exact
 * </ul>
 *
 * <p>Bounds: {@value #MAX_DEPTH} nested containers, {@link Contents#MAX_NODES} values. Cycles are
 * refused. Every container and object is read, then what it holds, then read again: where the two
 * readings differ somebody writes to it, and it is refused instead of half read.
 */
public final class Snapshot {

  /** Most containers in each other. */
  public static final int MAX_DEPTH = 512;

  private final boolean exact;
  private Object[] ancestors = new Object[16];
  private int depth;
  private int nodes;

  private Snapshot(boolean exact) {
    this.exact = exact;
  }

  /**
   * The JSON value of a Java value.
   *
   * @throws NotCanonicalException naming the type that is outside the set, or the bound that was
   *     passed
   */
  public static Object of(Object javaValue) {
    // Most arguments are one text or one number.
    return javaValue == null || javaValue instanceof String || javaValue instanceof Long
        ? javaValue
        : new Snapshot(false).value(javaValue);
  }

  /**
   * As {@link #of}, with the class of every enum, record and other object of the application in it
   * under {@code "@class"}: two objects that share their fields but not their class, and so not
   * their code, are two values here. Keys of maps that begin with {@code @} get one more, so that
   * no map can imitate an object. For comparing two observations of the same arguments, never for
   * what people read.
   *
   * @throws NotCanonicalException as {@link #of}
   */
  public static Object exact(Object javaValue) {
    return new Snapshot(true).value(javaValue);
  }

  /**
   * Installs what opens the package of a class to this module, such as {@code
   * Instrumentation.redefineModule}. It is asked only for a class whose module keeps its package
   * closed. Without one, such classes are refused; so are {@code Collections.unmodifiableList} and
   * its kin, {@code TreeSet} and {@code ConcurrentSkipListSet}, whose content is a private field of
   * {@code java.util}, and the views on a list or map, for the same reason.
   */
  public static void opener(Consumer<Class<?>> opensPackageOf) {
    OpenField.opener(opensPackageOf);
  }

  private Object value(Object given) {
    if (++nodes > Contents.MAX_NODES) {
      throw new NotCanonicalException(
          "a value consists of more than " + Contents.MAX_NODES + " values");
    }
    Object value = Contents.bare(given);
    Object scalar = Scalars.of(value);
    if (scalar != Scalars.NONE) {
      return scalar;
    }
    if (value instanceof Enum<?> constant) {
      return constant(constant);
    }
    enter(value);
    Object json = container(value);
    depth--;
    return json;
  }

  private Object constant(Enum<?> constant) {
    if (!exact) {
      return constant.name();
    }
    return Map.of("@class", constant.getDeclaringClass().getName(), "@enum", constant.name());
  }

  private Object container(Object value) {
    if (value instanceof Optional<?> optional) {
      return value(optional.isPresent() ? optional.get() : null);
    }
    if (value instanceof OptionalInt optional) {
      return value(optional.isPresent() ? optional.getAsInt() : null);
    }
    if (value instanceof OptionalLong optional) {
      return value(optional.isPresent() ? optional.getAsLong() : null);
    }
    if (value instanceof OptionalDouble optional) {
      return value(optional.isPresent() ? optional.getAsDouble() : null);
    }
    switch (Contents.kind(value)) {
      case LIST:
      case ORDERED_SET:
        return array(value, false);
      case SET:
        return array(value, true);
      case MAP:
        return map(value);
      default:
        return object(value);
    }
  }

  private List<Object> array(Object value, boolean sorted) {
    Object[] elements = Contents.elements(value);
    List<Object> json = new ArrayList<>(elements.length);
    for (Object element : elements) {
      json.add(value(element));
    }
    Object[] again = Contents.elements(value);
    Class<?> component = value.getClass().getComponentType();
    boolean same =
        component != null && component.isPrimitive()
            ? Arrays.equals(elements, again)
            : same(elements, again);
    if (!same) {
      throw Contents.changed(value);
    }
    if (sorted) {
      sort(json);
    }
    return Collections.unmodifiableList(json);
  }

  private Map<String, Object> map(Object value) {
    Object[] entries = Contents.entries(value);
    Map<String, Object> json = new LinkedHashMap<>();
    for (int i = 0; i < entries.length; i += 2) {
      String key = key(entries[i]);
      if (json.containsKey(key)) {
        throw new NotCanonicalException("two keys of a map have one text");
      }
      json.put(key, value(entries[i + 1]));
    }
    if (!same(entries, Contents.entries(value))) {
      throw Contents.changed(value);
    }
    return Collections.unmodifiableMap(json);
  }

  private String key(Object key) {
    String text;
    if (key instanceof String string) {
      text = string;
    } else if (key instanceof Enum<?> constant) {
      text = constant.name();
    } else {
      Object scalar =
          key instanceof Double || key instanceof Float ? Scalars.NONE : Scalars.of(key);
      if (scalar instanceof String string && !key.getClass().isArray()) {
        text = string;
      } else if (scalar instanceof Integer
          || scalar instanceof Long
          || scalar instanceof BigInteger) {
        text = scalar.toString();
      } else {
        throw new NotCanonicalException(
            "a map has a key of type "
                + (key == null ? "null" : key.getClass().getName())
                + ", which has no text in JSON");
      }
    }
    return exact && text.startsWith("@") ? "@" + text : text;
  }

  private Map<String, Object> object(Object value) {
    DeclaredFields fields = DeclaredFields.of(value.getClass());
    Object[] values = fields.values(value);
    Map<String, Object> json = new LinkedHashMap<>();
    if (exact) {
      json.put("@class", value.getClass().getName());
    }
    for (int i = 0; i < values.length; i++) {
      json.put(fields.field(i).getName(), value(values[i]));
    }
    if (!fields.same(values, fields.values(value))) {
      throw Contents.changed(value);
    }
    return Collections.unmodifiableMap(json);
  }

  private void enter(Object container) {
    if (depth == MAX_DEPTH) {
      throw new NotCanonicalException("a value is nested deeper than " + MAX_DEPTH);
    }
    for (int i = 0; i < depth; i++) {
      if (ancestors[i] == container) {
        throw new NotCanonicalException(
            "a value of type " + container.getClass().getName() + " contains itself");
      }
    }
    if (depth == ancestors.length) {
      ancestors = Arrays.copyOf(ancestors, depth * 2);
    }
    ancestors[depth++] = container;
  }

  private static boolean same(Object[] first, Object[] second) {
    if (first.length != second.length) {
      return false;
    }
    for (int i = 0; i < first.length; i++) {
      if (first[i] != second[i]) {
        return false;
      }
    }
    return true;
  }

  /**
   * By unsigned canonical bytes: the order in which a hash set yields its elements differs from run
   * to run.
   */
  private static void sort(List<Object> json) {
    byte[][] keys = new byte[json.size()][];
    Integer[] order = new Integer[keys.length];
    for (int i = 0; i < keys.length; i++) {
      keys[i] = Canonical.rho(json.get(i));
      order[i] = i;
    }
    Arrays.sort(
        order,
        new Comparator<Integer>() {
          @Override
          public int compare(Integer left, Integer right) {
            return Arrays.compareUnsigned(keys[left], keys[right]);
          }
        });
    List<Object> sorted = new ArrayList<>(order.length);
    for (Integer i : order) {
      sorted.add(json.get(i));
    }
    for (int i = 0; i < order.length; i++) {
      json.set(i, sorted.get(i));
    }
  }
}
