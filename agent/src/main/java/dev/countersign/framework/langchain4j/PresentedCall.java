package dev.countersign.framework.langchain4j;

import dev.countersign.canonical.Json;
import dev.countersign.canonical.NotCanonicalException;
import java.util.Map;

/**
 * A tool call as the model presented it: what a {@code ToolExecutionRequest} carries (spec 5.1,
 * point Q).
 *
 * @param id the provider's id of the call; null or empty with providers that give none
 * @param tool name as the model calls it
 * @param arguments the JSON object, strictly read; null when the text is none, although LangChain4j
 *     might repair it
 */
record PresentedCall(String id, String tool, Map<String, Object> arguments) {

  /**
   * @param request a {@code ToolExecutionRequest}
   * @throws IllegalStateException when it is of another class or misses an accessor
   */
  static PresentedCall of(Object request) {
    if (!Library.isExactly(request, Library.REQUEST)) {
      throw new IllegalStateException(
          "a tool was requested by " + (request == null ? "null" : request.getClass().getName()));
    }
    String id = (String) Library.get(request, "id");
    String tool = (String) Library.get(request, "name");
    return new PresentedCall(id, tool, arguments((String) Library.get(request, "arguments")));
  }

  /**
   * Blank counts as the empty object, as in the framework. What else it repairs (outer quotes,
   * trailing commas) is not taken over: which of two readings a reviewer saw could not be told
   * (spec 1.2).
   */
  @SuppressWarnings("unchecked")
  private static Map<String, Object> arguments(String text) {
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
