package dev.countersign.framework;

import dev.countersign.canonical.Json;
import dev.countersign.canonical.NotCanonicalException;
import java.util.Map;

/**
 * A tool call as the model presented it (spec 5.1, point Q).
 *
 * @param id the provider's id of the call; null or empty with providers that give none
 * @param tool name as the model calls it
 * @param arguments the JSON object, strictly read; null when the text is none, although a framework
 *     might repair it
 */
public record PresentedCall(String id, String tool, Map<String, Object> arguments) {

  /**
   * @param text the JSON text of the arguments
   */
  public static PresentedCall of(String id, String tool, String text) {
    return new PresentedCall(id, tool, arguments(text));
  }

  /**
   * Blank counts as the empty object, as in the frameworks. What else they repair (outer quotes,
   * trailing commas) is not taken over: which of two readings a reviewer saw could not be told
   * (spec 1.2).
   */
  @SuppressWarnings("unchecked")
  public static Map<String, Object> arguments(String text) {
    if (text == null || text.isBlank()) {
      return Map.of();
    }
    try {
      return Json.parse(text) instanceof Map<?, ?> object ? (Map<String, Object>) object : null;
    } catch (NotCanonicalException unverifiable) {
      return null;
    }
  }
}
