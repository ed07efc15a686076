package dev.countersign.preview;

import dev.countersign.canonical.Canonical;
import dev.countersign.canonical.NotCanonicalException;
import dev.countersign.effect.LinearPattern;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The JSON Schema of a tool's arguments, as far as it is understood: {@code type, enum, const,
 * properties, required, additionalProperties, items, prefixItems, minItems, maxItems, minLength,
 * maxLength, pattern, minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf, anyOf,
 * allOf, oneOf, not} and {@code $ref} to a place in the same document (draft 2020-12). Every other
 * keyword says nothing here, as the standard has it for those that a reader does not know.
 *
 * <p>Problems name the place as a JSON pointer and what is wrong, never the value. The work is
 * bounded; a pattern takes time linear in the text.
 */
final class InputSchema {

  private static final int MOST_PROBLEMS = 10;
  private static final int MOST_STEPS = 100_000;
  private static final int MOST_NESTING = 200;
  private static final int MOST_PLACE = 200;

  private final Map<?, ?> root;

  /** By text; null where it cannot be read. */
  private final Map<String, LinearPattern> patterns = new ConcurrentHashMap<>();

  /**
   * @param schema a JSON value
   */
  InputSchema(Map<?, ?> schema) {
    this.root = schema;
  }

  /**
   * Compares a value.
   *
   * @param missing whether what is required and missing counts
   * @param problems receives at most ten
   * @return false where it was compared in part only, since the schema or the value is too large
   */
  boolean compare(Object value, boolean missing, List<String> problems) {
    Comparison comparison = new Comparison(missing, problems);
    comparison.compare(root, value, "", 0);
    return comparison.steps < MOST_STEPS && !comparison.tooDeep;
  }

  private final class Comparison {

    private final boolean missing;
    private final List<String> problems;
    private int steps;
    private boolean tooDeep;

    Comparison(boolean missing, List<String> problems) {
      this.missing = missing;
      this.problems = problems;
    }

    void compare(Object schema, Object value, String place, int nesting) {
      if (++steps >= MOST_STEPS || problems.size() >= MOST_PROBLEMS) {
        return;
      }
      if (nesting > MOST_NESTING) {
        tooDeep = true;
        return;
      }
      if (Boolean.FALSE.equals(schema)) {
        problem(place, "is not allowed");
      }
      if (!(schema instanceof Map<?, ?> keywords)) {
        return;
      }
      if (keywords.get("$ref") instanceof String reference) {
        compare(referred(reference), value, place, nesting + 1);
      }
      if (keywords.containsKey("type") && !isOfType(keywords.get("type"), value)) {
        problem(place, "is no " + typeNames(keywords.get("type")));
        return;
      }
      if (keywords.get("enum") instanceof List<?> values && !isAmong(values, value)) {
        problem(place, "is none of the values that the schema lists");
      }
      if (keywords.containsKey("const") && !equal(keywords.get("const"), value)) {
        problem(place, "is not the value that the schema gives");
      }
      combined(keywords, value, place, nesting);
      if (value instanceof String text) {
        text(keywords, text, place);
      } else if (decimal(value) != null) {
        number(keywords, decimal(value), place);
      } else if (value instanceof List<?> list) {
        list(keywords, list, place, nesting);
      } else if (value instanceof Map<?, ?> object) {
        object(keywords, object, place, nesting);
      }
    }

    private void combined(Map<?, ?> keywords, Object value, String place, int nesting) {
      if (keywords.get("allOf") instanceof List<?> all) {
        for (Object each : all) {
          compare(each, value, place, nesting + 1);
        }
      }
      if (keywords.get("anyOf") instanceof List<?> any && fitting(any, value, nesting) == 0) {
        problem(place, "fits none of the schemas of anyOf");
      }
      if (keywords.get("oneOf") instanceof List<?> one) {
        int count = fitting(one, value, nesting);
        if (count != 1) {
          problem(place, "fits " + (count == 0 ? "none" : "several") + " of the schemas of oneOf");
        }
      }
      if (keywords.containsKey("not")
          && fitting(Arrays.asList(keywords.get("not")), value, nesting) == 1) {
        problem(place, "fits the schema that it must not");
      }
    }

    /** How many of the schemas a value fits; the steps count. */
    private int fitting(List<?> schemas, Object value, int nesting) {
      int count = 0;
      for (Object each : schemas) {
        Comparison inner = new Comparison(missing, new ArrayList<>());
        inner.steps = steps;
        inner.compare(each, value, "", nesting + 1);
        steps = inner.steps;
        tooDeep |= inner.tooDeep;
        count += inner.problems.isEmpty() ? 1 : 0;
      }
      return count;
    }

    private Object referred(String reference) {
      if (reference.equals("#")) {
        return root;
      }
      Object at = root;
      if (!reference.startsWith("#/")) {
        return null; // in another document, which is not read
      }
      for (String part : reference.substring(2).split("/", -1)) {
        String name = part.replace("~1", "/").replace("~0", "~");
        at = at instanceof Map<?, ?> map ? map.get(name) : null;
      }
      return at;
    }

