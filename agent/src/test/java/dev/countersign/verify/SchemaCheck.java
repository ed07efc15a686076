package dev.countersign.verify;

import dev.countersign.canonical.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * As much of JSON Schema 2020-12 as our schemas use. A keyword that it does not know fails the
 * check: nothing in a schema is passed over.
 */
public final class SchemaCheck {

  private static final Set<String> WORDS =
      Set.of(
          "$schema",
          "$id",
          "id", // as the drafts before 6 called it
          "$defs",
          "definitions",
          "title",
          "description",
          "required",
          "default",
          "examples");

  private final Map<String, Object> root;
  private final Map<String, Pattern> patterns = new HashMap<>();

  private SchemaCheck(Map<String, Object> root) {
    this.root = root;
  }

  /** The schema of this name beside the verifier. */
  public static SchemaCheck of(String name) {
    try (var in = Report.class.getResourceAsStream(name)) {
      return new SchemaCheck(Entry.object(Json.parse(in.readAllBytes())));
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }

  /** A schema of others, from the test resources. */
  public static SchemaCheck published(String name) {
    try (var in = SchemaCheck.class.getResourceAsStream("/dev/countersign/published/" + name)) {
      return new SchemaCheck(Entry.object(Json.parse(in.readAllBytes())));
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }

  /** What is wrong with a document, or null. */
  public String fault(Object json) {
    return fault(root, json, "");
  }

  private String fault(Map<String, Object> schema, Object json, String at) {
    for (Object name : list(schema.get("required"))) {
      if (json instanceof Map<?, ?> object && !object.containsKey(name)) {
        return at + " lacks " + name;
      }
    }
    for (Map.Entry<String, Object> keyword : schema.entrySet()) {
      String fault = WORDS.contains(keyword.getKey()) ? null : one(schema, keyword, json, at);
      if (fault != null) {
        return fault;
      }
    }
    return null;
  }

  private String one(
      Map<String, Object> schema, Map.Entry<String, Object> keyword, Object json, String at) {
    Object value = keyword.getValue();
    Map<String, Object> object = Entry.object(json);
    switch (keyword.getKey()) {
      case "$ref":
        return fault(resolved((String) value), json, at);
      case "type":
        for (Object type : value instanceof List<?> types ? types : List.of(value)) {
          if (isOf((String) type, json)) {
            return null;
          }
        }
        return at + " is no " + value;
      case "const":
        return value.equals(json) ? null : at + " is not " + value;
      case "enum":
        return list(value).contains(json) ? null : at + " is none of " + value + ": " + json;
      case "pattern":
        return !(json instanceof String text) || matches((String) value, text)
            ? null
            : at + " does not match " + value + ": " + text;
      case "minimum":
        BigDecimal number = Integral.decimal(json);
        return number == null || number.compareTo(Integral.decimal(value)) >= 0
            ? null
            : at + " is less than " + value;
      case "maximum":
        BigDecimal bounded = Integral.decimal(json);
        return bounded == null || bounded.compareTo(Integral.decimal(value)) <= 0
            ? null
            : at + " is more than " + value;
      case "minLength":
        return !(json instanceof String text) || text.length() >= Integral.of(value)
            ? null
            : at + " is shorter than " + value;
      case "minItems":
        return !(json instanceof List<?> few) || few.size() >= Integral.of(value)
            ? null
            : at + " has fewer items than " + value;
      case "uniqueItems":
        return !(json instanceof List<?> all) || Set.copyOf(all).size() == all.size()
            ? null
            : at + " has an item twice";
      case "format":
        return !(json instanceof String text) || isOfFormat((String) value, text)
            ? null
            : at + " is no " + value + ": " + text;
      case "contentEncoding":
        return null; // an annotation, by the specification
      case "oneOf":
        int matching = 0;
        for (Object option : list(value)) {
          matching += fault(Entry.object(option), json, at) == null ? 1 : 0;
        }
        return matching == 1 ? null : at + " matches " + matching + " of oneOf";
      case "items":
        if (json instanceof List<?> items) {
          for (int i = 0; i < items.size(); i++) {
            String fault = fault(Entry.object(value), items.get(i), at + "/" + i);
            if (fault != null) {
              return fault;
            }
          }
        }
        return null;
      case "properties":
        for (Map.Entry<String, Object> property : Entry.object(value).entrySet()) {
          if (object != null && object.containsKey(property.getKey())) {
            String fault =
                fault(
                    Entry.object(property.getValue()),
                    object.get(property.getKey()),
                    at + "/" + property.getKey());
            if (fault != null) {
              return fault;
            }
          }
        }
        return null;
      case "additionalProperties":
        Map<String, Object> known = Entry.object(schema.getOrDefault("properties", Map.of()));
        for (String name : object == null ? Set.<String>of() : object.keySet()) {
          if (!known.containsKey(name)) {
            String fault =
                Boolean.TRUE.equals(value)
                    ? null
                    : value instanceof Map<?, ?>
                        ? fault(Entry.object(value), object.get(name), at + "/" + name)
                        : at + " has " + name;
            if (fault != null) {
              return fault;
            }
          }
        }
        return null;
      case "propertyNames":
        for (String name : object == null ? Set.<String>of() : object.keySet()) {
          String fault = fault(Entry.object(value), name, at + " name");
          if (fault != null) {
            return fault;
          }
        }
        return null;
      case "anyOf":
        StringBuilder faults = new StringBuilder();
        for (Object option : list(value)) {
          String fault = fault(Entry.object(option), json, at);
          if (fault == null) {
            return null;
          }
          faults.append(faults.isEmpty() ? "" : "; or ").append(fault);
        }
        return faults.toString();
      default:
        throw new AssertionError("a keyword that is not checked: " + keyword.getKey());
    }
  }

  private boolean matches(String pattern, String text) {
    return patterns.computeIfAbsent(pattern, Pattern::compile).matcher(text).find();
  }

  private Map<String, Object> resolved(String reference) {
    Object value = root;
    for (String step : reference.substring("#/".length()).split("/")) {
      value = Entry.object(value).get(step);
    }
    return Entry.object(value);
  }

  private static boolean isOf(String type, Object json) {
    return switch (type) {
      case "object" -> json instanceof Map;
      case "array" -> json instanceof List;
      case "string" -> json instanceof String;
      case "boolean" -> json instanceof Boolean;
      case "null" -> json == null;
      case "integer" -> Integral.of(json) != null;
      case "number" -> Integral.decimal(json) != null;
      default -> throw new AssertionError("a type that is not checked: " + type);
    };
  }

  private static boolean isOfFormat(String format, String text) {
    try {
      switch (format) {
        case "date-time":
          java.time.OffsetDateTime.parse(text);
          return true;
        case "uri":
          return java.net.URI.create(text).isAbsolute();
        case "uri-reference":
          java.net.URI.create(text);
          return true;
        default:
          throw new AssertionError("a format that is not checked: " + format);
      }
    } catch (IllegalArgumentException | java.time.DateTimeException none) {
      return false;
    }
  }

  private static List<?> list(Object value) {
    return value instanceof List<?> list ? list : List.of();
  }
}
