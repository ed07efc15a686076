package dev.countersign.preview;

import dev.countersign.canonical.NotCanonicalException;
import java.util.List;
import java.util.Map;

/** Reads the members of a JSON object; what is wrong is said with the place and never the value. */
final class Members {

  private final String place;
  private final Map<?, ?> members;

  /**
   * @param place of the object in the document, for example {@code changes[3]}; empty for the whole
   */
  Members(String place, Object json) {
    if (!(json instanceof Map<?, ?> map)) {
      throw wrong(place, "is no JSON object");
    }
    this.place = place;
    this.members = map;
  }

  Map<?, ?> all() {
    return members;
  }

  boolean has(String name) {
    return members.containsKey(name);
  }

  Object value(String name) {
    return members.get(name);
  }

  String text(String name) {
    if (members.get(name) instanceof String text) {
      return text;
    }
    throw wrong(at(name), has(name) ? "must be a text" : "is required, a text");
  }

  boolean bool(String name) {
    if (members.get(name) instanceof Boolean bool) {
      return bool;
    }
    throw wrong(at(name), has(name) ? "must be true or false" : "is required, true or false");
  }

  List<?> list(String name) {
    if (members.get(name) instanceof List<?> list) {
      return list;
    }
    throw wrong(at(name), has(name) ? "must be an array" : "is required, an array");
  }

  void only(List<String> names) {
    for (Object name : members.keySet()) {
      if (!names.contains(name)) {
        throw wrong(place, "has a member beside " + String.join(", ", names));
      }
    }
  }

  /** Where a member is. */
  String at(String name) {
    return place.isEmpty() ? name : place + "." + name;
  }

  static NotCanonicalException wrong(String place, String what) {
    return new NotCanonicalException((place.isEmpty() ? "the document" : place) + " " + what);
  }
}