    private void text(Map<?, ?> keywords, String text, String place) {
      int length = text.codePointCount(0, text.length());
      BigDecimal least = decimal(keywords.get("minLength"));
      BigDecimal most = decimal(keywords.get("maxLength"));
      if (least != null && least.compareTo(BigDecimal.valueOf(length)) > 0) {
        problem(place, "is shorter than " + least.toPlainString() + " characters");
      }
      if (most != null && most.compareTo(BigDecimal.valueOf(length)) < 0) {
        problem(place, "is longer than " + most.toPlainString() + " characters");
      }
      if (keywords.get("pattern") instanceof String pattern) {
        LinearPattern compiled = patterns.computeIfAbsent(pattern, InputSchema::compiled);
        if (compiled != null && !compiled.isIn(text)) {
          problem(place, "does not match the pattern of the schema");
        }
      }
    }

    private void number(Map<?, ?> keywords, BigDecimal number, String place) {
      BigDecimal least = decimal(keywords.get("minimum"));
      BigDecimal most = decimal(keywords.get("maximum"));
      BigDecimal above = decimal(keywords.get("exclusiveMinimum"));
      BigDecimal below = decimal(keywords.get("exclusiveMaximum"));
      BigDecimal of = decimal(keywords.get("multipleOf"));
      if (least != null && number.compareTo(least) < 0) {
        problem(place, "is less than " + least);
      }
      if (most != null && number.compareTo(most) > 0) {
        problem(place, "is more than " + most);
      }
      if (above != null && number.compareTo(above) <= 0) {
        problem(place, "is not more than " + above);
      }
      if (below != null && number.compareTo(below) >= 0) {
        problem(place, "is not less than " + below);
      }
      if (of != null && of.signum() > 0 && number.remainder(of).signum() != 0) {
        problem(place, "is no multiple of " + of);
      }
    }

    private void list(Map<?, ?> keywords, List<?> list, String place, int nesting) {
      BigDecimal least = decimal(keywords.get("minItems"));
      BigDecimal most = decimal(keywords.get("maxItems"));
      if (least != null && least.compareTo(BigDecimal.valueOf(list.size())) > 0) {
        problem(place, "has fewer than " + least.toPlainString() + " elements");
      }
      if (most != null && most.compareTo(BigDecimal.valueOf(list.size())) < 0) {
        problem(place, "has more than " + most.toPlainString() + " elements");
      }
      List<?> first = keywords.get("prefixItems") instanceof List<?> schemas ? schemas : List.of();
      Object rest = keywords.get("items");
      for (int i = 0; i < list.size(); i++) {
        if (i < first.size()) {
          compare(first.get(i), list.get(i), place + "/" + i, nesting + 1);
        } else if (rest != null) {
          compare(rest, list.get(i), place + "/" + i, nesting + 1);
        }
      }
    }

    private void object(Map<?, ?> keywords, Map<?, ?> object, String place, int nesting) {
      if (missing && keywords.get("required") instanceof List<?> names) {
        for (Object name : names) {
          if (!object.containsKey(name)) {
            problem(place + "/" + name, "is required");
          }
        }
      }
      Map<?, ?> known =
          keywords.get("properties") instanceof Map<?, ?> schemas ? schemas : Map.of();
      Object others = keywords.get("additionalProperties");
      for (Map.Entry<?, ?> member : object.entrySet()) {
        String at = place + "/" + member.getKey();
        if (known.containsKey(member.getKey())) {
          compare(known.get(member.getKey()), member.getValue(), at, nesting + 1);
        } else if (others != null && !keywords.containsKey("patternProperties")) {
          compare(others, member.getValue(), at, nesting + 1);
        }
      }
    }

    private void problem(String place, String what) {
      if (problems.size() < MOST_PROBLEMS) {
        String where = place.length() <= MOST_PLACE ? place : place.substring(0, MOST_PLACE) + "…";
        problems.add((where.isEmpty() ? "the object" : where) + " " + what);
      }
    }
  }

  private static LinearPattern compiled(String pattern) {
    try {
      return LinearPattern.compile(pattern);
    } catch (IllegalArgumentException unknown) {
      return null; // of another dialect: nothing is known of what it matches
    }
  }

  private static boolean isOfType(Object type, Object value) {
    if (type instanceof List<?> types) {
      for (Object each : types) {
        if (isOfType(each, value)) {
          return true;
        }
      }
      return false;
    }
    if (!(type instanceof String name)) {
      return true;
    }
    switch (name) {
      case "null":
        return value == null;
      case "boolean":
        return value instanceof Boolean;
      case "string":
        return value instanceof String;
      case "array":
        return value instanceof List;
      case "object":
        return value instanceof Map;
      case "number":
        return decimal(value) != null;
      case "integer":
        BigDecimal number = decimal(value);
        return number != null && number.stripTrailingZeros().scale() <= 0;
      default:
        return true;
    }
  }

  private static String typeNames(Object type) {
    if (!(type instanceof List<?> types)) {
      return String.valueOf(type);
    }
    List<String> names = new ArrayList<>();
    for (Object each : types) {
      names.add(String.valueOf(each));
    }
    return String.join(" or ", names);
  }

  private static boolean isAmong(List<?> values, Object value) {
    for (Object each : values) {
      if (equal(each, value)) {
        return true;
      }
    }
    return false;
  }

  private static boolean equal(Object left, Object right) {
    try {
      return Canonical.same(left, right);
    } catch (NotCanonicalException none) {
      return false;
    }
  }

  /** Null for what is no number. */
  private static BigDecimal decimal(Object value) {
    if (value instanceof BigDecimal decimal) {
      return decimal;
    }
    if (value instanceof BigInteger integer) {
      return new BigDecimal(integer);
    }
    return value instanceof Long || value instanceof Integer
        ? BigDecimal.valueOf(((Number) value).longValue())
        : null;
  }
}
