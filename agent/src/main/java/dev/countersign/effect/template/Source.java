package dev.countersign.effect.template;

import java.util.Map;

/**
 * Where a rendering gets its values.
 *
 * @param args the authorised arguments
 * @param item the element of {@code each}; null without
 * @param inputs collects what was read, by reference as written
 */
record Source(Map<String, Object> args, Object item, Map<String, Object> inputs) {

  /** The JSON value; null when it is absent or null. */
  Object value(Reference reference) {
    Object value = reference.in(args, item);
    inputs.put(reference.written(), value);
    return value;
  }
}
