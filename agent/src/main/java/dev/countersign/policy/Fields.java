package dev.countersign.policy;

import dev.countersign.canonical.Json;
import dev.countersign.canonical.NotCanonicalException;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Reads the fields of a document strictly. Every field is required, {@code null} only where it is
 * asked for, and a field that is not known is refused: it may hold something that restricts.
 */
final class Fields {

  /** Versions and epochs: what every JSON reader holds exactly. */
  static final long MOST = 9_007_199_254_740_991L;

  private static final int MAX_NAME = 256;
  private static final Instant EARLIEST = Instant.EPOCH;
  private static final Instant LATEST = Instant.parse("9999-12-31T00:00:00Z");
  private static final String NO_TIME =
      "is no time like 2026-01-31T12:00:00Z, from 1970 to 9999-12-30";
  private static final int SHA256 = 64;

  private final String document;
  private final String path;
  private final Map<?, ?> map;

  private Fields(String document, String path, Map<?, ?> map) {
    this.document = document;
    this.path = path;
    this.map = map;
  }

  /**
   * @param document what messages call it
   * @param known every field that it has
   */
  static Fields of(Kind kind, String document, byte[] payload, String... known)
      throws PolicyException {
    Object json;
    try {
      json = Json.parse(payload);
    } catch (NotCanonicalException malformed) {
      throw new PolicyException(Rejection.MALFORMED, document, "", malformed.getMessage());
    }
    if (!(json instanceof Map<?, ?> map)) {
      throw new PolicyException(Rejection.MALFORMED, document, "", "is no JSON object");
    }
    Fields fields = new Fields(document, "", map);
    fields.only(known);
    if (!kind.text().equals(fields.text("type"))) {
      throw fields.malformed("type", "is not " + kind.text());
    }
    return fields;
  }

  /** The fields of an object that is at hand, all of which are known. */
  static Fields of(String document, String path, Map<?, ?> map, String... known)
      throws PolicyException {
    Fields fields = new Fields(document, path, map);
    fields.only(known);
    return fields;
  }

  private void only(String... known) throws PolicyException {
    for (Object key : map.keySet()) {
      if (!List.of(known).contains(key)) {
        throw malformed(
            String.valueOf(key),
            "is no field that this version knows. Name what it needs in requires, or remove it");
      }
    }
    for (String key : known) {
      if (!map.containsKey(key)) {
        throw malformed(key, "is missing; every field is required");
      }
    }
  }

  PolicyException malformed(String field, String reason) {
    return new PolicyException(Rejection.MALFORMED, document, path + field, reason);
  }

  boolean isNull(String name) {
    return map.get(name) == null;
  }

  Object raw(String name) {
    return map.get(name);
  }

  String text(String name) throws PolicyException {
    if (!(map.get(name) instanceof String text) || text.isEmpty() || text.length() > MAX_NAME) {
      throw malformed(name, "is no text of 1 to " + MAX_NAME + " characters");
    }
    for (int i = 0; i < text.length(); i++) {
      if (Character.isISOControl(text.charAt(i))) {
        throw malformed(name, "has a control character");
      }
    }
    return text;
  }

  /** What a message says, of any length. */
  String sentence(String name) throws PolicyException {
    if (map.get(name) instanceof String text) {
      return text;
    }
    throw malformed(name, "is no text");
  }

  String word(String name, String... words) throws PolicyException {
    String text = text(name);
    if (!List.of(words).contains(text)) {
      throw malformed(name, "is none of " + String.join(", ", words) + "; there is no default");
    }
    return text;
  }

  long whole(String name, long least, long most) throws PolicyException {
    if (!(map.get(name) instanceof Long value) || value < least || value > most) {
      throw malformed(name, "is no whole number from " + least + " to " + most);
    }
    return value;
  }

  Instant time(String name) throws PolicyException {
    String text = text(name);
    try {
      Instant time = text.endsWith("Z") ? Instant.parse(text) : null;
      // Spans are added to it: what has no room for them would end whoever adds one.
      if (time != null && !time.isBefore(EARLIEST) && time.isBefore(LATEST)) {
        return time;
      }
    } catch (DateTimeParseException noTime) {
      throw malformed(name, NO_TIME);
    }
    throw malformed(name, NO_TIME);
  }

  String sha256(String name) throws PolicyException {
    String text = text(name);
    if (!isSha256(text)) {
      throw malformed(name, "is no SHA-256: 64 lowercase hex digits");
    }
    return text;
  }

  static boolean isSha256(String text) {
    return text.length() == SHA256 && isHex(text);
  }

  static boolean isHex(String text) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (!(c >= '0' && c <= '9' || c >= 'a' && c <= 'f')) {
        return false;
      }
    }
    return true;
  }

  Ref ref(String name) throws PolicyException {
    Fields fields = object(name, "version", "sha256");
    return new Ref(fields.whole("version", 1, MOST), fields.sha256("sha256"));
  }

  Fields object(String name, String... known) throws PolicyException {
    return object(name, map.get(name), known);
  }

  private Fields object(String name, Object value, String... known) throws PolicyException {
    if (!(value instanceof Map<?, ?> inner)) {
      throw malformed(name, "is no object");
    }
    Fields fields = new Fields(document, path + name + '.', inner);
    fields.only(known);
    return fields;
  }

  List<Fields> objects(String name, int most, String... known) throws PolicyException {
    List<Fields> objects = new ArrayList<>();
    List<?> list = list(name, most);
    for (int i = 0; i < list.size(); i++) {
      objects.add(object(name + '[' + i + ']', list.get(i), known));
    }
    return objects;
  }

  List<?> list(String name, int most) throws PolicyException {
    if (!(map.get(name) instanceof List<?> list) || list.size() > most) {
      throw malformed(name, "is no list of at most " + most);
    }
    return list;
  }

  List<String> names(String name, int most) throws PolicyException {
    List<String> names = new ArrayList<>();
    for (Object value : list(name, most)) {
      if (!(value instanceof String text) || text.isEmpty() || text.length() > MAX_NAME) {
        throw malformed(name, "holds something that is no text of 1 to " + MAX_NAME);
      }
      if (names.contains(text)) {
        throw malformed(name, "holds one text twice");
      }
      names.add(text);
    }
    return List.copyOf(names);
  }

  /** A map of texts, for example of labels. */
  Map<String, String> texts(String name, int most) throws PolicyException {
    if (!(map.get(name) instanceof Map<?, ?> inner) || inner.size() > most) {
      throw malformed(name, "is no object of at most " + most + " texts");
    }
    Map<String, String> texts = new LinkedHashMap<>();
    for (Map.Entry<?, ?> entry : inner.entrySet()) {
      if (!(entry.getValue() instanceof String text) || text.length() > MAX_NAME) {
        throw malformed(name + '.' + entry.getKey(), "is no text of at most " + MAX_NAME);
      }
      texts.put((String) entry.getKey(), text);
    }
    return texts;
  }
}
