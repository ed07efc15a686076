package dev.countersign.pin;

import dev.countersign.canonical.Blake3;
import dev.countersign.canonical.Canonical;
import dev.countersign.canonical.NotCanonicalException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The definition of a tool as the model sees it: {@code {name, description, parameters}}, a JSON
 * value (spec 1.4, {@code tool_pin}).
 *
 * <p>The order of a map's members means nothing, for the canonical form sorts them. One list of a
 * JSON Schema is a set as well and is written by some libraries in the order of a hash table:
 * {@code required}. It is sorted where it is that keyword; every other list stays as it is.
 */
public final class Definition {

  /**
   * Longest canonical form of one, in bytes. Whoever describes a tool may be hostile, and his text
   * is read at every call; no model has room for one that long.
   */
  public static final int MOST = 1 << 20;

  private static final String REQUIRED = "required";

  /** Keywords whose value is a schema, or a list of schemas. */
  private static final Set<String> SCHEMAS =
      Set.of(
          "items",
          "prefixItems",
          "additionalItems",
          "unevaluatedItems",
          "contains",
          "additionalProperties",
          "unevaluatedProperties",
          "propertyNames",
          "contentSchema",
          "not",
          "if",
          "then",
          "else",
          "allOf",
          "anyOf",
          "oneOf");

  /** Keywords whose value is a map of schemas by names that mean nothing here. */
  private static final Set<String> NAMED_SCHEMAS =
      Set.of("properties", "patternProperties", "dependentSchemas", "$defs", "definitions");

  /**
   * @param name as the model calls it
   * @param description null for none
   * @param parameters the JSON Schema of its arguments as a JSON value; null for none
   */
  public static Map<String, Object> of(Object name, Object description, Object parameters) {
    Map<String, Object> definition = new LinkedHashMap<>(4);
    definition.put("name", name);
    definition.put("description", description);
    definition.put("parameters", schema(parameters));
    return definition;
  }

  /**
   * BLAKE3-256 hex over its canonical bytes.
   *
   * @throws NotCanonicalException when it has none, or one that is longer than {@link #MOST}
   */
  public static String digest(Map<String, Object> definition) {
    for (Object text : definition.values()) {
      requireBounded(text instanceof String each ? each.length() : 0);
    }
    byte[] canonical = Canonical.rho(definition);
    requireBounded(canonical.length);
    return Blake3.hex(canonical);
  }

  private static void requireBounded(int length) {
    if (length > MOST) {
      throw new NotCanonicalException("the definition of a tool is longer than " + MOST + " bytes");
    }
  }

  private static Object schema(Object value) {
    if (value instanceof List<?> schemas) {
      List<Object> all = new ArrayList<>(schemas.size());
      for (Object each : schemas) {
        all.add(schema(each));
      }
      return all;
    }
    if (!(value instanceof Map<?, ?> schema)) {
      return value;
    }
    Map<Object, Object> ordered = new LinkedHashMap<>();
    for (Map.Entry<?, ?> keyword : schema.entrySet()) {
      Object key = keyword.getKey();
      Object content = keyword.getValue();
      if (REQUIRED.equals(key)) {
        content = sorted(content);
      } else if (SCHEMAS.contains(key)) {
        content = schema(content);
      } else if (NAMED_SCHEMAS.contains(key) && content instanceof Map<?, ?> named) {
        content = each(named);
      }
      ordered.put(key, content);
    }
    return ordered;
  }

  private static Map<Object, Object> each(Map<?, ?> named) {
    Map<Object, Object> schemas = new LinkedHashMap<>();
    for (Map.Entry<?, ?> one : named.entrySet()) {
      schemas.put(one.getKey(), schema(one.getValue()));
    }
    return schemas;
  }

  /** A list of names in their order; anything else as it is. */
  private static Object sorted(Object content) {
    if (!(content instanceof List<?> list)) {
      return content;
    }
    List<String> names = new ArrayList<>(list.size());
    for (Object element : list) {
      if (!(element instanceof String name)) {
        return content;
      }
      names.add(name);
    }
    names.sort(null);
    return names;
  }

  private Definition() {}
}
