package dev.countersign.effect;

import dev.countersign.canonical.Contents;
import dev.countersign.canonical.NotCanonicalException;
import dev.countersign.canonical.Snapshot;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What a JSON library makes of a text when nothing says which types are meant: the JDK's own maps
 * and lists, strings, booleans, null, and for each number an integer that is exactly it, or the
 * nearest finite binary64 (which is where decimals lose their end, before any coercion).
 *
 * <p>Frameworks read a tool call's arguments that way first and convert the result. Where what they
 * convert is such a reading of the JSON that was judged, nobody changed it in between.
 */
public final class UntypedReading {

  /**
   * The reading of a JSON value with a double for every decimal, which is what the JSON libraries
   * make where nobody tells them otherwise: a decimal of more digits is another one afterwards.
   *
   * @param json as {@link dev.countersign.canonical.Json} reads it; null for null
   */
  public static Object of(Object json) {
    if (json instanceof Map<?, ?> object) {
      Map<Object, Object> read = new LinkedHashMap<>();
      for (Map.Entry<?, ?> member : object.entrySet()) {
        read.put(member.getKey(), of(member.getValue()));
      }
      return read;
    }
    if (json instanceof List<?> array) {
      List<Object> read = new ArrayList<>(array.size());
      for (Object element : array) {
        read.add(of(element));
      }
      return read;
    }
    return json instanceof BigDecimal decimal ? (Object) decimal.doubleValue() : json;
  }

  /**
   * Whether the Java value is a reading of the JSON value. No code of the application runs.
   *
   * @param json as {@link dev.countersign.canonical.Json} reads it
   */
  public static boolean is(Object json, Object read) {
    try {
      return is(json, read, 0);
    } catch (NotCanonicalException unreadable) {
      return false;
    }
  }

  private static boolean is(Object json, Object read, int depth) {
    if (depth > Snapshot.MAX_DEPTH) {
      return false;
    }
    if (json instanceof Map<?, ?> object) {
      return isMap(object, read, depth);
    }
    if (json instanceof List<?> array) {
      return isList(array, read, depth);
    }
    if (json == null || json instanceof String || json instanceof Boolean) {
      return json == null ? read == null : json.equals(read);
    }
    BigDecimal number = Numbers.ofNumber(json);
    if (read instanceof Double d) {
      return !d.isInfinite() && Double.parseDouble(number.toString()) == d;
    }
    BigDecimal exact = isExact(read) ? Numbers.ofNumber(Snapshot.of(read)) : null;
    return exact != null && exact.compareTo(number) == 0;
  }

  private static boolean isExact(Object read) {
    return read instanceof Integer
        || read instanceof Long
        || read instanceof BigInteger
        || read instanceof BigDecimal;
  }

  private static boolean isMap(Map<?, ?> json, Object read, int depth) {
    if (Contents.kind(read) != Contents.Kind.MAP) {
      return false;
    }
    Object[] entries = Contents.entries(read);
    if (entries.length != 2 * json.size()) {
      return false;
    }
    for (int i = 0; i < entries.length; i += 2) {
      if (!(entries[i] instanceof String key)
          || !json.containsKey(key)
          || !is(json.get(key), entries[i + 1], depth + 1)) {
        return false;
      }
    }
    return true;
  }

  private static boolean isList(List<?> json, Object read, int depth) {
    if (Contents.kind(read) != Contents.Kind.LIST || read.getClass().isArray()) {
      return false;
    }
    Object[] elements = Contents.elements(read);
    if (elements.length != json.size()) {
      return false;
    }
    int i = 0;
    for (Object expected : json) {
      if (!is(expected, elements[i++], depth + 1)) {
        return false;
      }
    }
    return true;
  }

  private UntypedReading() {}
}
