package dev.countersign.verify;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

/**
 * One ledger entry as it was read: a JSON object and its place.
 *
 * @param index position in the chain, from 0
 * @param fields the object
 * @param line what it was read from, where that is its canonical form; else null
 */
record Entry(long index, Map<String, Object> fields, CanonicalLine line) {

  /** One of which nothing is known but what it says. */
  Entry(long index, Map<String, Object> fields) {
    this(index, fields, null);
  }

  /** No identifier (node, chain, call, event) is longer than this, in UTF-8 bytes. */
  static final int MAX_ID = 256;

  private static final boolean[] HEX = new boolean[0x80];

  static {
    for (char c : "0123456789abcdef".toCharArray()) {
      HEX[c] = true;
    }
  }

  boolean has(String field) {
    return fields.containsKey(field);
  }

  Object get(String field) {
    return fields.get(field);
  }

  /** The field as a string, or null when it is absent or something else. */
  String text(String field) {
    return fields.get(field) instanceof String text ? text : null;
  }

  /**
   * Like {@link #text}, but null when it is longer than an identifier may be: findings are kept, so
   * they are bounded.
   */
  String id(String field) {
    String text = text(field);
    return text != null && isId(text) ? text : null;
  }

  Long seq() {
    return Integral.of(fields.get("seq"));
  }

  String event() {
    String event = id("event");
    return event == null ? "" : event;
  }

  static boolean isId(String text) {
    return text.length() <= MAX_ID / 3 // no UTF-16 unit has more bytes
        || text.length() <= MAX_ID && text.getBytes(StandardCharsets.UTF_8).length <= MAX_ID;
  }

  /** A JSON object with string keys, or null. The parser makes no other maps. */
  @SuppressWarnings("unchecked")
  static Map<String, Object> object(Object value) {
    return value instanceof Map<?, ?> map ? (Map<String, Object>) map : null;
  }

  static boolean isHex(Object value, int digits) {
    if (!(value instanceof String text) || text.length() != digits) {
      return false;
    }
    for (int i = 0; i < digits; i++) {
      if (!HEX[text.charAt(i) & 0x7f] || text.charAt(i) > 0x7f) {
        return false;
      }
    }
    return true;
  }

  /** Whether a value nests no deeper than {@code limit} containers. */
  static boolean nestsWithin(Object value, int limit) {
    // Most are; that a class lacks an interface takes the JVM a search.
    if (value instanceof String || value instanceof Long) {
      return true;
    }
    if (value instanceof Map<?, ?> map) {
      if (limit == 0) {
        return false;
      }
      for (Object member : map.values()) {
        if (!nestsWithin(member, limit - 1)) {
          return false;
        }
      }
    } else if (value instanceof List<?> list) {
      if (limit == 0) {
        return false;
      }
      for (Object member : list) {
        if (!nestsWithin(member, limit - 1)) {
          return false;
        }
      }
    }
    return true;
  }
}
