package dev.countersign.framework.mcp;

import dev.countersign.canonical.Canonical;
import dev.countersign.canonical.NotCanonicalException;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Whether a JSON text is what a JSON library writes of arguments.
 *
 * <p>Texts, numbers and booleans, maps and lists say themselves what that is. A member that is null
 * may be missing: many applications let their mapper leave such out. Of objects of other classes
 * (the application's own, dates, sets of bits) it is their mapper's to say: what it writes of one
 * is not compared where it is not what that object holds, and its class is told.
 */
final class Written {

  private final Consumer<Class<?>> ofMapper;

  /**
   * @param ofMapper hears of each class of which something else was written than it holds
   */
  Written(Consumer<Class<?>> ofMapper) {
    this.ofMapper = ofMapper;
  }

  /**
   * @param json the text, strictly read
   * @param judged what the values were when they were compared, as JSON
   * @param values the same as the Java values that are written
   */
  boolean is(Object json, Object judged, Object values) {
    try {
      return Canonical.same(json, judged) || written(json, judged, values);
    } catch (NotCanonicalException unreadable) {
      return false;
    }
  }

  private boolean written(Object json, Object judged, Object value) {
    if (value instanceof Map<?, ?> map && judged instanceof Map<?, ?> members) {
      return json instanceof Map<?, ?> object && members(object, members, map);
    }
    if (value instanceof Collection<?> list && judged instanceof List<?> elements) {
      return json instanceof List<?> array && elements(array, elements, list.iterator());
    }
    if (value instanceof Object[] array && judged instanceof List<?> elements) {
      return json instanceof List<?> read
          && elements(read, elements, Arrays.asList(array).iterator());
    }
    if (value == null
        || value instanceof String
        || value instanceof Character
        || value instanceof Boolean) {
      return Canonical.same(json, judged);
    }
    if (value instanceof Number number) {
      return json instanceof Number && (Canonical.same(json, judged) || isSame(number, json));
    }
    if (!Canonical.same(json, judged)) {
      ofMapper.accept(value.getClass());
    }
    return true;
  }

  private boolean members(Map<?, ?> json, Map<?, ?> judged, Map<?, ?> values) {
    Map<String, Object> byText = new HashMap<>();
    values.forEach((key, value) -> byText.put(String.valueOf(key), value));
    for (Map.Entry<?, ?> member : json.entrySet()) {
      Object name = member.getKey();
      if (!judged.containsKey(name)
          || !written(member.getValue(), judged.get(name), byText.get(name))) {
        return false;
      }
    }
    for (Map.Entry<?, ?> member : judged.entrySet()) {
      if (member.getValue() != null && !json.containsKey(member.getKey())) {
        return false;
      }
    }
    return true;
  }

  private boolean elements(List<?> json, List<?> judged, Iterator<?> values) {
    if (json.size() != judged.size()) {
      return false;
    }
    for (int i = 0; i < judged.size(); i++) {
      if (!written(json.get(i), judged.get(i), values.next())) {
        return false;
      }
    }
    return true;
  }

  /** Decimals have more than one text, of which JDKs do not always choose the shortest. */
  private static boolean isSame(Number written, Object json) {
    BigDecimal read = new BigDecimal(json.toString());
    return written instanceof Double d && read.doubleValue() == d
        || written instanceof Float f && read.floatValue() == f;
  }
}
