package dev.countersign;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Copies Java values into JSON values that nothing changes afterwards, within the bounds of one
 * {@link Change}.
 *
 * <p>Taken: null, {@code Boolean}, {@code String}, the integer boxes (as {@code Long}), {@code
 * BigInteger}, {@code BigDecimal}, finite {@code Double} and {@code Float} (as the decimal that
 * they print), lists and maps with text keys. Everything else is refused with its class, cycles
 * with the depth that they reach.
 */
final class JsonValues {

  /** Digits on either side of the point: more than any JSON reader of ours takes. */
  private static final int MAX_DIGITS = 1100;

  private final Set<Object> open = Collections.newSetFromMap(new IdentityHashMap<>());
  private int values;
  private long characters;

  /** Takes a text, and its length from what is left. */
  String text(String name, String value) {
    if (value == null) {
      throw new IllegalArgumentException(name + " is required and was null");
    }
    count(value.length());
    for (int i = 0; i < value.length(); i++) {
      char c = value.charAt(i);
      if (Character.isSurrogate(c)) {
        boolean paired =
            Character.isHighSurrogate(c)
                && i + 1 < value.length()
                && Character.isLowSurrogate(value.charAt(i + 1));
        if (!paired) {
          throw new IllegalArgumentException(
              name
                  + " has half of a surrogate pair at index "
                  + i
                  + ", which no JSON text can hold");
        }
        i++;
      }
    }
    return value;
  }

  /**
   * @param where names the value in messages, for example {@code before}
   */
  Object copy(String where, Object value) {
    if (++values > Change.MAX_VALUES) {
      throw new IllegalArgumentException(
          "a change holds at most " + Change.MAX_VALUES + " values; " + where + " has more");
    }
    if (value == null || value instanceof Boolean) {
      return value;
    }
    if (value instanceof String string) {
      return text(where, string);
    }
    if (value instanceof Number number) {
      return number(where, number);
    }
    if (!(value instanceof Map) && !(value instanceof List)) {
      throw new IllegalArgumentException(
          where
              + " holds a "
              + value.getClass().getName()
              + ", which is no JSON value: use null, booleans, texts, numbers, lists and maps with"
              + " text keys");
    }
    if (!open.add(value)) {
      throw new IllegalArgumentException(where + " contains itself: JSON has no cycles");
    }
    if (open.size() > Change.MAX_DEPTH) {
      throw new IllegalArgumentException(
          where + " is nested deeper than " + Change.MAX_DEPTH + " lists and maps");
    }
    Object copy = value instanceof Map<?, ?> map ? map(where, map) : list(where, (List<?>) value);
    open.remove(value);
    return copy;
  }

  private Map<String, Object> map(String where, Map<?, ?> map) {
    Map<String, Object> copy = new LinkedHashMap<>();
    for (Map.Entry<?, ?> member : map.entrySet()) {
      if (!(member.getKey() instanceof String key)) {
        throw new IllegalArgumentException(where + " has a map with a key that is no text");
      }
      copy.put(text(where, key), copy(where, member.getValue()));
    }
    return Collections.unmodifiableMap(copy);
  }

  private List<Object> list(String where, List<?> list) {
    List<Object> copy = new ArrayList<>();
    for (Object element : list) {
      copy.add(copy(where, element));
    }
    return Collections.unmodifiableList(copy);
  }

  private Object number(String where, Number number) {
    // By exact class: a subclass may answer anything, and differently each time.
    Class<?> type = number.getClass();
    if (type == Long.class) {
      return number;
    }
    if (type == Integer.class || type == Short.class || type == Byte.class) {
      return number.longValue();
    }
    if (type == Double.class || type == Float.class) {
      double value = number.doubleValue();
      if (Double.isNaN(value) || Double.isInfinite(value)) {
        throw new IllegalArgumentException(where + " holds " + number + ", which JSON has not");
      }
      return new BigDecimal(number.toString());
    }
    if (type == BigInteger.class) {
      BigInteger integer = (BigInteger) number;
      bounded(where, integer);
      return integer.bitLength() < Long.SIZE ? (Object) integer.longValue() : integer;
    }
    if (type == BigDecimal.class) {
      BigDecimal decimal = (BigDecimal) number;
      bounded(where, decimal.unscaledValue());
      if (decimal.signum() != 0 && Math.abs((long) decimal.scale()) > MAX_DIGITS) {
        throw tooLong(where);
      }
      return decimal;
    }
    throw new IllegalArgumentException(
        where + " holds a " + type.getName() + ", which is no number of JSON");
  }

  private void bounded(String where, BigInteger integer) {
    // A decimal digit is a little more than three bits.
    int digits = integer.bitLength() / 3;
    if (digits > MAX_DIGITS) {
      throw tooLong(where);
    }
    count(digits);
  }

  private static IllegalArgumentException tooLong(String where) {
    return new IllegalArgumentException(
        where + " holds a number of more than " + MAX_DIGITS + " digits");
  }

  void count(int more) {
    characters += more;
    if (characters > Change.MAX_CHARACTERS) {
      throw new IllegalArgumentException(
          "a change holds at most " + Change.MAX_CHARACTERS + " characters; shorten what it shows");
    }
  }
}
