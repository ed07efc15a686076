package dev.countersign.verify;

import dev.countersign.canonical.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/**
 * Checks an event against the definitions of OCSF: every attribute is one of its class, of a
 * profile that it names, or of its object; required ones are there; constraints, types and
 * enumerated values hold. {@code unmapped} is free, as OCSF has it.
 */
public final class OcsfCheck {

  private static final Map<String, Object> SCHEMA = schema();

  private static Map<String, Object> schema() {
    try (var in =
        OcsfCheck.class.getResourceAsStream(
            "/dev/countersign/published/ocsf-1.9.0-dev-part.json")) {
      return Entry.object(Json.parse(in.readAllBytes()));
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }

  /** What is wrong with an event, or null. */
  public static String fault(Map<String, Object> event) {
    List<?> profiles = (List<?>) BooksExport.at(event, "metadata", "profiles");
    for (Map.Entry<String, Object> type : Entry.object(SCHEMA.get("events")).entrySet()) {
      Map<String, Object> definition = Entry.object(type.getValue());
      Map<String, Object> attributes = attributes("events", type.getKey());
      Object category = inherited("events", type.getKey(), "category");
      Long uid = Integral.of(Entry.object(SCHEMA.get("categories")).get(category));
      Long own = Integral.of(definition.get("uid"));
      if (own != null && Long.valueOf(uid * 1000 + own).equals(event.get("class_uid"))) {
        if (!uid.equals(event.get("category_uid"))) {
          return "category_uid is not " + uid;
        }
        long expected = (Long) event.get("class_uid") * 100 + (Long) event.get("activity_id");
        if (!Long.valueOf(expected).equals(event.get("type_uid"))) {
          return "type_uid is not " + expected;
        }
        for (Object profile : profiles) {
          attributes.putAll(attributes("profiles", (String) profile));
        }
        Map<String, Object> rest = new LinkedHashMap<>(event);
        rest.keySet().removeAll(List.of("class_uid", "category_uid", "unmapped"));
        attributes.keySet().removeAll(List.of("class_uid", "category_uid"));
        return object(rest, attributes, null, profiles, "");
      }
    }
    return "class_uid " + event.get("class_uid") + " is not known here";
  }

  private static Object inherited(String kind, String name, String member) {
    Map<String, Object> definition = Entry.object(BooksExport.at(SCHEMA, kind, name));
    return definition.containsKey(member) || definition.get("extends") == null
        ? definition.get(member)
        : inherited(kind, (String) definition.get("extends"), member);
  }

  private static Map<String, Object> attributes(String kind, String name) {
    Map<String, Object> definition = Entry.object(BooksExport.at(SCHEMA, kind, name));
    Map<String, Object> all = new LinkedHashMap<>();
    if (definition == null) {
      throw new AssertionError(kind + " " + name + " is not among the definitions here");
    }
    if (definition.get("extends") != null) {
      all.putAll(attributes(kind, (String) definition.get("extends")));
    }
    Map<String, Object> own = Entry.object(definition.get("attributes"));
    if (own.get("$include") instanceof List<?> includes) {
      for (Object include : includes) {
        String profile = ((String) include).replaceFirst("profiles/(.*)\\.json", "$1");
        attributes("profiles", profile)
            .forEach(
                (attribute, value) -> {
                  Map<String, Object> of = new LinkedHashMap<>(Entry.object(value));
                  of.put("profile", profile);
                  all.put(attribute, of);
                });
      }
    }
    own.forEach(
        (attribute, value) -> {
          if (!attribute.equals("$include")) {
            Map<String, Object> merged = new LinkedHashMap<>();
            if (all.get(attribute) != null) {
              merged.putAll(Entry.object(all.get(attribute)));
            }
            Entry.object(value).forEach(merged::put);
            Map<String, Object> before = Entry.object(all.get(attribute));
            if (before != null && before.containsKey("enum") && merged.containsKey("enum")) {
              Map<String, Object> values = new LinkedHashMap<>(Entry.object(before.get("enum")));
              values.putAll(Entry.object(merged.get("enum")));
              merged.put("enum", values);
            }
            all.put(attribute, merged);
          }
        });
    return all;
  }

  private static String object(
      Map<String, Object> json,
      Map<String, Object> attributes,
      Map<String, Object> constraints,
      List<?> profiles,
      String at) {
    for (Map.Entry<String, Object> attribute : attributes.entrySet()) {
      Map<String, Object> rules = Entry.object(attribute.getValue());
      Object profile = rules.get("profile");
      boolean applies = profile == null || profiles.contains(profile);
      if ("required".equals(rules.get("requirement"))
          && applies
          && json.get(attribute.getKey()) == null) {
        return at + " lacks " + attribute.getKey();
      }
    }
    if (constraints != null && constraints.get("at_least_one") instanceof List<?> some) {
      TreeSet<String> present = new TreeSet<>(json.keySet());
      present.retainAll(some);
      if (present.isEmpty()) {
        return at + " has none of " + some;
      }
    }
    for (Map.Entry<String, Object> member : json.entrySet()) {
      Map<String, Object> rules = Entry.object(attributes.get(member.getKey()));
      String place = at + "/" + member.getKey();
      if (rules == null) {
        return place + " is no attribute there";
      }
      if (rules.get("profile") != null && !profiles.contains(rules.get("profile"))) {
        return place + " is of a profile that is not named";
      }
      String fault = value(member.getKey(), member.getValue(), rules, profiles, place);
      if (fault != null) {
        return fault;
      }
    }
    return null;
  }

  private static String value(
      String name, Object json, Map<String, Object> rules, List<?> profiles, String at) {
    Map<String, Object> known = Entry.object(BooksExport.at(SCHEMA, "dictionary", name));
    if (known == null) {
      return at + " is in no dictionary";
    }
    if (Boolean.TRUE.equals(known.get("is_array"))) {
      return json instanceof List ? null : at + " is no list";
    }
    Map<String, Object> values = Entry.object(rules.get("enum"));
    if (values == null) {
      values = Entry.object(known.get("enum"));
    } else if (known.get("enum") != null) {
      values = new LinkedHashMap<>(values);
      values.putAll(Entry.object(known.get("enum")));
    }
    if (values != null && !values.isEmpty() && !values.containsKey(String.valueOf(json))) {
      return at + " is none of " + values.keySet() + ": " + json;
    }
    String type = (String) known.get("type");
    if (Entry.object(SCHEMA.get("types")).containsKey(type)) {
      Object base = BooksExport.at(SCHEMA, "types", type, "type");
      String basic = base == null ? type : (String) base;
      boolean fits =
          switch (basic) {
            case "string_t" -> json instanceof String;
            case "integer_t", "long_t" -> json instanceof Long;
            case "boolean_t" -> json instanceof Boolean;
            default -> throw new AssertionError("a type that is not checked: " + basic);
          };
      return fits ? null : at + " is no " + type;
    }
    return json instanceof Map<?, ?>
        ? object(
            Entry.object(json),
            attributes("objects", type),
            Entry.object(inherited("objects", type, "constraints")),
            profiles,
            at)
        : at + " is no " + type;
  }

  private OcsfCheck() {}
}
