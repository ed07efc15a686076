package dev.countersign.approval;

import dev.countersign.canonical.Json;
import dev.countersign.canonical.NotCanonicalException;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.List;
import java.util.Map;

/** Reads the members of a document strictly: one that is not known may hold what restricts. */
final class Members {

  /** Of a SHA-256 or BLAKE3-256 in hexadecimal. */
  static final int DIGEST = 64;

  /** Of an id: 16 random bytes in hexadecimal. */
  static final int ID = 32;

  private static final long VERSION = 1;

  private final Map<?, ?> map;

  private Members(Map<?, ?> map) {
    this.map = map;
  }

  /**
   * @param required each of them has to be there
   * @param optional may be missing; nothing else may be there
   */
  static Members of(byte[] json, List<String> required, List<String> optional)
      throws MalformedApprovalException {
    Object parsed;
    try {
      parsed = Json.parse(json);
    } catch (NotCanonicalException malformed) {
      throw new MalformedApprovalException("it is no JSON text: it was cut or changed");
    }
    if (!(parsed instanceof Map<?, ?> map)) {
      throw new MalformedApprovalException("it is no JSON object");
    }
    if (!(map.get("v") instanceof Long version) || version != VERSION) {
      throw new MalformedApprovalException("it is not of version " + VERSION);
    }
    for (Object key : map.keySet()) {
      if (!"v".equals(key) && !required.contains(key) && !optional.contains(key)) {
        throw new MalformedApprovalException("it has a member that this version does not know");
      }
    }
    for (String key : required) {
      if (!map.containsKey(key)) {
        throw new MalformedApprovalException(key + " is missing");
      }
    }
    return new Members(map);
  }

  boolean has(String name) {
    return map.containsKey(name);
  }

  Object raw(String name) {
    return map.get(name);
  }

  /** Any text: a name that a model made up, say. Whoever shows it makes it harmless. */
  String anyText(String name, int most) throws MalformedApprovalException {
    if (map.get(name) instanceof String text && text.length() <= most) {
      return text;
    }
    throw new MalformedApprovalException(name + " is no text of at most " + most + " characters");
  }

  /** A text without control characters. */
  String text(String name, int most) throws MalformedApprovalException {
    String text = anyText(name, most);
    for (int i = 0; i < text.length(); i++) {
      if (Character.isISOControl(text.charAt(i))) {
        throw new MalformedApprovalException(name + " has a control character");
      }
    }
    return text;
  }

  /** Null where the member is null. */
  String textOrNull(String name, int most) throws MalformedApprovalException {
    return map.get(name) == null ? null : anyText(name, most);
  }

  /** Lowercase hexadecimal digits. */
  String hex(String name, int digits) throws MalformedApprovalException {
    String text = text(name, digits);
    if (!isHex(text, digits)) {
      throw new MalformedApprovalException(
          name + " is not " + digits + " lowercase hexadecimal digits");
    }
    return text;
  }

  static boolean isHex(String text, int digits) {
    if (text.length() != digits) {
      return false;
    }
    for (int i = 0; i < digits; i++) {
      char c = text.charAt(i);
      if (!(c >= '0' && c <= '9' || c >= 'a' && c <= 'f')) {
        return false;
      }
    }
    return true;
  }

  /** RFC 3339, UTC. */
  Instant instant(String name) throws MalformedApprovalException {
    try {
      return Instant.parse(text(name, 40));
    } catch (DateTimeParseException none) {
      throw new MalformedApprovalException(name + " is no time in RFC 3339, UTC");
    }
  }

  long whole(String name) throws MalformedApprovalException {
    if (map.get(name) instanceof Long number && number >= 0) {
      return number;
    }
    throw new MalformedApprovalException(name + " is no whole number");
  }
}
