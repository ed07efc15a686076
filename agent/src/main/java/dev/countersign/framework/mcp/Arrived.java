package dev.countersign.framework.mcp;

import dev.countersign.canonical.Json;
import dev.countersign.canonical.NotCanonicalException;
import dev.countersign.framework.Built;
import java.util.Map;

/**
 * A {@code tools/call} as it arrived, before the library or anything that the application put into
 * it could change its arguments. Used by one thread at a time.
 */
final class Arrived {

  private final String id;
  private final String text;
  private Map<?, ?> params;
  private boolean read;

  private Arrived(String id, String text, Map<?, ?> params) {
    this.id = id;
    this.text = text;
    this.params = params;
    this.read = text == null;
  }

  /**
   * One whose text is known.
   *
   * @param id of the JSON-RPC message
   * @param text the whole message
   */
  static Arrived of(Object id, String text) {
    return new Arrived(label(id), text, null);
  }

  /** One of a transport that makes its messages otherwise: its parameters as they are now. */
  static Arrived without(Object params) {
    return new Arrived(null, null, params instanceof Map<?, ?> map ? Built.snapshot(map) : null);
  }

  /** Texts and integers are all that JSON-RPC has for ids; anything else names nothing. */
  private static String label(Object id) {
    return id instanceof String text
        ? text
        : id instanceof Integer || id instanceof Long ? id.toString() : null;
  }

  /** The id of the message; null where there is none. */
  String id() {
    return id;
  }

  /** The tool's name; null where it cannot be verified. */
  String tool() {
    return params() != null && params().get("name") instanceof String name ? name : null;
  }

  /** The arguments; empty where there are none, null where they cannot be verified. */
  @SuppressWarnings("unchecked") // a JSON object has strings for keys
  Map<String, Object> arguments() {
    if (params() == null) {
      return null;
    }
    Object arguments = params().get("arguments");
    return arguments == null
        ? Map.of()
        : arguments instanceof Map<?, ?> object ? (Map<String, Object>) object : null;
  }

  private Map<?, ?> params() {
    if (!read) {
      read = true;
      try {
        params =
            Json.parse(text) instanceof Map<?, ?> message
                    && message.get("params") instanceof Map<?, ?> object
                ? object
                : null;
      } catch (NotCanonicalException ambiguous) {
        // A key that stands there twice, say: which of two readings a reviewer saw is unknown.
        params = null;
      }
    }
    return params;
  }
}
